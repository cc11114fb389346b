"""Layer by layer: only the keys of a layer are kept, and what its states are worth.

asking    what the rules say of a stretch of keys, thread by thread
storage   where layers lie while they are needed: memory, or a folder
folder    whose folder it is, and how its keys are made
memory    how much is done at once
sharing   pieces of work for several threads
cluster   and for workers elsewhere
merging   runs of keys as one
ordering  which layers moves lead to: those that the game names, or levels
forward   from the starts to the last layer: the keys of each, ascending
separate  why no state lies in two levels
recurrences what an end is worth, and what follows from the moves
backward  from the last layer to the first: what each state is worth
returning a layer in which play can come back
moves_into the moves inside such a layer, by the states that they lead to
rounds    the same without holding them; rounds_afar: shared among workers
reusing   layers that saved tables hold
numbering states by number, and what the rules say of them
cycles    where play comes back inside a layer
graph     the contract of a graph, answered from layers
"""
