"""Modules of a page joined into one file.

A browser needs some milliseconds for each module, and a slow phone many more. The modules are written so that joining
is simple: Biome formats them, so that what is at the top level begins a line; they import each other by name; and no
two of them declare the same name at the top level, nor the name of something that browsers define.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from posixpath import dirname, join, normpath, relpath

__all__ = ["declared", "imports", "joined", "split"]

_IMPORT = re.compile(rb"""^(?:import|export)\b[^"'();=]*["'](\.{1,2}/[\w./-]+)["'];?\n?""", re.MULTILINE)
_IMPORT_LATER = re.compile(rb"""(?<=\bimport\(")(\.{1,2}/[\w./-]+)(?="\))""")
_EXPORT_LIST = re.compile(rb"^export \{[^}]*\};\n", re.MULTILINE)
_EXPORT = re.compile(rb"^export (?=async |function|class|const|let)", re.MULTILINE)
_COMMENT = re.compile(rb"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_NAME = re.compile(rb"^(?:async )?(?:function\*? |class |const |let )([\w$]+)", re.MULTILINE)
_NAMES = re.compile(rb"^(?:const|let) [\[{]([^=]*)[\]}] =", re.MULTILINE)


def imports(name: str, texts: Mapping[str, bytes]) -> list[str]:
    """The modules that a module imports, and those that they import.

    >>> imports("a.js", {"a.js": b'import "./b/b.js";', "b/b.js": b'import { c } from "../c.js";', "c.js": b""})
    ['b/b.js', 'c.js']

    A comment that names a type imports nothing:

    >>> imports("a.js", {"a.js": b'export function a() {}\\n/** @param {import("./b.js").B} b */'})
    []
    """
    listed: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for each in _imported(waiting.pop(), texts):
            if each not in listed and each != name:
                listed[each] = None
                waiting.append(each)
    return [*listed]


def joined(name: str, texts: Mapping[str, bytes], without: Iterable[str] = ()) -> bytes:
    """A module and all that it imports, as one module in the same folder. They run in the order in which a browser
    would run them. `without` are modules that an earlier file contains.

    >>> texts = {"a.js": b'import { b } from "./b/b.js";\\nb();\\n', "b/b.js": b"// Says.\\nexport function b() {}\\n"}
    >>> joined("a.js", texts).decode()
    '// b/b.js\\nfunction b() {}\\n// a.js\\nb();\\n'
    """
    order: dict[str, None] = {}
    begun = set(without)

    def visit(name: str) -> None:
        if name not in begun:
            begun.add(name)
            for each in _imported(name, texts):
                visit(each)
            order[name] = None

    visit(name)
    return b"".join(b"// %s\n%s" % (each.encode(), _alone(each, texts[each], dirname(name))) for each in order)


def split(first: str, module: str, name: str, texts: Mapping[str, bytes]) -> tuple[bytes, bytes]:
    """The modules of a page as two files: a small one that a browser runs while it reads the other. `name` is the name
    of the small one, from which the other imports.

    >>> texts = {"a.js": b'import { b } from "./b.js";\\nb();\\n', "b.js": b"export function b() {}\\n"}
    >>> [text.decode().splitlines()[-1] for text in split("b.js", "a.js", "small.js", texts)]
    ['export { b };', 'b();']
    """
    early = joined(first, texts)
    names = ", ".join(declared(early))
    rest = joined(module, texts, (first, *imports(first, texts)))
    here = _from(dirname(module), name)
    return early + f"export {{ {names} }};\n".encode(), f'import {{ {names} }} from "{here}";\n'.encode() + rest


def declared(text: bytes) -> list[str]:
    """The names that a joined file declares at its top level.

    >>> declared(b"const a = 1;\\nasync function b() {}\\nconst [c, d] = [1, 2];\\n")
    ['a', 'b', 'c', 'd']
    """
    single = [match[1].decode() for match in _NAME.finditer(text)]
    return single + [each.strip() for match in _NAMES.finditer(text) for each in match[1].decode().split(",")]


def _imported(name: str, texts: Mapping[str, bytes]) -> list[str]:
    return [_named(name, match[1]) for match in _IMPORT.finditer(texts.get(name, b""))]


def _named(name: str, path: bytes) -> str:
    """The module that another one imports by this path."""
    return normpath(join(dirname(name), path.decode()))


def _from(folder: str, name: str) -> str:
    """The path by which a module of a folder imports another one."""
    path = relpath(name, folder or ".")
    return path if path.startswith(".") else f"./{path}"


def _alone(name: str, text: bytes, folder: str) -> bytes:
    """The text of a module without imports, exports and comments, for a file in a folder. It imports from there what it
    imports later.

    >>> _alone("a/b/c.js", b'later(() => import("../d.js"));', "e")
    b'later(() => import("../a/d.js"));'
    """
    for pattern in (_COMMENT, _IMPORT, _EXPORT_LIST, _EXPORT):
        text = pattern.sub(b"", text)
    text = _IMPORT_LATER.sub(lambda match: _from(folder, _named(name, match[1])).encode(), text)
    return text.lstrip(b"\n")
