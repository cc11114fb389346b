"""The service: optimal play over HTTP, solved by worker processes with limits.

app         routes, guards and the page
dispatch    which worker gets a request, and what comes of it
workers     worker processes as the server sees them
worker      what runs inside such a process
answers     what it says to each request
"""
