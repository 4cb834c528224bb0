"""Routes: which relation gave what, also where a model chooses its variants."""

from __future__ import annotations

from derive.library.api import solve
from derive.library.entries import model
from derive.reporting.figures.route import placed
from derive.reporting.route import route_of

GIVEN = {**model("deepseek_v3"), "bytes_per_element": "2 byte"}


def test_a_route_goes_through_the_variant_a_model_brings() -> None:
    """Latent attention is no usual choice; its relation stands on the route all the same."""
    route = route_of(solve("kv_bytes_per_token", GIVEN), {})
    assert [stage.relations for stage in route.stages] == [("latent_cache",), ("cache_read",)]


def test_cards_run_from_left_to_right_or_from_the_top_down() -> None:
    """Each card stands before the one its value goes to."""
    route = route_of(solve("kv_bytes_per_token", GIVEN), {})
    first, last = sorted(placed(route), key=lambda card: card.x)
    assert first.x + first.width < last.x
    upper, lower = sorted(placed(route, down=True), key=lambda card: card.y)
    assert upper.y + upper.height < lower.y
    assert (upper.stage, lower.stage) == (first.stage, last.stage)


def test_cards_of_a_report_show_symbols_and_meanings_in_place_of_names() -> None:
    route = route_of(solve("kv_bytes_per_token", GIVEN), {})
    last = placed(route, down=True)[0]
    assert last.title == "$b_{\\mathrm{kv}}$ = 70.27 kB/token"
    assert last.about == ("KV-cache bytes read per context token", "by cache read")
    assert ("$n_{\\mathrm{lay}}$ = 61", "looked up") in last.lines
    assert placed(route)[0].title == "kv_bytes_per_token = 70.27 kB/token"
