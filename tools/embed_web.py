#!/usr/bin/env python3
"""Writes the web app as a C table (src/net/web_file.h): every file plain, gzipped and brotlied.

usage: embed_web.py OUTPUT.c DEPFILE BROTLI FOLDER…
The first folder with an index.html is taken: what was built, else a page that says what is missing.
Files under assets/ have a hash in their name and never change; the rest is asked for again each
time. A compressed form that saves less than a tenth is left out. The same files give the same bytes.
"""
import gzip
import hashlib
import os
import subprocess
import sys

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".m4a": "audio/mp4",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webm": "video/webm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
# Compressed by their own format already.
PACKED = {".jpg", ".m4a", ".mp3", ".mp4", ".png", ".webm", ".webp", ".woff2"}


def brotli(data, program):
    return subprocess.run([program, "-c", "-q", "11"], input=data, capture_output=True, check=True).stdout


def worthwhile(packed, data):
    return packed if len(packed) * 10 < len(data) * 9 else b""


def array(name, data):
    lines = [f"static const unsigned char {name}[] = {{"]
    for at in range(0, len(data), 24):
        lines.append("    " + ",".join(str(byte) for byte in data[at : at + 24]) + ",")
    lines.append("};\n")
    return "\n".join(lines)


def body(name, data):
    return f"{{(const char *){name}, {len(data)}}}" if data else '{"", 0}'


def main():
    output, depfile, program, *folders = sys.argv[1:]
    pages = [os.path.join(folder, "index.html") for folder in folders]
    found = next((i for i, page in enumerate(pages) if os.path.exists(page)), None)
    if found is None:
        sys.exit(f"embed_web.py: no index.html in {' or '.join(folders)}")
    folder = folders[found]
    names = []
    for path, dirs, files in os.walk(folder):
        dirs.sort()
        names += [os.path.join(path, name) for name in files if not name.startswith(".")]
    rows = sorted(("/" + os.path.relpath(name, folder).replace(os.sep, "/"), name) for name in names)
    arrays, table = [], []
    for number, (path, name) in enumerate(rows):
        ending = os.path.splitext(path)[1]
        if ending not in TYPES:
            sys.exit(f"embed_web.py: {name}: files of this kind have no content type here")
        with open(name, "rb") as source:
            data = source.read()
        packs = ["", ""]
        if ending not in PACKED:
            packs = [
                worthwhile(gzip.compress(data, 9, mtime=0), data),
                worthwhile(brotli(data, program), data),
            ]
        forms = [data, packs[0] or b"", packs[1] or b""]
        labels = [f"file_{number}_{kind}" for kind in ("plain", "gzip", "brotli")]
        arrays += [array(label, form) for label, form in zip(labels, forms) if form]
        etag = hashlib.sha256(data).hexdigest()[:20]
        fixed = "true" if path.startswith("/assets/") else "false"
        shown = ", ".join(body(label, form) for label, form in zip(labels, forms))
        table.append(f'    {{"{path}", "{TYPES[ending]}", "{etag}", {fixed}, {{{shown}}}}},')
    with open(output, "w", encoding="utf-8") as out:
        out.write('#include "net/web_file.h"\n\n')
        out.write("\n".join(arrays))
        out.write("\nstatic const struct web_file files[] = {\n" + "\n".join(table) + "\n};\n")
        out.write("const struct web_files web_files_built_in = {files, sizeof files / sizeof files[0]};\n")
    with open(depfile, "w", encoding="utf-8") as deps:
        # A better folder that is not there yet is asked for again at the next build.
        wanted = pages[:found] + [name for _, name in rows]
        deps.write(f"{output}: " + " ".join(name.replace(" ", "\\ ") for name in wanted) + "\n")


main()
