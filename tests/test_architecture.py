"""The house: what stands on which floor, who may import whom, and what an import costs."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_type_hints

import networkx as nx
import pytest

import derive

HOUSE = Path(derive.__file__).parent
WORD = re.compile(r"[^\W\d]\w*")
# The files and folders of each folder in import order: each may import those named before it, and
# none after it. The folder's own __init__ stands above all of them.
FLOORS = {
    "derive": """
        spellings errors arguments version data_files text_files display public_names program units
        equations structure results algebra solving analysis system packs library rendering checking
        claims reporting authoring explorer search cases kept corpora site lsp mcp completion cli
        __main__
    """,
    "derive.kept": "folder fingerprint shape record reader eligible maker",
    "derive.program": """
        nodes tolerances short_numbers arithmetic grid steps roots residual compiler restriction
        data array_arithmetic reader formula signs batch folding regimes spans block_result
        array_regimes root_noise scalar filling array_blocks array_walk
        inlining array_checks arrays
        interval interval_powers ends cases narrowing product_node powers contraction presolve
        product_rows factor_limits products propagation
        question moving json
        javascript_expressions javascript_literal javascript_parts javascript_tables
        javascript_records
        javascript
    """,
    "derive.units": """
        superscripts dimension written_number lexer prefixes rates definitions registry unit reader
        multipliers text ladder display exchange turning products conversion
    """,
    "derive.equations": """
        citation range expression tex_symbol var vocabulary opaque differences lowering exponents
        dimensions notation
        layout plain conversions crossing suggestions dimension_check neglected relation constraint
        theorem
    """,
    "derive.completion": "pack_names names words shells",
    "derive.structure": "derivatives incidence coupling point propagation rank missing plan",
    "derive.results": """
        uncertain uncertainty status known pull bottleneck derivation solution bound gap conflict
        written parts answer worst closed_form comparison missing optimum sensitivity scenario sweep
        measured corpus census pack_trial
    """,
    "derive.algebra": """
        isolate regimes degenerate eliminate dropped_out branch closed_form agreement own_numbers
        verify
    """,
    "derive.solving": """
        fitting_units amounts stated_numbers uncertain_givens unread_ranges uncertain_text givens
        compiled
        variants named_variable unique_names
        zero_parts zero_substitution bundle equation_system compilation effort coupled_blocks
        propagate
        query nearest usual_values left_open precedence provenance query_preparation lost_zeros
        beyond_floats
        hypothetical beginning reduction consistency jump_by_last_bits noise followed_ends
        contradiction
        constraints secants response neglected_terms cancelling_counts vanishing_sums
        cancellation
        ideal_values whole_numbers comparison_tolerance reconciling_defaults tied_regimes
        closed_relations conflicts
        redundant_relations discontinuities forward_function bounds zeros identifiable equal_given
        namesake flat_by_digits
        missing_candidates missing_reach plan_trial missing conditional derivation_builder
        part_words breakdown
        moves bottleneck path prove composition programs program_parts surroundings courses
        question_program function answer_parts no_value determined other_routes open
        value_search value_sets sharp_ends interval_ends left_out_ends interval_limits open_ends
        open_by_digits
        needed_givens divided_by_zero further_limits opposing_terms fitting_value
        admitted ideals_together refuted_ideals
        bounded_answer stated_target judged_answer unjudged_answer
        complete_search coupled_contradiction completed whole_set finest_values answer
        bound_conflict two_routes conflict_explanation
    """,
    "derive.analysis": """
        sweep uncertainty solve missing_question sensitivity optimisation flips shapley comparison
    """,
    "derive.analysis.sweep": """
        points axes text_codes answer_buffer spec tiles plan question contradictions parts
        lazy_column columns notes memory sweep chunks flags rows frames
    """,
    "derive.analysis.uncertainty": """
        exact kinds monotone sampling tolerance_box required_accuracy searched_ends parts intervals
        uncertain_answer fitting_intervals redundant_givens refuted_ends corners one_value
        wider_ends sets following_arrays following stretches put_back jumps limits_of_sets
        uncertain_question spread
    """,
    "derive.analysis.sensitivity": """
        perturbed active_branch crossings elasticity boundaries zeros sensitivity
    """,
    "derive.analysis.optimisation": """
        ranges limits active_formula slopes objective_function equalities problem search candidates
        asymptotics segments counts_on_line approached line mesh flat_region best shadow
        infeasible_subset consistent whole_best explanation neglected_limits optimise
    """,
    "derive.packs": "wording parts pack reading registry in_use",
    "derive.library": """
        common_names outputs index content examples catalogue stub combined nomenclature relations
        entries said_variants system choices scenario_words measured api entry_rows questions grid
        scenario activation
    """,
    "derive.library.measured": """
        operating_point validation number_formats file question bounds kept comparable shares
        benchmarks validate efficiency
    """,
    "derive.library.catalogue": """
        location quantity table toml_file precision spellings figure sources kinds record givens
        store own_data contents lookups choices
    """,
    "derive.library.entries": """
        peak_rates rental price_tiers kinds json_file config_keys config_layers config_kinds
        config_shape config_json elements accelerators precisions models tiers tariffs prices
        scaling_laws lookups
    """,
    "derive.library.nomenclature": """
        vocabulary conversions hardware model decode batch context serving places drafting
        prefill training training_memory adapters layer_activations
        budget chinchilla networks pipeline bubble prices
        modes tiers shape quality reversible kernels ownership tasks conversations formats placement
        step_network realised interruptions
    """,
    "derive.library.relations": """
        overlap queueing bubble collectives quantised_cache reversible shape training_memory
        two_costs savings paths tasks conversations split layouts roofline training budget
        recomputation chinchilla chunked_prefill room capacity modes kv_cache balance prefill tiers
        weight_read
        training_splits speculation serving places domains pipeline windows
        attention sparse_attention prefill_attention experts hold_times tariffs states
        compressed layout_points context_points hops stages kernels ownership weight_formats
        adapters layer_activations sparsity batch_cost step_network placement expert_load
        realised interruptions
    """,
    "derive.rendering": "expressions document formats layouts json lists one_line presenter",
    "derive.rendering.expressions": """
        printed_quantity printer inline sanitise latex_text stacked latex mathml typst
    """,
    "derive.rendering.document": """
        document parts unit_words wording anchors worked_line inline_writer ranges columns decimals
        block_writer references reader_names regime_words
    """,
    "derive.rendering.formats": """
        latex_display latex_prose latex_table markdown formula_font html_prose html_table
        html_picture html
        styled_text terminal_equation terminal_prose terminal_columns terminal_lines terminal latex
        latex_fragment typst pdf pdflatex bibtex part_files csv netcdf zarr parquet table_csv
        table_jsonl table_parquet data_formats registry
    """,
    "derive.rendering.layouts": """
        nomenclature derivation_lines derivation uncertainty comparison missing closed_form
        described pulls conflict
        bottleneck answer_sections headline result_box opening answer short answers boundaries
        sensitivity optimum_headline optimum_result optimum scenario_words scenario
        sweep_extremes sweep_for_readers sweep described_equations
        described_entries described_units described_variants validation census
    """,
    "derive.rendering.lists": """
        data_table table library_rows entry_rows validation_rows census_rows comparison_rows
        sensitivity_rows answer_rows
    """,
    "derive.rendering.json": """
        text amounts derivation bottleneck closed_form comparison missing sensitivity answer optimum
        scenario sweep validation corpus census pack_trial
    """,
    "derive.explorer": """
        squeeze names packing frame beside menus templates quantities regimes directions contents
        page
    """,
    "derive.checking": """
        twin
        extraction spelling symbols tokens latex grammar figures habits disambiguation inference
        matching verdicts collector check rule_words summary_text findings_json findings_text
        findings_sarif findings_github
    """,
    "derive.checking.extraction": """
        chip_names dotted_units drawings macros passage prose sentence_pieces shares counting_words
        figure_ends sentences skipped figure_units math_spans continued tex markup columns lines
        tex_prose literal markdown html typst moduli topics unitless document
    """,
    "derive.checking.spelling": """
        canonical joined_units latex_commands latex_tokens latex_names typst_commands
        typst_parts typst_tokens siunitx
    """,
    "derive.checking.symbols": """
        evidence foreign_terms written_words quantity_names unit_spelling computing_phrases
        unit_phrases plain_prose bracketed_units
        name_meanings name_splits own_names counted bound_units library_names subject
        variable_phrases phrase_meanings shapes places spelt_out
        name_nouns offers
        definition_patterns mentions introductions names equated bindings
        phrases_around clause_patterns unit_clauses tables
        definition_phrases stated_values indexed_letters definitions unknown
    """,
    "derive.checking.tokens": """
        reading_options brackets series crosses ranges fractions_in_line normal parts measures
        plain_figures
        units_of_brackets unit_fractions counting_nouns wording rates names_of_words remarks
        transposes multipliers
        glued_letters joined_words minutes rates_for_times quantities calls derivative differentials
        word_split
        units_and_sizes pieces
    """,
    "derive.checking.latex": """
        lookahead words_between rearranged cursor groups scripts powers remark text_operation
        text_mode symbols structures marks enclosures blackboard environments physics commands
        formula
    """,
    "derive.checking.grammar": """
        tree counted_units rounded_counts matrices imaginary expression terms juxtaposition
        functions pratt statement units_behind parser
    """,
    "derive.checking.figures": """
        multiples written_multipliers functions worked_number agreement calendar conversions
        bare_terms operand_rounding mixed_numbers ends_of_ranges converting_numbers rounded_terms
        shown_figures exactly_apart comparison differing as_written gravity kelvins teslas
        measured_figures values_put_in zero_terms
        multipliers_below
        added_shares brackets_behind counted_below clock_steps nouns_behind whole_quotients
        times_left_out
        per_time running prices times_put_back
        unlike_terms terms_in_multiples letters_for_bytes leading_case exchanged explained
    """,
    "derive.checking.habits": "habit put_back possible_dimensions agreeing",
    "derive.checking.disambiguation": "interpretation disambiguation",
    "derive.checking.inference": """
        compared conditions elimination defining told_beside carried guesses nearby
    """,
    "derive.checking.matching": """
        match powers indexed candidates compared_equation comparison best_match
    """,
    "derive.checking.verdicts": """
        levels subject finding unit_letters messages text_disagrees logarithms remarks
        worked_figures figures_put_in unit_behind letters_alone conditional coefficients
        counts_as_numbers plain_counts amounts_of_one rates_of_one_gpu
        other_meanings fitted_powers sizes_of_one ones_of_bytes squared_counts
        numbers_of_times own_units
        unit_of_result means_otherwise letters_left_open said_at_hand unsaid_dimensions
        values_without_units another_meaning weak_evidence written_units
        borrowed_letters
        figures_as_meant bars_in_line bare_figures
        consistent counts_beside_one raised_letters sentences inconsistent chain families open_names
        redefined repeated
        correspondence brackets_beside times_apart unproven_figures other_arithmetic
        steps_of_formulas
        wrong_prefixes text_beside likely_slips plainly_read different_multiples
        words_aside whatever_the_unit undetermined refused_bindings suggested_bindings
        whole_library inferred judge_statement putting_in values_told judge
    """,
    "derive.authoring": "listed points directions statements trial new_pack",
    "derive.claims": "findings verdicts factors keys claim equation trial rows described",
    "derive.reporting": """
        source_lines imprint source markdown stamp snapshot files executors chunk_files starter
        answer_file route answers report_context
        names_in_words
        measured_blocks figures answer_blocks tables theorem_blocks verdict_sentences
        claim_blocks placeholders
        own_derivations composing live self_check write freshness freshness_text
    """,
    "derive.reporting.figures": """
        axis_text style infeasible free_labels bars curve ladder measured pipeline route_cards route
        figure tornado sweep
    """,
    "derive.site": """
        address public_api guides standard_cases measured_pages contents head writer missing_page
        values inversions blocks commands equation_pages back_links entry_words entry_pages
        python_pages
        library_pages list_pages made search_index folder build
    """,
    "derive.lsp": "open_document readings changes server",
    "derive.search": "everyday things found hits named shown elsewhere",
    "derive.cases": "case user_files resolve required swaps decimal_comma table table_answers",
    "derive.corpora": "settings documents work worker checker executors shards corpus census",
    "derive.mcp": """
        wording size arguments schemas tools answers results questions resources work worker server
    """,
    "derive.cli": """
        closed_streams packs helps options faults commands output progress sweep_axes sweep_output
        solve formula scenario missing compare sensitivity optimise sweep validate convert
        check_corpus check_formats check census page report find listing show graph site lsp mcp
        completion cache new_pack pack main completion_table
    """,
}
FILES = sorted(HOUSE.rglob("*.py"))


def module_of(path: Path) -> str:
    """The dotted name of a file; that of a folder for its __init__."""
    parts = ("derive", *path.relative_to(HOUSE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in FILES}
DOTTED = MODULES.keys() - {"derive"}


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """All nodes of the syntax tree of a file."""
    return list(ast.walk(tree_of(path)))


def imported(path: Path) -> Iterator[str]:
    """The modules of the house that a file imports, at its top, in functions or for types alone,
    and those that a string names.
    """
    for node in nodes_of(path):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value] if node.value.replace(".", "").isidentifier() else []
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            names = [str(node.values[0].value)]
        for name in names:
            while name.startswith("derive.") and name not in MODULES:
                name = name.rpartition(".")[0]
            if name.startswith("derive."):
                yield name


def sources(path: Path) -> list[Path]:
    """A file, and the stub file that lists the public names of a package beside its __init__."""
    return [path, *path.parent.glob(f"{path.stem}.pyi")]


@cache
def imports(module: str) -> list[str]:
    """The other modules of the house that a module imports."""
    found = {name for source in sources(MODULES[module]) for name in imported(source)}
    return sorted(found - {module})


@cache
def places(module: str) -> list[tuple[str, str]]:
    """The folders that a module stands in, each with the module's place among what is in it."""
    parts = [*module.split("."), *(["__init__"] if MODULES[module].stem == "__init__" else [])]
    return [(".".join(parts[:k]), parts[k]) for k in range(1, len(parts))]


