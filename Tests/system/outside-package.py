# about: a package elsewhere depends on the repository by file URL and tag, builds and logs
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
            name: "outside", dependencies: [.product(name: "RingLog", package: "RingLog")])
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
