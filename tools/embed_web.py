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
from concurrent.futures import ThreadPoolExecutor

from embed import literal

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


def read(name, program):
    """The bytes of a file: as they are, gzipped and brotlied; empty where that is not worth it."""
    with open(name, "rb") as source:
        data = source.read()
    if os.path.splitext(name)[1] in PACKED:
        return data, b"", b""
    return data, worthwhile(gzip.compress(data, 9, mtime=0), data), worthwhile(brotli(data, program), data)


def body(data):
    return f"{{\n{literal(data)}, {len(data)}}}"


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
    for path, name in rows:
        if os.path.splitext(path)[1] not in TYPES:
            sys.exit(f"embed_web.py: {name}: files of this kind have no content type here")
    table = []
    # Compressing is most of the work, and needs no Python meanwhile: so it is done on all cores.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (path, _), forms in zip(rows, pool.map(lambda row: read(row[1], program), rows)):
            etag = hashlib.sha256(forms[0]).hexdigest()[:20]
            fixed = "true" if path.startswith("/assets/") else "false"
            shown = ", ".join(map(body, forms))
            table.append(f'    {{"{path}", "{TYPES[os.path.splitext(path)[1]]}", "{etag}", {fixed}, {{{shown}}}}},')
    with open(output, "w", encoding="utf-8") as out:
        out.write('#include "net/web_file.h"\n')
        out.write("\nstatic const struct web_file files[] = {\n" + "\n".join(table) + "\n};\n")
        out.write("const struct web_files web_files_built_in = {files, sizeof files / sizeof files[0]};\n")
    with open(depfile, "w", encoding="utf-8") as deps:
        # A better folder that is not there yet is asked for again at the next build.
        wanted = pages[:found] + [name for _, name in rows]
        deps.write(f"{output}: " + " ".join(name.replace(" ", "\\ ") for name in wanted) + "\n")


main()
