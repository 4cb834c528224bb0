"""The command as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from derive.cli.main import main
from tests.conftest import run_each

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
START = [sys.executable, "-c", "from derive.cli.main import main; main()"]


def derive(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [*START, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=60,
        check=False,
    )


def test_nothing_is_looked_through_for_garbage_at_the_end():
    """It took a fifth of a cold command; what is frozen is not looked at."""
    code = (
        "import atexit, gc\natexit.register(lambda: print(len(gc.get_objects())))\n"
        "from derive.__main__ import main\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--version"], capture_output=True, text=True, check=True
    )
    assert int(done.stdout.split()[-1]) < 1000


def test_help_imports_nothing_heavy():
    code = (
        "import sys\nfrom derive.cli.main import main\ntry:\n    main(['--help'])\nexcept"
        " SystemExit:\n    pass\nprint([name for name in ('sympy', 'pint', 'networkx', 'rich',"
        " 'numpy', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_check_loads_no_engine_and_a_question_no_parser_of_markdown():
    """No equation is solved to check one, and only the sources of reports are parsed."""
    code = (
        "import sys\nfrom derive.cli.main import main\ntry:\n    main(['check', '2 GB = 2 GB'])\n"
        "except SystemExit:\n    print('\\n', 'derive.system' in sys.modules)\n"
        "for more in ([], ['--json']):\n    try:\n"
        "        main(['solve', 'drain_time', '-g', 'hbm_capacity=80 GB/GPU', '-g',"
        " 'hbm_bandwidth=4 TB/s/GPU', *more])\n    except SystemExit:\n"
        "        print('\\n', 'markdown_it' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=True,
    )
    checked, told, data, after = done.stdout.split(" False\n")
    assert "consistent" in checked and "20" in told and "20" in data and not after


def test_without_numpy_what_asks_at_many_points_names_the_extra():
    given = ("drain_time", "-g", "hbm_capacity=80 GB/GPU")
    codes = {
        ("solve", *given, "-g", "hbm_bandwidth=uniform 3 to 4 TB/s/GPU"): 2,
        ("solve", "step_time", "-g", "compute_time=2 to 4 ms", "-g", "memory_time=3 ms"): 2,
        ("solve", *given, "-g", "hbm_bandwidth=4 TB/s/GPU", "--within", "10 %"): 2,
        ("sweep", *given, "--over", "hbm_bandwidth=1; 2 TB/s/GPU"): 2,
        ("sweep", "--help"): 0,
        ("solve", *given, "-g", "hbm_bandwidth=lognormal 3 to 4 TB/s/GPU"): 0,
        ("sensitivity", *given, "-g", "hbm_bandwidth=4 TB/s/GPU"): 0,
    }
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    hidden = "import sys\nsys.modules['numpy'] = None"
    found = run_each([*codes], hidden, env=environment, timeout=60)
    for done, code in zip(found, codes.values(), strict=True):
        assert done.returncode == code
        assert (
            "needs the package numpy. Install the extra: pip install 'derive-roofline[sweep]'"
            in done.stderr
        ) is (code == 2)


def test_a_pipe_gets_plain_text_and_no_rich():
    done = derive("solve", "drain_time", "--accelerator", "h100_sxm")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "drain_time = 25.52 ms" in done.stdout


def test_a_reader_who_leaves_early_is_no_fault():
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [*START, "list", "sources", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=60), said) == (141, b"")


def test_an_error_leaves_stdout_empty_and_tells_on_stderr():
    done = derive("solve", "drain_tme")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "derive: there is no variable named “drain_tme”. Did you mean drain_time"
    )


def test_own_data_and_units_are_laid_over_the_catalogue(tmp_path):
    (tmp_path / "units.txt").write_text(
        "furlong = 201.168 * meter\nrack = 72 * GPU\n", encoding="utf-8"
    )
    chip = (
        '[accelerator.my_chip]\nname = "mine"\nhbm_capacity = { value = "7200 GB/rack", source ='
        ' "lecture" }\n'
    )
    (tmp_path / "mine.toml").write_text(
        chip + 'hbm_bandwidth = { value = "10 TB/s/GPU", source = "lecture" }\n', encoding="utf-8"
    )
    done = derive(
        "solve",
        "drain_time",
        "--accelerator",
        "my_chip",
        "--data",
        str(tmp_path / "mine.toml"),
        "--units",
        str(tmp_path / "units.txt"),
    )
    assert "drain_time = 10 ms" in done.stdout, done.stderr


def test_version_is_told():
    import derive as package

    assert derive("--version").stdout.strip() == f"derive, version {package.__version__}"


def test_the_help_of_derive_names_each_command_as_its_own_help_begins():
    for name, entry in main.entries.items():
        command = main.get_command(click.Context(main), name)
        assert command is not None
        assert command.get_short_help_str(limit=1000) == entry.summary


def test_a_case_comes_from_what_the_shell_has_opened(tmp_path: Path) -> None:
    """A pipe by its descriptor, as <(...) names it, is read as a file is."""
    case = b'target = "drain_time"\naccelerator = "h100_sxm"\n'
    words = [sys.executable, "-m", "derive", "solve", "-f", "/dev/stdin", "--brief"]
    result = subprocess.run(words, input=case, capture_output=True, check=False, cwd=tmp_path)
    assert (result.returncode, result.stdout[:10]) == (0, b"drain_time")


@pytest.mark.skipif(os.name == "nt", reason="streams are redirected by a shell")
@pytest.mark.parametrize(
    ("redirected", "told", "code"),
    [
        ("> /dev/full", "standard output: cannot be written: no space left on device", 74),
        ("--json > /dev/full", "standard output: cannot be written: no space left on device", 74),
        (">&-", "standard output: cannot be written: it is closed", 74),
        ("--json >&-", "standard output: cannot be written: it is closed", 74),
        ("-f - <&-", "standard input is closed", 2),
    ],
)
def test_a_stream_that_is_full_or_closed_is_told_in_one_line(
    redirected: str, told: str, code: int
) -> None:
    """Not as a fault of derive's, nor by a traceback."""
    if "/dev/full" in redirected and not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    asked = f'"{sys.executable}" -m derive solve drain_time --accelerator h100_sxm'
    done = subprocess.run(
        ["sh", "-c", f"{asked} {redirected}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert told in done.stderr and done.stderr.count("\n") == 1


def test_a_file_is_written_whatever_standard_output_is(tmp_path: Path) -> None:
    asked = f'"{sys.executable}" -m derive solve drain_time --accelerator h100_sxm'
    done = subprocess.run(["sh", "-c", f"{asked} -o a.md >&-"], cwd=tmp_path, check=False)
    assert done.returncode == 0 and "25.52 ms" in (tmp_path / "a.md").read_text("utf-8")
