"""Parses Dart files. Fails on syntax errors and on types that no file declares."""

import sys
from collections.abc import Iterator
from pathlib import Path

import tree_sitter_dart
from tree_sitter import Language, Node, Parser

# Type names in Dart's own libraries and in package:http.
KNOWN = set(
    """bool Client ClientException DateTime double Duration dynamic Exception Future int IOException Iterable List Map
    MapEntry MultipartFile MultipartRequest num Object Platform Response Set SocketException StackTrace StateError String
    TlsException void K T V""".split()
)
DECLARATIONS = {"class_definition", "class_declaration", "enum_declaration", "type_alias"}


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


def main(places: list[str]) -> int:
    parser = Parser(Language(tree_sitter_dart.language()))
    files = [file for place in map(Path, places) for file in ([place] if place.is_file() else sorted(place.rglob("*.dart")))]
    declared: set[str] = set()
    used: dict[str, Path] = {}
    faults = []
    for file in files:
        for node in nodes(parser.parse(file.read_bytes()).root_node):
            text = (node.text or b"").decode()
            if node.type == "ERROR" or node.is_missing:
                faults.append(f"{file}:{node.start_point[0] + 1}: not Dart: {text[:80]}")
            if node.type in DECLARATIONS and (name := next((c for c in node.children if c.type.endswith("identifier")), None)):
                declared.add((name.text or b"").decode())
            if node.type == "type_identifier":
                used.setdefault(text, file)
    faults += [f"{file}: no such type: {name}" for name, file in used.items() if name not in declared | KNOWN]
    print("\n".join(faults) or f"{len(files)} files, {len(declared)} types")
    return 1 if faults or not declared else 0


sys.exit(main(sys.argv[1:]))
