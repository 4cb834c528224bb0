"""The variables of queues and of what they cost."""

from derive import Vocabulary

v = Vocabulary("queueing", start=10_000)

ONE_SERVER = v(
    "one_server",
    "server",
    "one server: turns a number of servers into a pure count",
    tex=r"1_{\mathrm{srv}}",
    convention="1 server",
)
ONE_REQUEST = v(
    "one_request",
    "request",
    "one request: turns a number of requests into a pure count",
    tex=r"1_{\mathrm{req}}",
    convention="1 request",
)
arrivals = v(
    "arrivals",
    "request/s",
    "requests that reach the servers each second, retries included",
    tex=r"\lambda_{\mathrm{in}}",
    aliases=("arrival_rate",),
)
service_demand = v(
    "service_demand",
    "s*server/request",
    "time of a server that one request takes",
    tex="D",
    aliases=("demand",),
)
service_rate = v(
    "service_rate",
    "request/s/server",
    "requests that a busy server completes each second",
    tex=r"\mu_{\mathrm{srv}}",
)
servers = v(
    "servers",
    "server",
    "servers that take requests",
    tex="c",
    whole=True,
)
busy_servers = v(
    "busy_servers",
    "server",
    "servers that are busy on average",
    tex="a",
    aliases=("offered_load",),
)
utilisation = v(
    "utilisation",
    "1",
    "share of the time in which a server is busy",
    tex=r"\rho",
    within="[0, 1)",
    aliases=("busy_time_share",),
)
arrival_scv = v(
    "arrival_scv",
    "1",
    "variance of the times between arrivals over the square of their mean; one for random arrivals",
    tex=r"\mathrm{SCV}_{\mathrm{a}}",
    within="[0, oo)",
    convention="1",
)
service_scv = v(
    "service_scv",
    "1",
    "variance of the service times over the square of their mean; one for exponential times",
    tex=r"\mathrm{SCV}_{\mathrm{s}}",
    within="[0, oo)",
    convention="1",
)
delay_probability = v(
    "delay_probability",
    "1",
    "chance that a request has to wait",
    tex="C",
    within="[0, 1)",
)
delay_scale = v(
    "delay_scale",
    "s",
    "mean wait of a request that has to wait",
    tex=r"t_{\mathrm{wait}}",
    within="[0, oo)",
)
queueing_time = v(
    "queueing_time",
    "s",
    "mean wait of a request for a server",
    tex=r"W_q",
    within="[0, oo)",
    activity="waiting for a server",
)
response_time = v(
    "response_time",
    "s",
    "mean time of a request from arrival to completion",
    tex="W",
    aliases=("sojourn_time",),
    activity="the response",
)
requests_in_system = v(
    "requests_in_system",
    "request",
    "requests that wait or are served, on average",
    tex="L",
    aliases=("concurrency",),
)
requests_in_queue = v(
    "requests_in_queue",
    "request",
    "requests that wait, on average",
    tex="L_q",
    within="[0, oo)",
)
delay_percentile = v(
    "delay_percentile",
    "1",
    "share of the requests that wait at most the percentile of the wait",
    tex=r"p_{\mathrm{pct}}",
    within="[0, 1)",
)
percentile_queueing_time = v(
    "percentile_queueing_time",
    "s",
    "wait for a server that this share of the requests stays below",
    tex=r"W_{q,p}",
    within="[0, oo)",
)
percentile_response_time = v(
    "percentile_response_time",
    "s",
    "time that this share of the responses stays below",
    tex="W_p",
    within="[0, oo)",
)
fresh_requests = v(
    "fresh_requests",
    "request/s",
    "requests that are made each second, retries not counted",
    tex=r"\lambda_0",
)
failure_share = v(
    "failure_share",
    "1",
    "share of the attempts that fail",
    tex="f",
    within="[0, 1)",
    default="0",
    without=("fresh_requests", "attempts", "retries", "failed_requests_share"),
)
retries = v(
    "retries",
    "1",
    "times that a failed request is tried again at most",
    tex="r",
    within="[0, oo)",
    whole=True,
)
attempts = v(
    "attempts",
    "1",
    "attempts that a request takes on average",
    tex="n",
    within="[1, oo)",
)
failed_requests_share = v(
    "failed_requests_share",
    "1",
    "share of the requests that fail for good",
    tex=r"f_{\mathrm{end}}",
    within="[0, 1)",
)
requests_per_batch = v(
    "requests_per_batch",
    "request",
    "requests that a server takes up together",
    tex="b",
)
batch_overhead = v(
    "batch_overhead",
    "s",
    "time of a batch that does not grow with its requests",
    tex=r"t_0",
    within="[0, oo)",
)
batch_time_per_request = v(
    "batch_time_per_request",
    "s/request",
    "time by which one more request lengthens a batch",
    tex=r"t_1",
    within="[0, oo)",
)
batch_time = v(
    "batch_time",
    "s",
    "time of a server for one batch",
    tex=r"t_b",
    activity="the batch",
)
batch_collection_time = v(
    "batch_collection_time",
    "s",
    "mean time in which a request waits for its batch to fill",
    tex=r"t_{\mathrm{fill}}",
    within="[0, oo)",
)
peak_ratio = v(
    "peak_ratio",
    "1",
    "arrivals at the peak over those of the mean",
    tex=r"\pi_{\mathrm{peak}}",
    within="[1, oo)",
)
mean_arrivals = v(
    "mean_arrivals",
    "request/s",
    "arrivals of the mean over the day",
    tex=r"\lambda_{\mathrm{mean}}",
)
arrival_growth = v(
    "arrival_growth",
    "request/s^2",
    "rise of the arrivals each second while load grows fastest",
    tex=r"\gamma_{\mathrm{in}}",
    within="[0, oo)",
)
scale_up_time = v(
    "scale_up_time",
    "s",
    "time from asking for a server to its first request",
    tex=r"t_{\mathrm{scale}}",
    within="[0, oo)",
)
scaling_threshold = v(
    "scaling_threshold",
    "1",
    "utilisation at which more servers have to be asked for",
    tex=r"\rho_{\mathrm{scale}}",
    within="(0, 1]",
)
headroom = v(
    "headroom",
    "1",
    "servers beyond the busy ones, over the busy ones",
    tex="h",
)
server_price = v(
    "server_price",
    "USD/hour/server",
    "rent of one server",
    tex=r"p_{\mathrm{srv}}",
)
cost_per_request = v(
    "cost_per_request",
    "USD/request",
    "rent of the servers for each request",
    tex=r"p_{\mathrm{req}}",
)
idle_power = v(
    "idle_power",
    "W/server",
    "power of a server without requests",
    tex=r"P_0",
    within="[0, oo)",
)
busy_power = v(
    "busy_power",
    "W/server",
    "power of a server that is busy all the time",
    tex=r"P_1",
)
power_per_server = v(
    "power_per_server",
    "W/server",
    "mean power of a server at its utilisation",
    tex="P",
)
energy_per_request = v(
    "energy_per_request",
    "J/request",
    "energy of the data centre for each request",
    tex=r"e_{\mathrm{req}}",
)
carbon_per_request = v(
    "carbon_per_request",
    "gCO2e/request",
    "emission for the energy of a request",
    tex=r"q_{\mathrm{req}}",
    within="[0, oo)",
)
tokens_per_request = v(
    "tokens_per_request",
    "token/request",
    "tokens produced for each request",
    tex=r"n_{\mathrm{tok}}",
)
gpus_per_server = v(
    "gpus_per_server",
    "GPU/server",
    "GPUs of one server",
    tex=r"g_{\mathrm{srv}}",
)