@cache
def floor(folder: str, name: str) -> int:
    """Where a file or folder stands in the order of its folder, the folder's own __init__ above all
    others.
    """
    order = FLOORS[folder].split()
    return len(order) if name == "__init__" else order.index(name)


def test_every_file_has_its_place() -> None:
    """A file is placed before it is built, once, and none is placed that is not there."""
    standing: dict[str, set[str]] = {}
    for module in MODULES:
        for folder, name in places(module):
            standing.setdefault(folder, set()).add(name)
    assert {folder: Counter(order.split()) for folder, order in FLOORS.items()} == {
        folder: Counter(names - {"__init__"})
        for folder, names in standing.items()
        if names != {"__init__"}
    }


def stands_above(module: str, other: str) -> bool:
    """Whether a module stands above another where their folders part."""
    pairs = zip(places(module), places(other), strict=False)
    (folder, here), (_, there) = next(pair for pair in pairs if pair[0] != pair[1])
    return floor(folder, here) > floor(folder, there)


def test_imports_go_downwards_only() -> None:
    """Where two modules part, the one that imports stands above the other; late imports, imports
    for types and strings that name a module count like all others.
    """
    assert not [
        f"{module} imports {other}"
        for module in MODULES
        for other in imports(module)
        if not stands_above(module, other)
    ]


