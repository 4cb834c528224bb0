"""Ownership: what an hour of a GPU of one's own costs, and the electricity and emission of a token
and of a fleet.

A GPU is paid for, powered and made whether it serves or not, so that all of it falls on the time in
which it does.
"""

import sympy

from derive.equations import Direction, Eq, Max, Neglected, Relation, Theorem, Variant
from derive.library.nomenclature.budget import pue, tdp
from derive.library.nomenclature.conversions import emitted_tokens_per_pass
from derive.library.nomenclature.decode import batch_size, cost_per_token, step_time, throughput
from derive.library.nomenclature.hardware import gpu_price, gpus
from derive.library.nomenclature.ownership import (
    busy_share,
    carbon_intensity,
    carbon_per_token,
    electricity_bill,
    electricity_cost_per_token,
    electricity_price,
    embodied_carbon,
    energy_per_token,
    fleet_emission,
    fleet_energy,
    fleet_power,
    gpu_capital,
    gpu_depreciation,
    gpu_life,
    interest_rate,
    operations_rate,
    owned_gpu_price,
    payback_time,
    power_over_tdp,
    powered_time,
    rental_markup,
    reserved_gpu_price,
    served_bill,
    served_tokens,
    serving_power,
)
from derive.library.nomenclature.prefill import decode_gpu_time_per_token
from derive.library.nomenclature.prices import output_price
from derive.library.nomenclature.serving import fleet_gpus
from derive.library.relations.prefill import decode_share
from derive.library.relations.roofline import cost

IDLE = "that idle GPUs draw less"
SERVERS = Neglected(
    "what servers draw beside their GPUs, up to as much again",
    Max(sympy.S.Zero, 2 / power_over_tdp - 1),
    Direction.RAISES,
    most=True,
)
_capital = gpu_capital * (1 / gpu_life + operations_rate + interest_rate / 2)
_electricity = serving_power * pue * electricity_price
_saved = gpu_price * busy_share - gpu_capital * operations_rate - _electricity
_making = embodied_carbon * decode_gpu_time_per_token / (gpu_life * busy_share)

power_of_a_gpu = Relation(
    "power_of_a_gpu",
    Eq(serving_power, power_over_tdp * tdp),
    "A GPU draws its rated power unless another is stated; its server adds some, a light load takes"
    " some off.",
    source="own-derivation: definition of the ratio to the rated power",
    neglects=(SERVERS,),
)
writing_off = Relation(
    "writing_off",
    Eq(gpu_depreciation, gpu_capital / gpu_life),
    "Each year of its life takes an equal part off the price of a GPU.",
    source="own-derivation: definition of writing off evenly",
    holds="nothing is left of the price at the end, and no interest is counted",
)
ownership = Relation(
    "ownership",
    Eq(owned_gpu_price, (_capital + _electricity) / busy_share),
    "Writing off, operation, interest and electricity go on while the hours that serve bear them.",
    source="own-derivation: yearly cost of one GPU over the hours in which it serves",
    holds="it is written off evenly, so that half the price bears interest in the mean",
    neglects=(
        Neglected(
            IDLE,
            (1 - busy_share) * _electricity / (_capital + _electricity),
            Direction.LOWERS,
            most=True,
        ),
    ),
)
idle_hours_are_paid = Relation(
    "idle_hours_are_paid",
    Eq(reserved_gpu_price, gpu_price * busy_share),
    "A GPU that is rented around the clock costs as much while it idles, and the hours that serve"
    " bear it.",
    source="own-derivation: rent of all hours over those that serve",
)
volume_served = Relation(
    "volume_served",
    Eq(served_tokens, throughput * busy_share * powered_time),
    "The domain produces its throughput while it serves, and nothing while it idles.",
    source="own-derivation: definition of the busy share, for the tokens of a time",
)
served_tokens_are_paid = Relation(
    "served_tokens_are_paid",
    Eq(served_bill, output_price * served_tokens),
    "Every produced token costs the same.",
    source="own-derivation: from the meaning of a price of a token",
    holds="prompts are free, or billed apart",
)
owner_pays_cost = Relation(
    "owner_pays_cost",
    Eq(gpu_price, rental_markup * owned_gpu_price),
    "An owner pays what the GPU costs; who rents it pays a markup.",
    source="own-derivation: definition of the markup",
)
electricity_of_a_token = Relation(
    "electricity_of_a_token",
    Eq(
        energy_per_token,
        serving_power
        * pue
        * gpus
        * step_time
        / (busy_share * batch_size * emitted_tokens_per_pass),
    ),
    "The GPUs draw power for a step, the data centre adds its own, and the tokens share it.",
    source="own-derivation: from power_of_a_gpu and energy_used, for the tokens of a step",
    holds="decode alone; prefill is another pass",
    neglects=(Neglected(IDLE, 1 - busy_share, Direction.LOWERS, most=True),),
)
electricity_of_a_token_is_paid = Relation(
    "electricity_of_a_token_is_paid",
    Eq(electricity_cost_per_token, electricity_price * energy_per_token),
    "Every kilowatt-hour costs the same.",
    source="own-derivation: one price of electricity all day and all year",
)
rent_pays_back = Relation(
    "rent_pays_back",
    Eq(payback_time, gpu_capital / _saved),
    "Each hour that serves saves its rent; operation and electricity go on all the time.",
    source="own-derivation: price of a GPU over what it saves in a year",
    holds="rent is paid for the hours that serve alone, and nothing is sold at the end; rent that"
    " electricity and operation eat up never pays back",
    neglects=(
        Neglected(
            "interest on what is not yet paid back",
            interest_rate * payback_time / 2,
            Direction.RAISES,
        ),
        Neglected(IDLE, (1 - busy_share) * _electricity / _saved, Direction.LOWERS, most=True),
    ),
)
emission_of_electricity = Relation(
    "emission_of_electricity",
    Eq(carbon_per_token, energy_per_token * carbon_intensity),
    "A token emits what its electricity does.",
    source="own-derivation: from electricity_of_a_token, at one intensity all day",
    neglects=(
        Neglected(
            "what making the GPUs emits",
            _making / (energy_per_token * carbon_intensity),
            Direction.RAISES,
        ),
    ),
    variant=Variant("emission", "electricity", usual=True),
)
emission_with_making = Relation(
    "emission_with_making",
    Eq(carbon_per_token, energy_per_token * carbon_intensity + _making),
    "A token emits what its electricity does, and its share of what making the GPUs did.",
    source="own-derivation: from emission_of_electricity, with making spread evenly over the life",
    variant=Variant("emission", "with_making"),
)
fleet_draws_power = Relation(
    "fleet_draws_power",
    Eq(fleet_power, pue * serving_power * fleet_gpus),
    "Every GPU of the fleet draws what a serving one does, and the data centre adds its own.",
    source="own-derivation: as power_drawn in training, at the power of serving",
    neglects=(Neglected(IDLE, sympy.S.One, Direction.LOWERS, most=True),),
)
fleet_energy_over_time = Relation(
    "fleet_energy_over_time",
    Eq(fleet_energy, fleet_power * powered_time),
    "Energy is power times the time for which it is drawn.",
    source="own-derivation: definition of mean power",
)
electricity_is_paid = Relation(
    "electricity_is_paid",
    Eq(electricity_bill, electricity_price * fleet_energy),
    "Every kilowatt-hour costs the same.",
    source="own-derivation: one price of electricity all day and all year",
    holds="the price is one for energy, without a charge for the peak power",
)
fleet_emits = Relation(
    "fleet_emits",
    Eq(fleet_emission, carbon_intensity * fleet_energy),
    "The fleet emits what its electricity does.",
    source="own-derivation: at one intensity all year",
)

