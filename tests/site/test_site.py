"""The site: every page leads somewhere, nothing comes from elsewhere, and it is found again."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli.main import main
from derive.errors import OutputError
from derive.explorer.packing import unpacked
from derive.library.system import library_system
from derive.search.hits import best_first
from derive.search.things import Thing
from derive.site.address import address_of, link_to
from derive.site.build import site_files
from derive.site.contents import contents, site_things
from derive.site.folder import write_site
from derive.site.guides import guides
from derive.site.public_api import public_api, public_name
from derive.site.search_index import search_index
from tests.site_check import BuiltSite, PageLinks

NODE = shutil.which("node")
SMALL = (
    "relation/drain/",
    "relation/step_overlap/",
    "relation/optimal_size/",
    "variable/drain_time/",
    "variable/step_time/",
    "variable/tpot/",
    "theorem/price_cliff/",
    "constraint/weights_fit/",
    "claim/rl-11a/",
    "accelerator/h100_sxm/",
    "model/deepseek_v3/",
    "price/gemini_2_5_pro/",
    "source/roofline-tour/",
    "source/deepseek-v3-config/",
    "python/solve/",
    "python/class.system/",
    "guide/tutorial/",
    "measurement/gptfast_mixtral_bf16_2/",
)


@lru_cache
def small() -> BuiltSite:
    """A page of each kind, made in this process."""
    return BuiltSite(site_files(SMALL.__contains__, jobs=1))


def page(address: str) -> str:
    return small().files[f"{address}index.html"].decode()


@pytest.mark.slow
def test_a_page_of_every_kind_is_made() -> None:
    assert {f"{address}index.html" for address in SMALL} == set(small().pages)
    assert small().repeated_ids() == []
    assert small().hosts() == set()
    assert {"math.woff2", "math-font-licence.txt", "lppl-licence.txt"} <= set(small().files)


@pytest.mark.slow
def test_every_link_leads_to_a_page_of_the_whole_site() -> None:
    whole = {"index.html", *(f"{kind}/index.html" for kind in contents().kinds)}
    whole |= {f"{address}index.html" for address in contents().pages} | set(small().files)
    for path, links in small().pages.items():
        for link in {*links.links, *links.loads, *filter(None, [links.refresh])}:
            if not link.startswith(("https://", "http://", "data:", "#")):
                assert small().target(path, link) in whole, (path, link)


@pytest.mark.slow
def test_a_relation_is_solved_for_each_variable_that_it_can_be_solved_for() -> None:
    drain = page("relation/drain/")
    assert "✓ byte/GPU" in drain and "✓ byte/s/GPU" in drain
    assert "where" in page("relation/step_overlap/")  # a regime of the maximum
    assert "has no closed form: it is found numerically" in page("relation/optimal_size/")


@pytest.mark.slow
def test_pages_show_what_follows_today() -> None:
    numbers = json.loads(small().files["numbers.json"])
    chip = numbers["accelerator/h100_sxm/index.html"]
    assert chip["balance_tokens, bf16"] == "295.2 token"
    shown = ("accelerator/h100_sxm", "variable/step_time")
    spaced = (page(f"{one}/").replace("\N{NO-BREAK SPACE}", " ") for one in shown)
    chip_page, time_page = spaced
    assert "295.2 token" in chip_page
    assert numbers["variable/step_time/index.html"]["serving"] in time_page


@pytest.mark.slow
def test_a_variable_is_titled_by_its_meaning_with_its_name_beside() -> None:
    shown = page("variable/step_time/")
    assert "<title>Time of one decode step · Variables · derive</title>" in shown
    assert "<h1>Time of one decode step</h1>" in shown
    assert "A variable, by name step_time." in shown


@pytest.mark.slow
def test_a_measurement_stands_beside_its_bound_and_what_it_ran_on() -> None:
    shown = page("measurement/gptfast_mixtral_bf16_2/").replace("\N{NO-BREAK SPACE}", " ")
    assert "96.67 token/s/sequence" in shown and "≈ 158 token/s/sequence" in shown
    assert "../../model/mixtral_8x7b/index.html" in shown
    assert '<a href="../../relation/touched_by_share/index.html">' in shown  # what pulls against it
    measured = "../../measurement/"
    assert measured in page("accelerator/h100_sxm/") and measured in page("model/deepseek_v3/")


@pytest.mark.slow
def test_the_live_numbers_are_those_that_were_accepted() -> None:
    """A number that moves is accepted by `nox -s site -- accept`."""
    kept = json.loads((Path(__file__).parent / "numbers.json").read_text(encoding="utf-8"))
    found = json.loads(small().files["numbers.json"])
    assert found and {path: kept.get(path) for path in found} == found


@pytest.mark.slow
def test_another_name_leads_to_the_page() -> None:
    assert PageLinks(page("variable/tpot/")).refresh == "../step_time/index.html"


@pytest.mark.slow
def test_a_report_is_a_page_with_its_figures_beside_it() -> None:
    site = BuiltSite(site_files({"report/reversible/", "explorer/cost/"}.__contains__, jobs=1))
    assert "report/reversible/reversible_depth.svg" in site.files
    loads = site.pages["report/reversible/index.html"].loads
    assert "reversible_depth.svg" in loads
    assert "const PROGRAMS=" in unpacked(site.files["explorer/cost/index.html"].decode())


QUESTIONS = {
    "how do I add my own chip": "guide/own_data/",
    "memory bandwidth": "variable/hbm_bandwidth/",
    "kv crossover": "relation/kv_crossover/",
    "price cliff": "theorem/price_cliff/",
    "H100": "accelerator/h100_sxm/",
    "DeepSeek V3": "model/deepseek_v3/",
    "time to first token": "variable/first_token_time/",
    "from a scenario to a report": "guide/tutorial/",
    "derive.sweep": "python/sweep/",
    "lecture on trial": "report/lecture_on_trial/",
    "unreachable": "guide/statuses/",
    "gemini 2.5 pro": "price/gemini_2_5_pro/",
    "price of an H100": "accelerator/h100_sxm/",
    "layers of llama 70b": "model/llama31_70b/",
}


@lru_cache
def things() -> list[Thing]:
    return list(site_things())


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_question_finds_its_page_among_the_first_three(words: str) -> None:
    hits = best_first(things(), words)
    pages = list(dict.fromkeys(address_of(hit.kind, hit.name) for hit in hits))
    assert QUESTIONS[words] in pages[:3]


@pytest.mark.skipif(NODE is None, reason="node is not installed: no script is run")
@pytest.mark.slow
def test_the_script_ranks_as_derive_find_does(tmp_path: Path) -> None:
    """Also misspelt words, other forms and beginnings of words."""
    every = things()
    words = [*QUESTIONS, "bandwith", "utilization of memory", "prices", "speculat", "TPOT", "kv"]
    words += [
        "throughputs",
        "chinchila tokns",
        "tensor paralelism",
        "latencys of a lnk",
        "zzzzz qqqq",
    ]
    words += [
        "int4",
        "gpus",
        "cost per million tokens",
        "fp8",
        "quantise kv to int8",
        "how long does training take",
        "Context  window",
        "blackwell",
        "payback",
        "cost",
        "tensor parallel",
        "tensor_parallel",
        "users",
    ]
    words += [" ".join(t.meaning.split()[:3]) for t in every[:: len(every) // 60]]
    words = [text for text in words if re.search(r"\w", text)]
    script = Path(sys.modules["derive.site.build"].__file__ or "").with_name("search.js")
    program = (
        f"const window = {{}};\n{search_index()}\n"
        f"const {{ searcher }} = require({json.dumps(str(script))});\n"
        "const search = searcher(window.deriveIndex);\n"
        f"const words = {json.dumps(words)};\n"
        "console.log(JSON.stringify(words.map((text) => search(text, 12)"
        ".map((row) => window.deriveIndex.rows[row][4]))));"
    )
    (tmp_path / "ask.js").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [NODE or "", str(tmp_path / "ask.js")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-800:]
    for text, found in zip(words, json.loads(done.stdout), strict=True):
        hits = best_first(every, text)
        pages = list(dict.fromkeys(address_of(hit.kind, hit.name) for hit in hits))[:12]
        assert found == pages, text


def test_addresses_stay() -> None:
    """An address that was once given out is a page or a redirect for ever."""
    kept = (Path(__file__).parent / "addresses.txt").read_text(encoding="utf-8").split()
    assert [a for a in kept if a not in contents().pages and a not in contents().redirects] == []
    assert len(kept) > 1000


def test_signatures_on_pages_are_python() -> None:
    """With texts in quotes, and nothing that differs in the next build, as addresses in memory."""
    for thing in public_api():
        name = public_name(thing.name)
        for shown in (name, *name.members):
            if shown.is_function or shown is name:
                line = shown.signature
                ast.parse(f"def {line}: ..." if callable(shown.value) else line)
    assert "told: Told = ..." in public_name("try_pack").signature
    assert "spacing: str = 'linear'" in public_name("span").signature


def test_every_relation_and_variable_has_a_page() -> None:
    for relation in library_system().all_relations:
        assert address_of("relation", relation.name) in contents().pages
    for var in library_system().vocabulary:
        assert address_of("variable", var.name) in contents().pages


def test_links_name_files_and_work_without_a_server() -> None:
    assert link_to("variable/gpus/#x", "") == "variable/gpus/index.html#x"
    assert link_to("", "claim/rl-1/") == "../../index.html"


def test_a_second_build_replaces_the_first_and_nothing_else(tmp_path: Path) -> None:
    write_site({"a/index.html": b"1", "b/index.html": b"2"}, tmp_path)
    (tmp_path / "CNAME").write_text("mine")
    write_site({"a/index.html": b"3"}, tmp_path)
    assert (tmp_path / "a/index.html").read_bytes() == b"3"
    assert not (tmp_path / "b").exists()
    assert (tmp_path / "CNAME").read_text() == "mine"


def test_a_page_that_is_not_derives_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(OutputError, match="was not made by derive"):
        write_site({"index.html": b"1"}, tmp_path)
    write_site({"index.html": b"1"}, tmp_path, force=True)
    (tmp_path / "index.html").write_text("changed")
    with pytest.raises(OutputError, match="was changed since derive made it"):
        write_site({"index.html": b"2"}, tmp_path)


@pytest.mark.slow
def test_the_command_writes_what_is_asked_for(tmp_path: Path) -> None:
    words = ["site", "-o", str(tmp_path / "s"), "--only", "python/solve", "--jobs", "1"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert (tmp_path / "s/python/solve/index.html").exists()
    (tmp_path / "f").write_text("")
    assert CliRunner().invoke(main, ["site", "-o", str(tmp_path / "f")]).exit_code == 2


@pytest.mark.slow
def test_names_in_facts_lead_to_their_pages() -> None:
    """In what a claim asks and is given, in the keys of an entry, and in the sources of a whole
    entry, which know the entry again.
    """
    assert "../../variable/balance_tokens/index.html" in PageLinks(page("claim/rl-11a/")).links
    model = PageLinks(page("model/deepseek_v3/")).links
    assert "../../variable/n_layers/index.html" in model
    assert "../../source/deepseek-v3-config/index.html" in model
    assert (
        "../../model/deepseek_v3/index.html" in PageLinks(page("source/deepseek-v3-config/")).links
    )


@pytest.mark.slow
def test_titles_of_equations_are_words() -> None:
    assert "<h1>Step overlap</h1>" in page("relation/step_overlap/")
    assert "by name step_overlap." in page("relation/step_overlap/")
    assert "<h1>Price cliff</h1>" in page("theorem/price_cliff/")
    assert "relation “kv crossover”" in page("theorem/price_cliff/")


def test_the_headings_of_a_guide_are_sentences_in_its_hit() -> None:
    told = [thing.meaning for thing in guides()]
    assert any("?" in text for text in told)
    assert not [text for text in told if "?." in text]


@pytest.mark.slow
def test_each_page_says_in_the_tab_and_to_a_search_engine_what_it_holds() -> None:
    heads = {
        "relation/drain/": ("Drain · Relations · derive", "memory"),
        "variable/drain_time/": (
            "Time to read the whole memory once · Variables · derive",
            "by name drain_time",
        ),
        "claim/rl-11a/": ("RL-11a · Claims · derive", "The hardware ratio is about 300"),
        "guide/tutorial/": ("From a scenario to a report · Guides · derive", "eight H100s"),
        "accelerator/h100_sxm/": ("NVIDIA H100 SXM5 80 GB · Chips · derive", "chip"),
        "python/solve/": ("derive.solve · Python names · derive", "given others"),
    }
    for address, (title, words) in heads.items():
        assert f"<title>{title}</title>" in page(address).replace("\N{NO-BREAK SPACE}", " ")
        said = re.search(r'<meta name="description" content="([^"]+)">', page(address))
        assert said is not None and words in said[1] and len(said[1]) <= 200, address


@pytest.mark.slow
def test_no_two_pages_have_one_title() -> None:
    found = re.compile(r"<title>(.+)</title>")
    titles = [match[1] for path in small().pages if (match := found.search(page_at(path)))]
    assert len(titles) == len(SMALL) and len(set(titles)) == len(titles)


def page_at(path: str) -> str:
    return small().files[path].decode()


@pytest.mark.slow
def test_an_entry_tells_its_keys_and_values_as_people_write_them() -> None:
    price = page("price/gemini_2_5_pro/").replace("\N{NO-BREAK SPACE}", " ")
    assert "input, prompt ≤ 200k" in price and "200,000 token/sequence" in price
    model = page("model/deepseek_v3/").replace("\N{NO-BREAK SPACE}", " ")
    assert "671.0 × 10⁹ param" in model and "context advertised" in model
    for address in ("price/gemini_2_5_pro/", "model/deepseek_v3/", "accelerator/h100_sxm/"):
        assert not re.search(r">\d[\d.]*e\d|&lt;=|GPU\*", page(address)), address
