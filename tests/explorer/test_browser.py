"""The page in a browser: by keyboard alone, to a screen reader, on narrow screens, on paper."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import derive
from tests.explorer.browser import DOWN, ESCAPE, IN_A_BROWSER, RIGHT, TAB, Browser, browser
from tests.program.pages import PAGES, given_of, written_page

pytestmark = IN_A_BROWSER
GIVEN = {
    "gpus": "8 GPU",
    "hbm_capacity": "80 GB/GPU",
    "hbm_bandwidth": "3 TB/s/GPU",
    "context_length": "8000 token/sequence",
    "kv_bytes_per_token": "90 kB/token",
    "batch_size": "4 sequence",
}

STEP = {
    **GIVEN,
    "active_params": "30e9 param",
    "total_params": "30e9 param",
    "peak_flops": "1 PFLOP/s/GPU",
    "bytes_per_param": "1 byte/param",
}


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser() as made:
        yield made


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = Path(tmp_path_factory.mktemp("pages")) / "page.html"
    derive.page("kv_fetch_time", GIVEN, path=path)
    return path.as_uri()


def address_of(name: str, folder: Path) -> str:
    """The address of the page of that name, written into a folder."""
    path = folder / f"{name}.html"
    path.write_text(written_page(name), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def shown(window: Browser, address: str) -> Browser:
    """The page, opened anew."""
    window.do("url", url="about:blank")
    window.open(address)
    return window


def test_it_asks_for_nothing_and_says_nothing_to_the_console(shown: Browser) -> None:
    shown.settle()
    assert shown.run("return performance.getEntriesByType('resource').length") == 0
    assert shown.do("se/log", type="browser") == []


def test_at_rest_it_asks_beforehand_what_its_sliders_will(shown: Browser) -> None:
    """The answer stays as it is meanwhile, and a move comes first."""
    shown.settle()
    told = "return document.querySelector('.told').textContent"
    before = shown.run(told)
    for _ in range(100):
        if shown.run("return 'warm' in document.body.dataset"):
            break
        shown.settle(50)
    assert shown.run("return 'warm' in document.body.dataset")
    assert shown.run(told) == before
    slider = "document.querySelector('.row:not(.open):not(.also) input[type=range]')"
    move = f"const s = {slider}; s.value = +s.value + 90;"
    shown.run(move + "s.dispatchEvent(new Event('input', {bubbles: true}))")
    assert not shown.run("return 'warm' in document.body.dataset")
    shown.settle()
    assert shown.run(told) != before


def test_moves_that_come_while_an_answer_is_under_way_are_all_taken(shown: Browser) -> None:
    """By a clock on which each piece of work takes longer than a frame. What was shown stays until
    the answer is there, while a slider's own value is told at once; the newest one counts.
    """
    shown.settle()
    told = "return document.querySelector('.told').textContent"
    before = shown.run(told)
    sliders = "document.querySelectorAll('.row:not(.open):not(.also) [type=range]')"
    meanwhile, *moved = shown.run(
        "let t = performance.now(); performance.now = () => (t += 20);"
        f"const [first, second] = {sliders};"
        "for (const [slider, by] of [[first, 60], [second, -80], [first, 90], [second, -110]]) {"
        "  slider.value = +slider.value + by;"
        "  slider.dispatchEvent(new Event('input', {bubbles: true}));"
        "}"
        "return [document.querySelector('.told').textContent, +first.value, +second.value, "
        "  ...[first, second].map((s) => s.closest('.row').querySelector('.box').value)]"
    )
    assert meanwhile == before
    boxes = (
        f"return [...{sliders}].slice(0, 2)"
        ".map((s) => s.closest('.row').querySelector('.box').value)"
    )
    shown.run("delete performance.now")
    shown.settle()
    shown.settle()  # the address is written a while after the last move
    now = shown.run(f"return [...{sliders}].slice(0, 2).map((s) => +s.value)")
    assert shown.run(boxes) == moved[2:]
    assert now == pytest.approx(moved[:2], abs=6)  # whole numbers have places of their own
    after = shown.run(told)
    assert after != before
    shown.open(shown.run("const to = location.href; location.hash = ''; return to"))
    shown.settle()
    assert shown.run(told) == after


_LINES = "document.querySelectorAll('.steps li')"
_TWO_MOVES = """
const sliders = document.querySelectorAll(".row:not(.open) input[type=range]");
const told = () => document.querySelector(".told").textContent;
const changed = new Set();
window.most = 0;
const look = () => {
  most = Math.max(most, changed.size);
  changed.clear();
  requestAnimationFrame(look);
};
const note = ({ target }) => {
  const step = (target.closest ? target : target.parentElement).closest(".steps li");
  if (step) changed.add(step);
};
new MutationObserver((all) => all.forEach(note)).observe(
  document.getElementById("derivation"), { subtree: true, childList: true, characterData: true });
