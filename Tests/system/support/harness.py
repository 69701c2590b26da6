"""What the scripts of Tests/system share: running the programs under test, reading their JSON, comparing.

The programs are in $RINGLOG_BIN (tools/test sets it). A failed check ends the script with status 1 and says what was
expected. Status 77, with the reason as last line, means that this machine does not let the test run.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

BIN = os.environ.get("RINGLOG_BIN") or sys.exit("RINGLOG_BIN must name the folder of the built programs")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SKIPPED = 77


def fail(message):
    print("FAILED: " + message, flush=True)
    sys.exit(1)


def skip(reason):
    print(reason, flush=True)
    sys.exit(SKIPPED)


def short(value, limit=300):
    text = repr(value)
    return text if len(text) <= limit else text[:limit] + "..."


def check(condition, message):
    if not condition:
        fail(message)


def check_equal(actual, expected, what):
    if actual != expected:
        fail(f"{what}: got {short(actual)}, expected {short(expected)}")


def program(name):
    return os.path.join(BIN, name)


def run(arguments, timeout=120, status=0, **options):
    """Runs a program to its end; its exit status must be `status` (None: any)."""
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    options.setdefault("stdin", subprocess.DEVNULL)
    try:
        result = subprocess.run(arguments, timeout=timeout, **options)
    except subprocess.TimeoutExpired:
        fail(f"{arguments} is not done after {timeout} s")
    if status is not None and result.returncode != status:
        fail(f"{arguments} ended with {result.returncode}, expected {status}; stderr: {text(result.stderr)[-2000:]}")
    return result


def text(data):
    return (data or b"").decode("utf-8", "backslashreplace")


def probe(*arguments, **options):
    return run([program("ringlog-probe"), *map(str, arguments)], **options)


def logdecode(*arguments, **options):
    return run([program("logdecode"), *map(str, arguments)], **options)


def last_line(data):
    lines = text(data).strip().splitlines()
    return lines[-1] if lines else ""


def records(path, *flags, status=0, timeout=300):
    """Every record of the file, from logdecode's JSON, which must be valid line by line."""
    output = logdecode("--format", "json", *flags, path, status=status, timeout=timeout).stdout
    return [json.loads(line) for line in output.splitlines()]


def fields(record):
    return record.get("fields", {})


@contextlib.contextmanager
def workspace():
    """A folder of the test's own, gone afterwards."""
    folder = tempfile.mkdtemp(prefix="ringlog-test-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
