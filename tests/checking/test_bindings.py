"""What an author says symbols mean: binding files, front matter, metadata, one line reader for all
of them.
"""

import json
import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from derive.checking import check
from derive.checking.check import check_document, document_names
from derive.checking.extraction.document import document_of
from derive.checking.spelling.latex_names import spelt
from derive.checking.symbols.bindings import (
    RefusedBinding,
    bindings_in,
    document_bindings,
    read_bindings,
)
from derive.checking.symbols.names import Names
from derive.checking.verdicts.suggested_bindings import suggested
from derive.errors import DataError
from derive.library.nomenclature import vocabulary


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        ("N_x = active_params\nx: 3.2 GB/s", {"N_x": "active_params", "x": "3.2 GB/s"}),
        ('N_x = "active_params"\n"\\\\eta" = "1"\nz = ""', {"N_x": "active_params", "\\eta": "1"}),
        (
            "# ours\n[bindings]\nw = byte/param  # of a weight\n\nv: 'GB'#",
            {"w": "byte/param", "v": "GB"},
        ),
        (
            "bindings:\n  \\rho_0: token\n  \"d_{in}\": '1'\n  - h: d_model",
            {"\\rho_0": "token", "d_{in}": "1", "h": "d_model"},
        ),
        ('bindings: {B: GB, "W": "byte/s"}', {"B": "GB", "W": "byte/s"}),
        ('bindings = { B = "GB" }', {"B": "GB"}),
        ("price = $3/Mtoken\nt^* = s", {"price": "$3/Mtoken", "t^*": "s"}),
        ("b =\nc = # later", {}),
        ("", {}),
    ],
)
def test_a_binding_file_is_lines_of_a_name_and_its_meaning(
    text: str, meanings: dict[str, str]
) -> None:
    """With `=` or `:`, quotes or none, a heading or none, and remarks."""
    assert bindings_in(text, "b.toml") == meanings


REFUSED = [
    (
        "x = s\ny",
        (
            "b.toml:2 [bindings]: “y” is not a binding. Write one a line: x = batch_size, or y:"
            " 3.2 GB/s."
        ),
    ),
    (
        "x = [3]",
        (
            'b.toml:1 [x]: a binding is a text on one line. Write x = "a variable, a unit or a'
            ' quantity".'
        ),
    ),
    (
        "x: |\n  s",
        (
            'b.toml:1 [x]: a binding is a text on one line. Write x = "a variable, a unit or a'
            ' quantity".'
        ),
    ),
    (
        'x = "s',
        (
            'b.toml:1 [x]: a binding is a text on one line. Write x = "a variable, a unit or a'
            ' quantity".'
        ),
    ),
    (
        "bindings = 3",
        (
            "b.toml:1 [bindings]: it is a table of names and meanings. Write bindings: alone on its"
            " line, a name and its meaning on each below it."
        ),
    ),
    (
        "[units]\nx = s",
        (
            "b.toml:1 [units]: a binding file has no such table. The one heading it may have is"
            " [bindings]."
        ),
    ),
    ("x = s\nx = GB", "b.toml:2 [x]: it is bound twice. Leave one of the two."),
    (
        "\nx = batch_sise",
        (
            "b.toml:2 [x]: there is no variable or unit named “batch_sise”. Did you mean batch_size"
            " or max_batch_size or microbatch_size? It is what “x” is bound to. A unit of your own"
            " is given with --units FILE."
        ),
    ),
]


@pytest.mark.parametrize(("text", "words"), REFUSED, ids=[text for text, _ in REFUSED])
def test_a_binding_that_is_none_is_refused_with_its_line_and_key(text: str, words: str) -> None:
    """And with what is to be written."""
    with pytest.raises(DataError) as caught:
        bindings_in(text, "b.toml")
    assert str(caught.value) == words


FRONTS = [
    (
        '+++\ntitle = "[bindings]"\nabout = """\n[bindings]\nnothing\n"""\n[bindings]\nB ='
        ' "GB"\n[other]\nB = [1, 2]\n+++\nB = 3 GB\n'
    ),
    (
        "---\ntitle: 'Bindings: x = y'\nlayout: post\nbindings:\n  B: GB  # a size\ntags:\n  - B ="
        " s\ntext: >\n  bindings: none\n---\nB = 3 GB\n"
    ),
    "\ufeff---\r\nbindings: {B: GB}\r\n...\r\nB = 3 GB\r\n",
]


@pytest.mark.parametrize("text", FRONTS, ids=["toml", "yaml", "windows"])
def test_front_matter_binds_whatever_else_it_says(text: str) -> None:
    """In TOML or YAML; the places in the text stay what they are."""
    (finding,) = check_document(document_of(text, "a.md"))
    assert (finding.verdict, finding.line, finding.column) == (
        "consistent",
        text.replace("\r\n", "\n").count("\n"),
        1,
    )