const move = (slider, by) => {
  slider.value = +slider.value + by;
  slider.dispatchEvent(new Event("input"));
  return told();
};
return (async () => {
  await new Promise(requestAnimationFrame);
  look();
  return [move(sliders[0], 60), move(sliders[1], -90)];
})();
"""


def test_a_frame_has_one_answer_and_a_few_lines(window: Browser, tmp_path: Path) -> None:
    """A move right behind another waits for the next frame, and so do lines of a derivation."""
    derive.page("step_time", STEP, path=tmp_path / "page.html")
    window.open((tmp_path / "page.html").as_uri())
    window.settle()
    first, second = window.run(_TWO_MOVES)
    window.settle(0)
    assert first == second != window.run("return document.querySelector('.told').textContent")
    assert 0 < window.run("return most") <= 4 < window.run(f"return {_LINES}.length")


def test_limits_that_fail_are_named_as_on_their_lines(window: Browser, tmp_path: Path) -> None:
    derive.page("step_time", STEP, path=tmp_path / "page.html")
    window.open((tmp_path / "page.html").as_uri())
    window.settle()
    window.run("location.hash = 'total_params=9e12 param'")
    window.settle(600)
    told = window.run("return document.querySelector('.told').textContent")
    assert told.endswith("But “weights fit” fails.")


def test_what_stands_below_a_curve_without_values_stays_in_its_place(
    window: Browser, tmp_path: Path
) -> None:
    given = {**GIVEN, "total_params": "100e9 param", "bytes_per_param": "1 byte/param"}
    del given["batch_size"]
    derive.page("max_batch_size", given, path=tmp_path / "page.html")
    window.open((tmp_path / "page.html").as_uri())
    window.settle()
    curve, heights = "const curve = document.getElementById('curve'); return curve.", []
    for total, none in (("100e9", False), ("900e9", True)):
        window.run(f"location.hash = 'total_params={total} param&over=context_length'")
        window.settle(600)
        assert ("No value anywhere" in window.run(f"{curve}textContent")) is none
        heights.append(window.run(f"{curve}clientHeight"))
    assert abs(heights[0] - heights[1]) < 40


def test_every_control_has_a_name_of_its_own(shown: Browser) -> None:
    shown.settle()
    nodes = shown.chromium("Accessibility.getFullAXTree")["nodes"]
    roles = {"radio", "slider", "textbox", "combobox", "button", "radiogroup", "image"}
    assert all(n["name"]["value"] for n in nodes if n.get("role", {}).get("value") == "table")
    controls = [n for n in nodes if not n["ignored"] and n["role"]["value"] in roles]
    told = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in controls]
    assert all(name for _, name in told), told
    radios = [name for role, name in told if role == "radio"]
    assert len(radios) == len(set(radios)) > 2
    slider = "return document.querySelector('.row:not(.open) input[type=range]').ariaValueText"
    assert "valuetext" not in shown.run(slider) and any(c.isdigit() for c in shown.run(slider))


def test_the_keyboard_alone_asks_another_question(shown: Browser) -> None:
    """From the open lock to the next with an arrow; a slider moves; Escape takes back a slip."""
    answer = "return document.querySelector('.told').textContent"
    focus = "return document.activeElement"
    before = shown.run(answer)
    for _ in range(12):
        shown.press(TAB)
        if shown.run(f"{focus}.type") == "radio":
            break
    assert shown.run(f"{focus}.checked")
    shown.press(DOWN)
    shown.settle(0)
    opened = shown.run(f"{focus}.value")
    assert opened != "kv_fetch_time" and shown.run(answer) != before
    while shown.run(f"{focus}.type") != "range":
        shown.press(TAB)
    first, value = shown.run(answer), shown.run(f"{focus}.ariaValueText")
    shown.press(RIGHT * 3)
    shown.settle(0)
    assert shown.run(f"{focus}.ariaValueText") != value and shown.run(answer) != first
    while shown.run(f"{focus}.className") != "box" or shown.run(f"{focus}.readOnly"):
        shown.press(TAB)
    shown.press("x")
    assert shown.run(f"{focus}.getAttribute('aria-invalid')") == "true"
    shown.press(ESCAPE)
    assert shown.run(f"{focus}.getAttribute('aria-invalid')") is None
    assert shown.run(f"{focus}.value") != "x"
    shown.settle(600)
    said = shown.run("return document.getElementById('told').textContent")
    assert said == shown.run(answer)
    assert f"solve={opened}" in shown.run("return location.hash")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "Empty: write a number, for example 8 GPU."),
        ("many", "Not a number: write it as digits, for example 8 GPU."),
        ("1,5", "Commas group thousands (1,000), decimals follow a point (1.5)."),
        ("1.000,5", "Commas group thousands (1,000), decimals follow a point (1.5)."),
        ("8 constructor", "“constructor” is none of its units: GPU."),
        ("1e400", "Too large a number."),
        ("-5", "Out of its range: above 0 GPU."),
        ("1,000 GPU", ""),
        ("10³ GPU", ""),
        ("2^10", ""),
    ],
)
def test_a_box_says_what_is_wrong_with_its_text(shown: Browser, written: str, told: str) -> None:
    """Beside the box, which is tied to it; the last answer stays, greyed."""
    shown.settle()
    before = shown.run("return document.querySelector('.told').textContent")
    row = "[...document.querySelectorAll('.row')].find((r) => r.querySelector('[value=gpus]'))"
    shown.run(
        f"const box = {row}.querySelector('.box'); box.value = arguments[0];"
        " box.dispatchEvent(new Event('input'))",
        written,
    )
    shown.settle(0)
    described = f"{row}.querySelector('.box').getAttribute('aria-describedby')"
    assert shown.run(f"return document.getElementById({described}).textContent") == told
    assert shown.run("return document.body.classList.contains('stale')") == bool(told)
    after = shown.run("return document.querySelector('.told').textContent")
    assert (after == before) == bool(told)


def test_whole_numbers_move_by_one_key_at_a_time(shown: Browser) -> None:
    row = "[...document.querySelectorAll('.row')].find((r) => r.querySelector('[value=gpus]'))"
    shown.run(f"{row}.querySelector('input[type=range]').focus()")
    shown.press(RIGHT)
    assert shown.run(f"return {row}.querySelector('.box').value") == "9"


def test_two_scenarios_stand_side_by_side(shown: Browser) -> None:
    shown.run("document.querySelector('.kept button').click()")
    shown.settle(0)
    assert "The values are the same" in shown.run(
        "return document.querySelector('.kept').innerText"
    )
    shown.run("location.hash = 'gpus=16 GPU'")
    shown.settle(600)
    told = shown.run("return document.querySelector('.kept').innerText")
    assert "−50 %" in told and "GPUs 8 GPU, now 16 GPU" in told
    assert shown.run("return document.querySelectorAll('.curve.before').length") == 1
    shown.settle(600)
    link = shown.run("return location.href")
    shown.do("url", url="about:blank")
    shown.open(link)  # the kept scenario is in the link
    assert shown.run("return document.querySelector('.kept').innerText") == told
    shown.run("document.querySelectorAll('.kept button')[0].click()")  # swapped
    shown.settle(0)
    assert "+100 %" in shown.run("return document.querySelector('.kept').innerText")


@pytest.mark.parametrize(
    ("target", "given", "link", "copied"),
    [
        ("drain_time", PAGES["drain"].given, "", r"t_{\mathrm{drain}}=14.4\,\mathrm{ms}"),
        (
            "racks", PAGES["fleet"].given, "solve=throughput&racks=4000",
            r"X=125\,000\text{ to }125\,031\,\mathrm{token/s}",
        ),
        (
            "equal_split_penalty", {"rising_exponent": "7.12", "falling_exponent": "1.2"},
            "solve=falling_exponent", r"p_{\mathrm{fall}}=1.2\text{ or }42.25",
        ),
        (
            "equal_split_penalty", {"rising_exponent": "7.12", "falling_exponent": "1.2"},
            "solve=falling_exponent&equal_split_penalty=9", r"p_{\mathrm{fall}}\text{ not settled}",
        ),
        (
            "batch_size", given_of(PAGES["decode"]), "step_time=0.5 ms", r"\text{no value of }B",
        ),
    ],
)  # fmt: skip
def test_a_copy_as_latex_says_what_the_page_says(
    window: Browser, tmp_path: Path, target: str, given: dict[str, str], link: str, copied: str
) -> None:
    """By its symbol: one value, an interval, several values, an open one, none."""
    derive.page(target, given, path=tmp_path / "page.html")
    window.do("url", url="about:blank")
    window.open((tmp_path / "page.html").as_uri() + "#" + link)
    button = "document.querySelector('[data-copy=LaTeX]')"
    assert window.run(f"{button}.click(); return {button}.dataset.copied") == copied


def test_the_sources_are_those_of_the_chip_chosen(window: Browser, tmp_path: Path) -> None:
    """With date and address, which is followed only where it is clicked; moved values have none."""
    window.do("url", url="about:blank")
    window.open(address_of("decode", tmp_path))
    window.settle()
    own = "[...document.querySelectorAll('#folded details:last-of-type li')]"
    told = f"return {own}.map((e) => e.textContent)"
    choose = (
        "const menu = document.querySelector('.entries'); menu.value = arguments[0];"
        "menu.dispatchEvent(new Event('change'))"
    )
    assert "gb200_nvl72: peak flops, HBM bandwidth and HBM capacity" in window.run(told)[-1]
    window.run(choose, "mi355x")
    window.settle()
    changed = window.run(told)
    assert changed and all(line.startswith("mi355x: ") for line in changed)
    assert any(re.search(r"\. \d+ \w+ 20\d\d\.", line) for line in changed)
    links = window.run("return [...document.querySelectorAll('#folded a')].map((e) => e.href)")
    assert links and all(link.startswith("https://") for link in links)
    assert window.run("return performance.getEntriesByType('resource').length") == 0
    window.run("location.hash = 'hbm_bandwidth=5 TB/s/GPU'")
    window.settle()
    assert window.run("return document.querySelector('.entries').value") == ""
    assert not any("HBM bandwidth" in line for line in window.run(told))


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_no_width_scrolls_sideways(shown: Browser, width: int) -> None:
    shown.size(width, 900)
    shown.settle()
    assert shown.run("return document.documentElement.scrollWidth") <= width


def test_no_line_of_a_derivation_scrolls_sideways_on_a_phone(
    window: Browser, tmp_path: Path
) -> None:
    """Broad products and sums break at their signs."""
    window.size(390, 6000)  # all lines are in sight
    window.open(address_of("experts", tmp_path))
    window.settle()
    broad = "e.scrollWidth > e.clientWidth + 1"
    lines = "[...document.querySelectorAll('.line')]"
    assert window.run(f"return {lines}.length") > 10
    assert window.run(f"return {lines}.filter((e) => {broad}).map((e) => e.textContent)") == []


def test_no_equation_of_an_answer_scrolls_sideways_on_a_phone(
    window: Browser, tmp_path: Path
) -> None:
    chip = derive.accelerator("h100_sxm", precision="fp8") | derive.model("gpt_oss_120b")
    given = {"batch_size": "8 sequence", "gpus": "8 GPU", "context_length": "9000 token/sequence"}
    answer = derive.solve("step_time", {**chip, **given})
    answer.report(tmp_path / "answer.html")
    window.size(390, 900)
    window.do("url", url=(tmp_path / "answer.html").as_uri())
    parts = "[...document.querySelectorAll('.equation, .wide')]"
    broad = f"{parts}.filter((e) => e.scrollWidth > e.clientWidth + 1)"
    assert window.run(f"return {parts}.length") > 8
    assert window.run(f"return {broad}.map((e) => e.textContent.slice(0, 99))") == []


def test_facts_that_a_phone_cuts_are_shown_on_demand(shown: Browser) -> None:
    """The answer stays on top of a narrow window until all of it is asked for."""
    cut = "return getComputedStyle(document.querySelector('.facts')).maxHeight !== 'none'"
    shown.size(390, 900)
    assert shown.run(cut)
    shown.run("document.querySelector('.more').click()")
    assert not shown.run(cut)
    assert shown.run("return document.activeElement.innerText") == "Show less"
    shown.run("document.querySelector('.more').click()")
    assert shown.run(cut)
    shown.size(1280, 900)
    assert not shown.run(cut)
    assert shown.run("return document.querySelector('.more').offsetWidth") == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_symbols_and_units_are_shown_whole(window: Browser, tmp_path: Path, width: int) -> None:
    """MFU of training has a long symbol, a price a long unit."""
    given = {"training_flops": "6e24 FLOP", "training_gpus": "16000 GPU", "training_mfu": "0.4"}
    given |= {"peak_flops": "989 TFLOP/s/GPU", "gpu_price": "2 USD/hour/GPU"}
    derive.page("training_cost", given, path=tmp_path / "cost.html")
    window.size(width, 900)
    window.open((tmp_path / "cost.html").as_uri())
    window.settle()
    wide = "[...document.querySelectorAll('{}')].filter((e) => e.scrollWidth > e.clientWidth)"
    assert window.run(f"return {wide.format('.sign')}.map((e) => e.textContent)") == []
    only = "[...document.querySelectorAll('.unit')].filter((e) => e.length === 1)"
    assert window.run(f"return {only}.map((e) => getComputedStyle(e).appearance)").count("none")


def test_the_words_at_an_edge_stay_within_the_curve(window: Browser, tmp_path: Path) -> None:
    """A threshold in the middle, with long units: its words are shortened."""
    given = {"prompt_length": "250e3 token/sequence", "output_length": "1000 token/sequence"}
    page = tmp_path / "price.html"
    derive.page("request_price", {**derive.price("gemini_2_5_pro"), **given}, path=page)
    for width in (390, 1280):
        window.size(width, 900)
        window.open(page.as_uri())
        window.settle()
        ends = "[...document.querySelectorAll('.plot .note')].map((e) => e.getBBox())"
        found = window.run(f"return {ends}.map((b) => [b.x, b.x + b.width])")
        wide = window.run("return document.querySelector('.plot').viewBox.baseVal.width")
        assert found and all(low >= 0 and high <= wide for low, high in found)
    assert window.do("se/log", type="browser") == []


@pytest.mark.parametrize("width", [390, 820])
def test_the_words_of_a_curve_stand_beside_its_line(
    window: Browser, tmp_path: Path, width: int
) -> None:
    """Those of the point, of an edge and of the regimes' meeting, where the line rises steeply."""
    window.do("url", url="about:blank")
    window.size(width, 900)
    window.open(address_of("decode", tmp_path))
    window.settle()
    crossed = (
        "const box = arguments[0].getBBox(), found = [];"
        "for (const path of document.querySelectorAll('path.curve')) {"
        " for (let s = 0; s < path.getTotalLength(); s += 1.5) {"
        "  const p = path.getPointAtLength(s);"
        "  if (p.x > box.x && p.x < box.x + box.width"
        "   && p.y > box.y + 3 && p.y < box.y + box.height - 4) found.push([p.x, p.y]); } }"
        "return found"
    )
    words = window.run("return [...document.querySelectorAll('.plot .here, .plot .note')]")
    assert len(words) == 3
    for each in words:
        assert window.run(crossed, each) == []
    box, wide = "const b = arguments[0].getBBox(); return [b.x, b.x + b.width]", width - 40
    assert all(0 <= low < high < wide for low, high in (window.run(box, e) for e in words))


