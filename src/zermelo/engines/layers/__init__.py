"""Layer by layer: every move leads on, so only keys are kept of a layer, and a word for its worth.

words     keys of several words as one word each
asking    what the rules say of a stretch of keys, thread by thread
storage     where layers lie while they are needed: in memory, or in a folder
forward   from the starts to the last layer: the keys of each, ascending
separate  why no state lies in two layers
backward  from the last layer to the first: what each state is worth
graph     the contract of a graph, answered from layers
"""
