"""Ownership: what a GPU costs, draws and emits that is bought rather than rented."""

from derive.library.nomenclature.vocabulary import v

gpu_capital = v(
    "gpu_capital", "USD/GPU",
    "price of one GPU with its share of server, network and building",
    tex=r"K_{\mathrm{GPU}}", aliases=("capex", "capital_per_gpu"),
)  # fmt: skip
gpu_life = v(
    "gpu_life", "year", "time over which a GPU is written off",
    tex=r"T_{\mathrm{GPU}}", aliases=("depreciation_time", "gpu_lifetime"),
)  # fmt: skip
gpu_depreciation = v(
    "gpu_depreciation", "USD/year/GPU", "what is written off of the price of one GPU in a year",
    tex=r"K'_{\mathrm{GPU}}", aliases=("depreciation", "capex_per_year"),
)  # fmt: skip
operations_rate = v(
    "operations_rate", "1/year",
    "operation, repairs and staff in a year, over the price of the GPUs",
    tex=r"r_{\mathrm{op}}", aliases=("opex_rate",), within="[0, oo)", default="0/year",
    ideal=True,
)  # fmt: skip
interest_rate = v(
    "interest_rate", "1/year", "interest in a year on what is not written off",
    tex=r"r_{\mathrm{int}}", within="[0, oo)", default="0/year", ideal=True,
)  # fmt: skip
serving_power = v(
    "serving_power", "W/GPU", "power of one GPU while it serves, with its share of the server",
    tex=r"P_{\mathrm{serve}}",
)  # fmt: skip
power_over_tdp = v(
    "power_over_tdp", "1", "power of one GPU while it serves over its rated power",
    tex=r"\pi_{\mathrm{serve}}", default="1", without=("serving_power",),
)  # fmt: skip
electricity_price = v(
    "electricity_price", "USD/kWh", "price of electricity",
    tex=r"p_{\mathrm{el}}", within="[0, oo)",
)  # fmt: skip
busy_share = v(
    "busy_share", "1", "share of the time in which the GPUs serve; the rest they are idle",
    tex=r"f_{\mathrm{busy}}", aliases=("gpu_utilisation", "gpu_utilization", "duty_cycle"),
    within="(0, 1]", default="1", ideal=True,
)  # fmt: skip
reserved_gpu_price = v(
    "reserved_gpu_price", "USD/hour/GPU",
    "rental price of one GPU that is paid for every hour, idle or not",
    tex=r"p_{\mathrm{res}}", aliases=("committed_gpu_price",),
)  # fmt: skip
served_tokens = v(
    "served_tokens", "token",
    "tokens that the domain produces in the time counted, a year unless said",
    tex=r"D_{\mathrm{serve}}", aliases=("token_volume",),
)  # fmt: skip
served_bill = v(
    "served_bill", "USD",
    "price of the tokens that are produced in the time counted, without prompts",
    tex=r"C_{\mathrm{out}}", within="[0, oo)", aliases=("output_bill", "output_revenue"),
)  # fmt: skip
owned_gpu_price = v(
    "owned_gpu_price", "USD/hour/GPU", "cost of one GPU of one's own, for each hour it serves",
    tex=r"p_{\mathrm{own}}", aliases=("gpu_tco", "cost_of_ownership"),
)  # fmt: skip
rental_markup = v(
    "rental_markup", "1", "rental price of a GPU over what one of one's own costs",
    tex=r"\mu_{\mathrm{GPU}}", default="1",
    without=("gpu_price", "reserved_gpu_price", "fleet_cost_rate", "payback_time"),
)  # fmt: skip
energy_per_token = v(
    "energy_per_token", "J/token", "electricity for one produced token",
    tex=r"e_{\mathrm{tok}}", aliases=("electricity_per_token",),
)  # fmt: skip
electricity_cost_per_token = v(
    "electricity_cost_per_token", "USD/Mtoken", "price of the electricity for one produced token",
    tex=r"k_{\mathrm{el}}", within="[0, oo)",
)  # fmt: skip
payback_time = v(
    "payback_time", "year",
    "time after which the rent that a GPU of one's own saves has paid for it",
    tex=r"T_{\mathrm{pay}}", aliases=("payback_period", "amortisation_time"),
    at="the rent saved, less operation and electricity, is the price of the GPU",
)  # fmt: skip
carbon_intensity = v(
    "carbon_intensity", "kgCO2e/kWh", "emission for the electricity",
    tex=r"\gamma_{\mathrm{el}}", within="[0, oo)", aliases=("grid_intensity",),
)  # fmt: skip
embodied_carbon = v(
    "embodied_carbon", "kgCO2e/GPU", "emission from making one GPU with its share of the server",
    tex=r"Q_{\mathrm{GPU}}", within="[0, oo)",
)  # fmt: skip
carbon_per_token = v(
    "carbon_per_token", "kgCO2e/Mtoken", "emission for one produced token",
    tex=r"q_{\mathrm{tok}}", within="[0, oo)",
)  # fmt: skip
fleet_power = v(
    "fleet_power", "MW", "power of all GPUs of the fleet, with what the data centre adds",
    tex=r"P_{\mathrm{fleet}}", aliases=("cluster_power",),
)  # fmt: skip
powered_time = v(
    "powered_time", "year", "time over which electricity or tokens are counted",
    tex=r"T_{\mathrm{on}}", convention="1 year", fixed_by=("fleet_power", "fleet_energy"),
)  # fmt: skip
fleet_energy = v(
    "fleet_energy", "MWh", "electricity of the fleet over the time counted, a year unless said",
    tex=r"W_{\mathrm{fleet}}", aliases=("cluster_energy", "electricity_per_year"),
)  # fmt: skip
electricity_bill = v(
    "electricity_bill", "USD",
    "what the electricity of the fleet costs over the time counted, a year unless said",
    tex=r"K_{\mathrm{el}}", within="[0, oo)", aliases=("electricity_cost",),
)  # fmt: skip
fleet_emission = v(
    "fleet_emission", "tCO2e",
    "emission for the electricity of the fleet over the time counted, a year unless said",
    tex=r"Q_{\mathrm{fleet}}", within="[0, oo)", aliases=("cluster_emission",),
)  # fmt: skip