def test_what_is_clicked_is_large_enough(shown: Browser) -> None:
    """24 by 24 pixels or more, also of what one does not see to be a control (WCAG 2.5.8)."""
    small = (
        "const controls = 'button, select, summary, .lock, .box, .slide input';"
        "return [...document.querySelectorAll(controls)]"
        ".filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()])"
        ".filter(([e, r]) => r.width < 24 || (r.height < 24 && !e.matches('.slide input')))"
        ".map(([e, r]) => `${e.tagName} ${e.className} ${r.width} ${r.height}`)"
    )
    for width in (390, 1280):
        shown.size(width, 900)
        shown.settle()
        assert shown.run(small) == []


def test_on_paper_the_answer_comes_first_and_no_page_is_nearly_empty(
    window: Browser, tmp_path: Path
) -> None:
    """Of a short page and of one of several sheets; also where the screen is dark."""
    sheets = {"drain": 1, "decode": 3}
    try:
        for name, most in sheets.items():
            window.do("url", url="about:blank")
            window.size(1280, 900)
            window.dark(True)
            window.open(address_of(name, tmp_path))
            window.settle()
            paper = window.chromium("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)
            assert len(re.findall(rb"/Type /Page\b", base64.b64decode(paper["data"]))) <= most
            scheme = [{"name": "prefers-color-scheme", "value": "dark"}]
            window.chromium("Emulation.setEmulatedMedia", media="print", features=scheme)
            tops = (
                "return ['answer', 'curve', 'knowns', 'derivation', 'effects']"
                ".map((id) => document.getElementById(id).getBoundingClientRect().top)"
            )
            assert sorted(window.run(tops)) == window.run(tops)
            ink = "return getComputedStyle(document.querySelector('.told')).color"
            assert window.run(ink) == "rgb(26, 28, 34)"
    finally:
        window.chromium("Emulation.setEmulatedMedia", media="", features=[])


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no sheet can be read")
def test_on_paper_the_last_table_stays_on_one_sheet(window: Browser, tmp_path: Path) -> None:
    window.open(address_of("queue", tmp_path))
    window.settle()
    for size in ((8.27, 11.69), (8.5, 11)):
        paper = window.chromium("Page.printToPDF", paperWidth=size[0], paperHeight=size[1])
        told = subprocess.run(
            ["pdftotext", "-layout", "-", "-"],
            input=base64.b64decode(paper["data"]),
            capture_output=True,
            check=True,
        )
        last = next(x for x in told.stdout.decode().split("\f") if "What it turns on" in x)
        rows = last.partition("What it turns on")[2]
        assert all(name in rows for name in ("elasticity", "load", "wait percentile", "step time"))
        assert "nothing leaves this page" in rows


def test_on_paper_the_controls_are_gone_and_the_answer_stays(shown: Browser) -> None:
    shown.chromium("Emulation.setEmulatedMedia", media="print")
    height = "return document.querySelector('{}').getBoundingClientRect().height"
    assert shown.run(height.format(".slide")) == 0 < shown.run(height.format("#answer"))
    shown.chromium("Emulation.setEmulatedMedia", media="")


def test_several_values_are_told_and_drawn(window: Browser, tmp_path: Path) -> None:
    given = {"rising_exponent": "7.12", "falling_exponent": "1.2"}
    derive.page("equal_split_penalty", given, path=tmp_path / "two.html")
    window.size(1280, 900)
    window.open((tmp_path / "two.html").as_uri() + "#solve=falling_exponent")
    window.settle(1000)
    assert window.run("return document.querySelector('.told').textContent") == (
        "Falling exponent is 1.2 or 42.25."
    )
    assert window.run("return document.querySelector('.row.open .box').value") == "2 values"
    assert window.run("return document.querySelectorAll('path.curve').length") == 2
    rows = window.run("return document.querySelector('#curve tbody').textContent")
    assert " or " in rows and "2 values" in rows


def test_what_waited_while_a_slider_moved_is_there_at_rest(shown: Browser) -> None:
    """The lines below the screen and the points between the first: as on the page opened anew."""
    shown.size(390, 400)
    shown.run("document.querySelector('.kept button').click()")
    shown.settle()
    shown.run(
        "const range = document.querySelector('.row:not(.open) input[type=range]');"
        "for (const x of [300, 500, 700]) {"
        " range.value = x; range.dispatchEvent(new Event('input')); }"
    )
    shown.settle(600)
    parts = "['derivation', 'curve', 'effects'].map((id) => document.getElementById(id).innerHTML)"
    moved, link = shown.run(f"return {parts}"), shown.run("return location.href")
    assert "before" in moved[1]
    shown.do("url", url="about:blank")
    shown.open(link)
    shown.settle(600)
    assert shown.run(f"return {parts}") == moved


def test_a_link_that_is_opened_at_once_is_read(shown: Browser) -> None:
    """Also before the page has written its own values to the address."""
    shown.run(
        "const own = history.replaceState; history.replaceState = function (...given) {"
        " window.written = true; return own.apply(history, given); };"
        "document.querySelector('input[type=range]').dispatchEvent(new Event('input'));"
        "const start = performance.now(); while (performance.now() - start < 400);"
        "location.hash = 'gpus=16 GPU'"
    )
    shown.settle(900)
    row = "[...document.querySelectorAll('.row')].find((r) => r.querySelector('[value=gpus]'))"
    assert shown.run(f"return {row}.querySelector('.box').value") == "16"


_LINKS = [
    ("gpus=1e400 GPU", "gives GPUs as “1e400 GPU”, which is not a number within its range"),
    ("gpus=-5", "gives GPUs as “-5”, which is not a number within its range"),
    ("gpus=1,5 GPU", "gives GPUs as “1,5 GPU”, which is not a number within its range"),
    ("gpus=8 constructor", "the page takes 8 GPU"),
    ("<img src=x onerror=alert(1)>=1", "names “<img src”, which this page does not have"),
    ("__proto__=1&toString=2", "names “__proto__” and “toString”, which this page does not"),
    ("solve=nonsense", "names “nonsense”, which this page does not have"),
    ("over=nonsense", "names “nonsense”, which this page does not have"),
    ("kept=gpus%3Dmany", "The kept scenario of the link gives GPUs as “many”"),
    ("&".join(f"n{k}=1" for k in range(500)), "names “n0”, “n1”, “n2” and 497 more"),
    (
        "context_length=8000",
        "as “8000”, without a unit: it may have been cut. The page takes 8,000",
    ),
    ("page=00000000", "was made by a page with other relations or values"),
]


def test_a_link_that_cannot_be_read_says_so(shown: Browser) -> None:
    """One sentence, no markup, the values that the page started with; the next link starts anew."""
    before = shown.run("return document.querySelector('.told').textContent")
    for link, told in _LINKS:
        shown.run("location.hash = arguments[0]", link)
        shown.settle(300)
        notices = "return [...document.querySelectorAll('.notice')].map((e) => e.innerHTML)"
        (notice,) = shown.run(notices)
        text = shown.run("return document.querySelector('.notice').textContent")
        assert told in text and "<" not in notice, link
        assert shown.run("return document.querySelector('.told').textContent") == before, link
        shown.run("location.hash = 'gpus=16 GPU'")
        shown.settle(300)
        assert shown.run(notices) == [], link
    assert shown.do("se/log", type="browser") == []


def test_a_link_for_what_the_page_cannot_solve_says_why(window: Browser, tmp_path: Path) -> None:
    given = {name: GIVEN[name] for name in ("hbm_capacity", "hbm_bandwidth", "gpus")}
    derive.page("drain_time", given, move=list(given), path=tmp_path / "drain.html")
    window.open((tmp_path / "drain.html").as_uri() + "#solve=gpus")
    assert window.run("return document.querySelector('.notice').textContent") == (
        "The link solves for GPUs, which this page cannot: GPUs that run the model together does"
        " not act on time to read the whole memory once."
    )


def test_values_of_any_size_in_a_link_raise_nothing(shown: Browser) -> None:
    for value in ("1e-300", "1e300", "5e-324", "0"):
        for name in ("gpus", "batch_size", "context_length", "hbm_bandwidth"):
            shown.run("location.hash = arguments[0]", f"{name}={value}")
            shown.settle(30)
            shown.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
            drawn = shown.run("return document.querySelector('main').innerHTML")
            assert "NaN" not in drawn and "undefined" not in drawn, (name, value)
    assert shown.do("se/log", type="browser") == []


def test_a_share_near_one_has_room_on_its_slider(window: Browser, tmp_path: Path) -> None:
    """And on the curve, whose words and ticks stay within it and apart from each other."""
    given = {
        "batch_size": "256 sequence", "step_time": "20 ms", "output_length": "500 token/sequence",
        "wait_percentile": "0.99", "prefill_time": "200 ms", "prefill_load": "0.5", "load": "0.95",
    }  # fmt: skip
    derive.page("percentile_first_token_time", given, path=tmp_path / "queue.html")
    row = "[...document.querySelectorAll('.row')].find((r) => r.querySelector('[value=load]'))"
    for width in (390, 1280):
        window.size(width, 900)
        window.open((tmp_path / "queue.html").as_uri())
        window.settle()
        slider = f"const range = {row}.querySelector('[type=range]');"
        assert 300 < float(window.run(slider + "return range.value")) < 700
        at = "range.value = arguments[0]; range.dispatchEvent(new Event('input'));"
        values = [
            window.run(f"{slider}{at} return {row}.querySelector('.box').value", x)
            for x in (0, 750, 1000)
        ]
        assert values[0] == "0.2" and values[2] == "0.999" and 0.98 < float(values[1]) < 0.995
        window.settle()
        boxes = window.run(
            "return [...document.querySelectorAll('.plot text')].map((e) => e.getBBox())"
            ".map((b) => [b.x, b.x + b.width, b.y + 3, b.y + b.height - 3])"
        )
        wide = window.run("return document.querySelector('.plot').viewBox.baseVal.width")
        assert all(a >= -1 and b <= wide + 1 for a, b, *_ in boxes)
        apart = (
            b[0] >= a[1] or a[0] >= b[1] or b[2] >= a[3] or a[2] >= b[3]
            for n, a in enumerate(boxes)
            for b in boxes[n + 1 :]
        )
        assert all(apart)
        names = window.run(
            "return [...document.querySelectorAll('.name')].map((e) => e.textContent)"
        )
        assert names and all(("above" in name) != ("below" in name) for name in names)
        bars = (
            "[...document.querySelectorAll('.line')].filter((e) => e.offsetWidth > e.clientWidth)"
        )
        assert window.run(f"return {bars}.length") == 0  # no formula scrolls upwards
    assert window.do("se/log", type="browser") == []


def test_near_ends_of_an_interval_are_told_apart(window: Browser, tmp_path: Path) -> None:
    given = {"global_throughput": "500e6 token/s", "throughput": "128e3 token/s"}
    derive.page("racks", given, path=tmp_path / "racks.html")
    window.size(1280, 900)
    window.open((tmp_path / "racks.html").as_uri() + "#solve=throughput")
    window.settle()
    ends = "return [...document.querySelectorAll('.headline .value')].map((e) => e.textContent)"
    low, high = window.run(ends)
    assert low != high
    assert window.run("return document.querySelector('.told').textContent") == (
        "Every value of throughput in this interval gives the same racks."
    )


def test_a_count_within_noise_of_a_whole_number_is_told_as_that(
    window: Browser, address: str
) -> None:
    time = "kv_fetch_time=0.120000000001 ms"
    window.do("url", url="about:blank")
    window.open(f"{address}#solve=gpus&batch_size=8192 sequence&{time}")
    window.settle()
    told = window.run("return document.querySelector('.told').textContent")
    assert "16,384 GPU" in told and "whole" not in told


def test_a_small_screen_shows_what_the_answer_rests_on(shown: Browser) -> None:
    """A tablet all of it, a phone upright in a box that scrolls, across nothing but the answer."""
    tall = "return document.querySelector('#answer .facts').getBoundingClientRect().height"
    try:
        shown.size(820, 1180)
        shown.settle()
        assert shown.run(tall) > 20
        shown.size(390, 844)
        assert 20 < shown.run(tall) < 80
        shown.size(844, 390)
        assert shown.run(tall) == 0
    finally:
        shown.size(1280, 900)


@pytest.mark.parametrize("name", ["drain", "tariff", "margin", "budget"])
def test_locks_open_and_slips_are_taken_back_by_key(
    window: Browser, tmp_path: Path, name: str
) -> None:
    """An arrow opens the next lock that can be opened, Escape takes back what is no value."""
    window.do("url", url="about:blank")
    window.open(address_of(name, tmp_path))
    window.settle()
    opened = "return document.querySelector('.row.open [type=radio]').value"
    answer = "return document.querySelector('.told').textContent"
    window.run("document.querySelector('.row.open [type=radio]').focus()")
    seen = [window.run(opened)]
    for _ in range(2):
        window.press(DOWN)
        window.settle(0)
        seen.append(window.run(opened))
        assert window.run("return document.activeElement.value") == seen[-1]
    assert len(set(seen)) == 3
    before = window.run(answer)
    window.run("document.querySelector('.row:not(.open):not(.also) .box').focus()")
    window.press("x")
    wrong = "return [document.activeElement.getAttribute('aria-invalid'), document.body.className]"
    assert window.run(wrong) == ["true", "stale"]
    window.press(ESCAPE)
    window.settle(0)
    assert window.run(wrong) == [None, ""]
    assert window.run(answer) == before


def test_formulas_are_drawn_with_the_font_of_the_page_alone(
    window: Browser, tmp_path: Path
) -> None:
    """No sign falls back to a font of the machine: symbols, numbers, units, fences."""
    for name in ("tariff", "drain", "margin"):  # with a brace, in Latin letters, in Greek ones
        window.open(address_of(name, tmp_path))
        window.settle()
        window.chromium("DOM.enable")
        window.chromium("CSS.enable")
        root = window.chromium("DOM.getDocument", depth=0)["root"]["nodeId"]
        signs = "mi, mn, mo, mtext"
        leaves = window.chromium("DOM.querySelectorAll", nodeId=root, selector=signs)["nodeIds"]
        words = window.run(
            f"return [...document.querySelectorAll('{signs}')].map(e => e.outerHTML)"
        )
        assert len(leaves) == len(words) > 20
        for word, leaf in dict(zip(words, leaves, strict=True)).items():
            fonts = window.chromium("CSS.getPlatformFontsForNode", nodeId=leaf)["fonts"]
            assert all(font["isCustomFont"] for font in fonts), (word, fonts)
