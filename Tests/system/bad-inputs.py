# about: logdecode refuses what is no ring, or one it must not read, in plain words and within bounds
# needs: python3
import os
import resource
import struct
import subprocess
import sys
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import check, check_equal, last_line, probe, program, records, text, workspace

SECONDS = 30          # a bound, not a measurement: the machine may be busy
MEMORY = 64 << 20
UNIT = 4096


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = CRC_TABLE[(value ^ byte) & 0xFF] ^ value >> 8
    return value ^ 0xFFFFFFFF


def crc_table():
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        yield byte


CRC_TABLE = list(crc_table())


def decode(*arguments, stdin=subprocess.DEVNULL):
    """Exit status and all that was said, within the bounds."""
    with subprocess.Popen([program("logdecode"), *arguments], stdin=stdin, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        try:
            output, errors = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            check(False, f"logdecode {arguments} is not done after {SECONDS} s")
    return process.returncode, output, errors


def refused(what, path, *words, status=2):
    for command in ([], ["info"], ["verify"]):
        code, output, errors = decode(*command, path)
        said = text(errors)
        check_equal(code, status, f"status of logdecode {command} on {what}; it says: {said}")
        check_equal(output, b"", f"output of logdecode {command} on {what}")
        check(any(word.lower() in said.lower() for word in words),
              f"logdecode {command} on {what} does not say {' or '.join(words)}: {said}")
        if path != "-":
            check(os.path.basename(path) in said, f"logdecode {command} on {what} does not name it: {said}")


def with_superblock(data, change):
    """A copy whose two superblocks were changed and sealed anew."""
    copy = bytearray(data)
    for offset in (0, UNIT):
        block = copy[offset:offset + 508]
        change(block)
        copy[offset:offset + 512] = block + struct.pack("<I", crc32c(block))
    return bytes(copy)


with workspace() as folder:
    def file(name, data):
        path = os.path.join(folder, name)
        with open(path, "wb") as stream:
            stream.write(data)
        return path

    refused("an empty file", file("empty", b""), "empty")
    refused("a text", file("text", b"Nov 30 08:15:02 host service: hello\n" * 10000), "RingLog file")
    archive = os.path.join(folder, "archive.zip")
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as stream:
        stream.writestr("a.txt", os.urandom(1 << 20))
    refused("a zip", archive, "RingLog file")
    refused("zeros", file("zeros", bytes(8 << 20)), "RingLog file")
    refused("noise", file("noise", os.urandom(8 << 20)), "RingLog file")
    os.mkdir(os.path.join(folder, "directory"))
    refused("an empty directory", os.path.join(folder, "directory"), ".ringlog")
    refused("a missing file", os.path.join(folder, "missing"), "No such file")
    refused("/dev/zero", "/dev/zero", "not a regular file", "device")
    fifo = os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    refused("a FIFO", fifo, "not a regular file", "FIFO", "pipe")
    closed = os.path.join(folder, "loop")
    os.symlink(closed, closed)
    refused("a link to itself", closed, "symbolic link")

    ring = os.path.join(folder, "good.ringlog")
    probe("session", ring, "hello", 10, "close")
    with open(ring, "rb") as stream:
        good = stream.read()
    # The harness's own seal must be right, or everything below would be refused for a wrong reason.
    check_equal(with_superblock(good, lambda block: None), good, "superblocks sealed anew")

    def version(block):
        struct.pack_into("<I", block, 32, 2)

    refused("a newer format", file("newer.ringlog", with_superblock(good, version)), "version 2", "format 2")

    for bit in range(64):
        def set_bit(block, offset):
            word, = struct.unpack_from("<Q", block, offset)
            struct.pack_into("<Q", block, offset, word | 1 << bit)

        for name, offset in (("compatible", 40), ("read-compatible", 48)):
            path = file("feature.ringlog", with_superblock(good, lambda block: set_bit(block, offset)))
            check_equal(len(records(path)), 10, f"records with unknown {name} feature bit {bit}")
        # A logger may write beside what it need not know, and must not where it must.
        if bit % 16 == 0:
            path = file("compatible.ringlog", with_superblock(good, lambda block: set_bit(block, 40)))
            probe("session", path, "more", 1, "close")
            unknown = with_superblock(good, lambda block: set_bit(block, 48))
            path = file("read.ringlog", unknown)
            probe("session", path, "more", 1, "close")
            with open(path + ".aside-1", "rb") as stream:
                check(stream.read() == unknown,
                      f"a logger wrote into a file with unknown read-compatible feature bit {bit}")
            os.unlink(path + ".aside-1")
        path = file("feature.ringlog", with_superblock(good, lambda block: set_bit(block, 56)))
        refused(f"incompatible feature bit {bit}", path, f"bit {bit}", hex(1 << bit))

    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    check(peak < MEMORY, f"a program used {peak >> 20} MiB")
    print(f"every bad input is refused in plain words; peak memory {peak >> 20} MiB")