def test_a_class_has_a_name_of_its_own() -> None:
    """A public class name means one thing in the whole package."""
    named: dict[str, list[str]] = {}
    for module, path in MODULES.items():
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named.setdefault(node.name, []).append(module)
    assert {name: homes for name, homes in named.items() if len(homes) > 1} == {}


def test_the_readers_of_formulas_are_composed() -> None:
    """A cursor, a table of rules and functions: no class of the readers inherits from another."""
    rooms = ("derive.checking.latex.", "derive.checking.grammar.")
    heirs = {
        node.name: [ast.unparse(base) for base in node.bases]
        for module, path in MODULES.items()
        if module.startswith(rooms)
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef) and node.bases
    }
    assert {name: bases for name, bases in heirs.items() if bases != ["Protocol"]} == {}


def late_imports(path: Path) -> list[str]:
    """The imports of the house's modules that do not stand at the top of a file."""
    tree = tree_of(path)
    below = {node for top in tree.body for node in ast.walk(top)} - {*tree.body}
    return [module for node in below for module in own_modules(node)]


def own_modules(statement: ast.AST) -> list[str]:
    """The modules of the house that an import statement names."""
    if isinstance(statement, ast.ImportFrom):
        names = [f"{statement.module}.{alias.name}" for alias in statement.names]
        names = [name if name in MODULES else f"{statement.module}" for name in names]
    else:
        named = statement.names if isinstance(statement, ast.Import) else []
        names = [alias.name for alias in named]
    return [*dict.fromkeys(name for name in names if name in MODULES)]


