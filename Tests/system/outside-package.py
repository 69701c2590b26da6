# about: a package elsewhere depends on the repository by file URL and tag, builds and logs, as the README does
# needs: python3 git
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import ROOT, check, check_equal, fields, records, run, text, workspace

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Outside",
    dependencies: [.package(url: "file://{repository}", from: "1.0.0")],
    targets: [
        .executableTarget(
            name: "outside", dependencies: [.product(name: "RingLog", package: "RingLog")]),
        .executableTarget(
            name: "readme", dependencies: [.product(name: "RingLog", package: "RingLog")]),
    ]
)
"""

PROGRAM = """\
import RingLog

let ring = try LogRing(at: CommandLine.arguments[1])
let log = ring.logger(label: "outside")
log.info("hello from pid=\\(1) outside")
log.error("failed after attempts=\\(3) with \\("a reason")")
ring.close()
"""


# What the README's examples take for granted.
README_CONTEXT = """\
import RingLog

struct Failure: Error {}
let id = 1, user = "ann", milliseconds = 3.25, percent = 90, error = Failure()
let seconds = 0.5, name = "bob", token = "secret", x = 7
"""


def readme_program():
    """The README's Swift, each block a function of its own."""
    with open(os.path.join(ROOT, "README.md")) as stream:
        blocks = [block.split("```")[0] for block in stream.read().split("```swift\n")[1:]]
    blocks = [block for block in blocks if not block.startswith("// Package.swift")]
    check(len(blocks) >= 2, f"{len(blocks)} blocks of Swift in the README")
    functions = []
    for number, block in enumerate(blocks):
        lines = ["    " + line for line in block.splitlines() if line != "import RingLog"]
        functions.append("\n".join([f"func example{number}() throws {{", *lines, "    _ = ring", "}"]))
    return README_CONTEXT + "\n\n".join(functions) + "\n"


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as stream:
        stream.write(content)


def published(folder):
    """The tree as it is here, in a repository of its own with a tag: what a user would depend on."""
    repository = os.path.join(folder, "RingLog")
    listed = run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]).stdout
    for name in listed.decode().split("\0"):
        source = os.path.join(ROOT, name)
        if name and os.path.isfile(source):
            target = os.path.join(repository, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(source, target)
    git = ["git", "-C", repository, "-c", "user.name=test", "-c", "user.email=test@example.invalid"]
    run([*git, "init", "-q"])
    run([*git, "add", "-A"])
    run([*git, "commit", "-q", "-m", "as it is"])
    run([*git, "tag", "1.0.0"])
    return repository


with workspace() as folder:
    repository = published(folder)
    package = os.path.join(folder, "Outside")
    write(os.path.join(package, "Package.swift"), MANIFEST.format(repository=repository))
    write(os.path.join(package, "Sources", "outside", "main.swift"), PROGRAM)
    write(os.path.join(package, "Sources", "readme", "main.swift"), readme_program())
    environment = {name: value for name, value in os.environ.items() if name != "SWIFTPM_BUILD_DIR"}
    options = ["--package-path", package, "--cache-path", os.path.join(folder, "cache")]
    built = run(["swift", "build", *options], timeout=280, status=None, env=environment, stderr=subprocess.STDOUT)
    check_equal(built.returncode, 0, f"status of swift build; it says: {text(built.stdout)[-3000:]}")
    check("warning:" not in text(built.stdout), f"a warning: {text(built.stdout)[-3000:]}")

    ring = os.path.join(folder, "outside.ringlog")
    run([os.path.join(package, ".build", "debug", "outside"), ring])
    found = [(r["level"], r["label"], r["message"], fields(r)) for r in records(ring)]
    check_equal(found, [
        ("info", "outside", "hello from pid=1 outside", {"pid": 1}),
        ("error", "outside", "failed after attempts=3 with a reason", {"attempts": 3}),
    ], "records")
    print("built without a warning, logged, decoded")
