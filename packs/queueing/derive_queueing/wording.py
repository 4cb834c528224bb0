"""What articles on queues and services call the variables, besides names, aliases and symbols."""

from derive import Wording

WORDING = Wording(
    names={
        "arrival_rate": ("arrivals",),
        "lambda_in": ("arrivals",),
        "mu": ("service_rate",),
        "W": ("response_time",),
        "W_q": ("queueing_time",),
        "L_q": ("requests_in_queue",),
        "wait_time": ("queueing_time",),
        "utilization": ("utilisation",),
    },
    phrases={
        "arrival rate": "arrivals",
        "request rate": "arrivals",
        "requests per second": "arrivals",
        "service rate": "service_rate",
        "service time": "service_demand",
        "utilization": "utilisation",
        "server utilization": "utilisation",
        "response time": "response_time",
        "mean response time": "response_time",
        "waiting time": "queueing_time",
        "mean waiting time": "queueing_time",
        "wait in the queue": "queueing_time",
        "servers": "servers",
        "queue length": "requests_in_queue",
    },
    counted=("servers",),
    one_of_many=("server",),
    everyday=frozenset({"arrivals", "attempts", "headroom", "retries", "servers"}),
    subject=frozenset({"queue", "queueing", "request", "requests", "server", "servers"}),
    telling=frozenset({"queueing", "utilisation", "utilization"}),
)