energy_of_gpu_time = Theorem(
    "energy_of_gpu_time",
    Eq(energy_per_token, serving_power * pue * decode_gpu_time_per_token / busy_share),
    "A token's electricity is its share of GPU time, at the power of a GPU and what the data centre"
    " adds.",
    follows_from=(electricity_of_a_token, decode_share),
    source="own-derivation: from electricity_of_a_token and decode_share",
)
cost_of_owned_gpus = Theorem(
    "cost_of_owned_gpus",
    Eq(
        cost_per_token,
        rental_markup
        * (
            gpu_capital
            * (1 / gpu_life + operations_rate + interest_rate / 2)
            * decode_gpu_time_per_token
            / busy_share
            + energy_per_token * electricity_price
        ),
    ),
    "A token pays for its share of the GPUs' time and for its electricity.",
    follows_from=(cost, decode_share, ownership, owner_pays_cost, electricity_of_a_token),
    source="own-derivation: from cost, ownership and electricity_of_a_token",
)
bill_of_a_fleet = Theorem(
    "bill_of_a_fleet",
    Eq(
        electricity_bill,
        electricity_price * pue * power_over_tdp * tdp * fleet_gpus * powered_time,
    ),
    "A fleet's electricity costs its rated power, what it draws of that, what the data centre adds,"
    " the time and the price.",
    follows_from=(power_of_a_gpu, fleet_draws_power, fleet_energy_over_time, electricity_is_paid),
    source="own-derivation: from fleet_draws_power, fleet_energy_over_time and electricity_is_paid",
)
RELATIONS = (
    power_of_a_gpu, writing_off, ownership, idle_hours_are_paid, volume_served,
    served_tokens_are_paid, owner_pays_cost,
    electricity_of_a_token, electricity_of_a_token_is_paid, rent_pays_back,
    emission_of_electricity, emission_with_making, fleet_draws_power,
    fleet_energy_over_time, electricity_is_paid, fleet_emits,
)  # fmt: skip
CONSTRAINTS = ()
THEOREMS = (energy_of_gpu_time, cost_of_owned_gpus, bill_of_a_fleet)