@cache
def loaded_with(module: str) -> frozenset[str]:
    """The modules of the house that are loaded once a module is: at the tops of files alone."""
    loaded: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name and name not in loaded:
            loaded.add(name)
            waiting += [name.rpartition(".")[0]]
            waiting += [
                other for node in tree_of(MODULES[name]).body for other in own_modules(node)
            ]
    return frozenset(loaded)


def imported_by_name(path: Path) -> Iterator[str]:
    """The modules of the house that a file names in a string to import them when they are used."""
    calls = (node for node in nodes_of(path) if isinstance(node, ast.Call))
    if any(getattr(call.func, "id", "") == "import_module" for call in calls):
        texts = (getattr(node, "value", None) for node in nodes_of(path))
        yield from {text for text in texts if isinstance(text, str) and text in DOTTED}


def test_nothing_of_the_house_is_imported_for_types_alone() -> None:
    """What a type names is imported, or offered by a package whose names are imported on use."""
    for path in FILES:
        for node in nodes_of(path):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                assert not [name for below in ast.walk(node) for name in own_modules(below)], path


def test_types_offered_by_packages_are_those_of_the_engine() -> None:
    """Readers of signatures find what the annotations of `Pack` and `check` name."""
    stated = get_type_hints(derive.Pack.__init__)
    assert stated["relations"] == str | Iterable[derive.Relation]
    assert stated["variables"] == str | Iterable[derive.Var]
    assert get_type_hints(derive.check)["system"] == derive.System | derive.Pack | str | None


