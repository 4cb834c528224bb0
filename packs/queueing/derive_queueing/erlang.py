"""Erlang's C: the exact probability that a request waits, for a whole number of servers."""


def erlang_c(servers: int, offered: float) -> float:
    """The probability of a wait before `servers` servers of which `offered` are busy on average.

    Requests come at random and take exponential times. Raises ValueError unless the offered load is
    below the number of servers.

    >>> round(erlang_c(1, 0.9), 12), round(erlang_c(10, 9.0), 4)
    (0.9, 0.6687)
    """
    if servers < 1 or not 0 <= offered < servers:
        raise ValueError("the offered load is not below the number of servers")
    blocked = 1.0  # Erlang's B, server by server
    for number in range(1, servers + 1):
        blocked = offered * blocked / (number + offered * blocked)
    return blocked / (1 - offered / servers * (1 - blocked))