def test_a_rule_across_the_page_is_no_front_matter() -> None:
    """What stands between two of them is read."""
    assert [
        passage.line
        for passage in document_of("---\nSo it is.\n\nt = t_c\n\n---\n", "a.md").passages
    ] == [4]
    assert [
        passage.line for passage in document_of("---\nlayout: post\nt = t_c\n", "a.md").passages
    ] == [3]


def test_front_matter_that_is_wrong_is_told_by_its_line() -> None:
    """Of the document, not of the front matter."""
    with pytest.raises(
        DataError, match=r"^a\.md:4 \[x\]: there is no variable or unit named “sise”"
    ):
        document_bindings(document_of("---\ntitle: x\nbindings:\n  x: sise\n---\n", "a.md").front)


def notebook(*cells: tuple[str, str], **metadata: object) -> str:
    return json.dumps(
        {
            "metadata": metadata,
            "cells": [{"cell_type": kind, "source": source} for kind, source in cells],
        }
    )


def test_a_notebook_binds_in_its_metadata_or_its_first_cell() -> None:
    """Front matter is not a text of that cell."""
    in_cell = notebook(
        ("raw", "---\nbindings:\n  B: GB\n---"), ("markdown", "$B = 3$ GB, $B = 3\\,\\mathrm{GB}$")
    )
    assert document_bindings(document_of(in_cell, "n.ipynb").front) == {"B": "GB"}
    assert document_bindings(
        document_of(notebook(("markdown", "t"), bindings={"B": "GB"}), "n.ipynb").front
    ) == {"B": "GB"}
    for wrong in ({"B": 3}, ["B"], {"B": "sise"}):
        with pytest.raises(DataError, match=r"^n\.ipynb"):
            document_bindings(document_of(notebook(bindings=wrong), "n.ipynb").front)


@given(st.text(max_size=200), st.booleans())
def test_any_text_is_read_or_refused(text: str, front: bool) -> None:
    """Nothing crashes the line reader."""
    try:
        meanings = bindings_in(text, "b", front=front)
    except DataError as error:
        assert str(error).startswith("b:")
    else:
        assert all(meanings.values())


@given(st.from_regex(r"\\?[a-zA-Z]{1,4}(_(\{[a-z\\ ,'#=:]{1,4}\}|[a-z]))?", fullmatch=True))
@pytest.mark.slow
def test_what_is_suggested_reads_back(name: str) -> None:
    r"""Every name as it was spelt; an operator (`\le`) is none."""
    assume(re.search(r"[^\W_]", spelt(name)))
    assert list(bindings_in(f'{json.dumps(name, ensure_ascii=False)} = "GB"  # may be x', "b")) == [
        name
    ]


def test_a_binding_file_to_complete_lists_every_unknown_name_once() -> None:
    """With what it may be and what its equations make of it."""
    findings = check("t_c = k N\nt = k N\nx = y + N")
    text = suggested(findings, Names(vocabulary))
    assert (
        text.splitlines()[2]
        == '"k" = ""  # 2 equations; may be kv_bytes_per_token or kv_bytes_stored_per_token; its'
        " equations give it s/param"
    )
    assert set(bindings_in(text, "b.toml")) == {"N", "t", "t_c"}


LABELS = r"""$$\text{Kept-Rows} = 3 \cdot \text{[rows/page]}\, q'$$

$$\text{(Kept\_Rows)} = \text{1\_wide} + \text{Kept Rows}$$

$$a \le b \text{ where } \text{Größe A/B} = \vec{F}_{12} \text{ metres}$$
"""


def test_what_is_suggested_is_a_name_and_can_be_bound_as_it_is_written() -> None:
    """Labels too; never an operator, a unit or a word of the sentence."""
    document = document_of(LABELS, "a.md")
    text = suggested(check_document(document), Names(vocabulary))
    names = re.findall(r'^"(.*?)" =', text, re.MULTILINE)
    assert {"Kept-Rows", "[rows/page]", "(Kept_Rows)", "1_wide", "Kept_Rows"} <= set(names)
    assert not {"≤", "where", "metres", "_where_", "_metres"} & set(names)
    bound = bindings_in(text.replace(' = ""', ' = "GB"'), "b.toml")
    assert list(bound) == names
    findings = check_document(document, bound)
    assert not any(set(finding.unknown) & set(names) for finding in findings)


SHAPES = "$$y = T_a + T_b + T_{\\text{c d}}$$\n\n$$T_a = 3 T_b$$\n\n$$x = q_1 u$$\n"