def test_a_late_import_spares_start_up_time() -> None:
    """What is loaded with a file anyway is imported at its top."""
    assert not [
        f"{module} imports {name}, which is loaded with it"
        for module, path in MODULES.items()
        for name in (*late_imports(path), *imported_by_name(path))
        if name in loaded_with(module)
    ]


# Imports left out of a plain solve, of a report without such claims, or of options, which need no
# equations; at most 25 in all.
LATE = {"analysis": 7, "claims": 1, "library": 1, "system.py": 4, "cli": 4}


def test_modules_of_the_house_are_imported_at_the_top() -> None:
    """But for the few that are left out to save start-up time."""
    late: dict[str, list[str]] = {}
    for path in FILES:
        room = path.relative_to(HOUSE).parts[0]
        late.setdefault(room, []).extend(f"{path}: {name}" for name in late_imports(path))
    assert {room: names for room, names in late.items() if len(names) > LATE.get(room, 0)} == {}


LIBRARY = json.loads((HOUSE / "library/index.json").read_text(encoding="utf-8"))
# Completion reads the files of the library's entries as text, since it does without the engine; the
# other is the command on measurements of the library's subject.
NAME_VARIABLES = {
    "derive.completion.names": {"peak_flops"},
    "derive.cli.validate": {"memory_share"},
    "derive.cli.report": {"price_cliff"},  # a report of this name too, in the help
}


def statements(path: Path) -> Iterator[str]:
    """The strings of a file that are no docstrings."""
    docstrings = {
        node.body[0].value
        for node in nodes_of(path)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    constants = (node for node in nodes_of(path) if isinstance(node, ast.Constant))
    yield from (n.value for n in constants if isinstance(n.value, str) and n not in docstrings)


def test_the_engine_names_no_variable_or_relation_of_the_library() -> None:
    """Anywhere within a string: a pack has its own. Names of one word may mean something else."""
    rows = LIBRARY["rows"].values()
    stated = [row[0] for parts in rows for part in parts.values() for row in part]
    names = {name for name in (*LIBRARY["variables"], *stated) if "_" in name}
    naming: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        if not module.startswith("derive.library"):
            words = {word for text in statements(path) for word in WORD.findall(text)}
            if found := words & names:
                naming[module] = found
    assert naming == NAME_VARIABLES


# What the library consists of, beside the files that read any pack.
CONTENT = """
    common_names entries measured nomenclature outputs relations said_variants scenario_words
"""
# The command on published measurements, what prints them, and what reports and the site show of
# them.
ON_MEASUREMENTS = """
    cli.validate rendering.json.validation rendering.layouts.validation
    rendering.lists.validation_rows rendering.one_line rendering.presenter
    reporting.figures.measured reporting.measured_blocks site.measured_pages
"""


def test_the_engine_imports_the_content_of_the_library_for_measurements_alone() -> None:
    """Else it reads what the packs in use state."""
    content = tuple(f"derive.library.{part}" for part in CONTENT.split())
    importing = {
        module
        for module in MODULES
        if not module.startswith("derive.library") and module != "derive"
        for other in imports(module)
        if other.startswith(content)
    }
    assert importing == {f"derive.{module}" for module in ON_MEASUREMENTS.split()}


DATA = ("library/relations", "library/nomenclature")  # tables of relations and variables
MOST_LINES, MOST_BODY_LINES = 250, 40


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function below its signature and docstring."""
    first, *rest = function.body
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and rest:
        first = rest[0]
    return (function.end_lineno or 0) - first.lineno + 1


def test_files_stay_short() -> None:
    """A file has one job; tables of data may be longer."""
    lines = {
        module: len(path.read_text(encoding="utf-8").splitlines())
        for module, path in MODULES.items()
        if not is_table(path)
    }
    assert {module: count for module, count in lines.items() if count > MOST_LINES} == {}


def is_table(path: Path) -> bool:
    """Whether a file states relations or variables, and hardly a tenth of it is functions."""
    if not path.relative_to(HOUSE).as_posix().startswith(DATA):
        return False
    made = [node for node in tree_of(path).body if isinstance(node, ast.FunctionDef)]
    code = sum((node.end_lineno or 0) - node.lineno + 1 for node in made)
    return 10 * code <= len(path.read_text(encoding="utf-8").splitlines())


def test_functions_stay_short() -> None:
    """A function fits on a screen."""
    lines = {
        f"{module}.{node.name}": body_lines(node)
        for module, path in MODULES.items()
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef)
    }
    assert {name: count for name, count in lines.items() if count > MOST_BODY_LINES} == {}


def test_there_are_no_circles() -> None:
    """Neither among files nor among what stands side by side in a folder."""
    files = nx.DiGraph([(module, other) for module in MODULES for other in imports(module)])
    beside = nx.DiGraph()
    for module in MODULES:
        for other in imports(module):
            pairs = zip(places(module), places(other), strict=False)
            beside.add_edge(*next(pair for pair in pairs if pair[0] != pair[1]))
    for graph in (files, beside):
        assert [c for c in nx.strongly_connected_components(graph) if len(c) > 1] == []


def test_no_file_imports_networkx_at_its_top() -> None:
    """It takes a third of the time of a whole question, which does without it."""
    for path in FILES:
        for node in tree_of(path).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert "networkx" not in names, path


@pytest.mark.parametrize(
    "statement",
    [
        "import derive",
        "import derive; dir(derive); derive.__version__",
        "import derive.errors",
        "import derive.cli",
        "from derive.library.catalogue.lookups import lookups; lookups()",
    ],
)
def test_importing_derive_loads_nothing_heavy(statement: str) -> None:
    """sympy, pint, networkx, numpy and the like come in when they are first needed."""
    heavy = (
        "{'sympy', 'pint', 'networkx', 'numpy', 'mpmath', 'matplotlib', 'typst', 'rich',"
        " 'markdown_it'}"
    )
    code = f"{statement}; import sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=HOUSE.parent
    )
    assert done.stdout.strip() == "[]"


def test_the_package_says_that_it_is_typed() -> None:
    """Type checkers read a package's annotations only beside the marker of PEP 561."""
    assert (HOUSE / "py.typed").is_file()


def test_every_public_name_is_where_it_is_said_to_be() -> None:
    """Each name of `derive.__all__` can be had, and no other."""
    for name in derive.__all__:
        assert getattr(derive, name) is not None
    assert set(derive.__all__) <= set(dir(derive))
    with pytest.raises(AttributeError):
        _ = derive.slove


@pytest.mark.parametrize("stub", sorted(HOUSE.rglob("*.pyi")), ids=lambda path: path.parent.name)
def test_a_stub_lists_public_names_and_nothing_else(stub: Path) -> None:
    """Each line is `from X import Y as Y`: type checkers and the package read the same names."""
    for node in tree_of(stub).body:
        assert isinstance(node, ast.ImportFrom) and len(node.names) == 1
        assert node.names[0].name == node.names[0].asname


@pytest.mark.slow
def test_no_text_of_a_user_reaches_a_parser_that_executes_it() -> None:
    """eval, exec, parse_expr, parse_latex, lambdify and sympify without strict=True stand nowhere
    in the house.
    """
    for path in FILES:
        for node in nodes_of(path):
            if isinstance(node, ast.Call):
                name = (
                    node.func.attr
                    if isinstance(node.func, ast.Attribute)
                    else getattr(node.func, "id", "")
                )
                strict = any(
                    keyword.arg == "strict" and getattr(keyword.value, "value", None) is True
                    for keyword in node.keywords
                )
                assert name not in {
                    "eval",
                    "exec",
                    "parse_expr",
                    "parse_latex",
                    "parse_units",
                    "parse_expression",
                    "lambdify",
                }, path
                assert name not in {"sympify", "S"} or strict, path


def test_names_that_the_benchmarks_import_exist() -> None:
    """The benchmarks run by hand, and import late."""
    for file in (HOUSE.parent / "tests" / "bench").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("derive"):
                for alias in node.names:
                    exec(f"from {node.module} import {alias.name}", {})