def test_one_line_answers_for_all_names_of_a_shape() -> None:
    """They stand together, and a line of its own counts more."""
    document = document_of(SHAPES, "a.md")
    text = suggested(check_document(document), Names(vocabulary))
    names = re.findall(r'^"(.*?)" =', text, re.MULTILINE)
    assert names[:4] == ["T_*", "T_a", "T_b", "T_c_d"] and "q_*" not in names
    assert '"T_*" = ""  # answers for every T_* that is left empty' in text
    bound = bindings_in(text.replace('"T_*" = ""', '"T_*" = "s"'), "b.toml")
    first, second, _ = check_document(document, {**bound, "y": "s"})
    assert (first.verdict, second.verdict) == ("consistent", "consistent")
    assert first.bindings["T_c_d"] == "s"
    first, *_ = check_document(document, {"T_*": "s", "y": "s", "T_b": "m"})
    assert first.verdict == "inconsistent"


def test_a_refused_line_leaves_the_others() -> None:
    """With file, line and key; without a list of them it is raised."""
    refused: list[RefusedBinding] = []
    text = "x = s\ny\nz = sise\nw: GB\nx = GB\n[units]\nv = s\n"
    assert bindings_in(text, "b.toml", refused=refused) == {"x": "s", "w": "GB"}
    assert [(one.fault.file, one.fault.line, one.fault.key, one.text) for one in refused] == [
        ("b.toml", 2, "bindings", "y"),
        ("b.toml", 3, "z", "z = sise"),
        ("b.toml", 5, "x", "x = GB"),
        ("b.toml", 6, "units", "[units]"),
    ]


@pytest.mark.parametrize(
    ("text", "file", "line"),
    [
        ("---\nbindings:\n  x: sise\n  B: GB\n---\n$$B = 3\\,\\mathrm{GB}$$\n", "a.md", 3),
        (notebook(("markdown", "$$B = 3\\,\\mathrm{GB}$$"), bindings={"x": "sise", "B": "GB"}),
         "n.ipynb", 1),
    ],
    ids=["markdown", "notebook"],
)  # fmt: skip
def test_a_refused_line_of_front_matter_is_a_warning(text: str, file: str, line: int) -> None:
    """The rest binds, and the run goes on."""
    refused, judged = check_document(document_of(text, file))
    assert (refused.rule, refused.level, refused.line, refused.file) == (
        "binding-refused",
        "warning",
        line,
        file,
    )
    assert refused.brief.startswith(
        "the binding of “x” is refused: there is no variable or unit named “sise”"
    )
    assert judged.verdict == "consistent"


def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path) -> None:
    """A directory, another encoding, nothing there."""
    (tmp_path / "a").write_bytes("x = s".encode("utf-16"))
    (tmp_path / "b").write_bytes(b"caf\xe9 = s")
    for name, words in (
        ("a", "it is UTF-16. Save it as UTF-8."),
        ("b", "byte 4 is not UTF-8"),
        (".", "it is a directory"),
        ("c", "No such file"),
    ):
        with pytest.raises(DataError, match=words):
            read_bindings(tmp_path / name)


def test_a_shape_of_words_leaves_names_that_say_what_they_are() -> None:
    """`GPU_*` speaks for GPU_peak and not for GPU_memory_bandwidth."""
    text = "$t = M / \\text{GPU_memory_bandwidth}$\n\n$r = F / \\text{GPU_peak}$\n"
    own = {"GPU_*": "FLOP/s", "t": "s", "r": "s", "M": "byte", "F": "FLOP"}
    found = check_document(document_of(text, "a.md"), own)
    assert [finding.verdict for finding in found] == ["consistent", "consistent"]


def test_units_debris_and_rates_are_never_asked_for() -> None:
    """A ratio of units, a rate by its initials, half a bracket; a quantity is."""
    text = (
        "$y = 3\\ \\text{flops/cycle}$, $z = 2\\ \\text{GFLOPS}$, $q = [\\text{flops/byte}] u$\n\n"
        "$r = 16\\ \\text{bytes (FP16)}$, $w = 2v$, $T_2 = 0.5$\n"
    )
    document = document_of(text, "a.md")
    made = suggested(check_document(document), document_names(document))
    asked = {line.split('"')[1] for line in made.splitlines() if line.startswith('"')}
    assert not asked & {"flops/cycle", "GFLOPS", "[flops/byte]", "bytes_(FP16)"}
    assert {"v", "w", "u"} <= asked
    assert "its equations give it 1" not in made


def test_a_name_in_words_is_read_beside_letters_of_the_authors() -> None:
    """Its variable may have a symbol that is no longer read as the library's."""
    text = "# GPU\n\nThen feedforward_dimension = 4 * x.\n"
    (found,) = check_document(document_of(text, "a.md"), {"x": "1"})
    assert (found.verdict, found.bindings["feedforward_dimension"]) == ("consistent", "d_ff")
