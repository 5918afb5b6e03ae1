"""The types of the pages and of the client are those of the structs that the routes return."""

from support.shapes import FILES, answers, routes, stale, structs


def test_the_written_shapes_are_current():
    assert stale() == [], "run make shapes"


def test_a_changed_file_is_found(tmp_path, monkeypatch):
    copies = {tmp_path / file.name: text for file, text in FILES.items()}
    for copy, text in copies.items():
        copy.write_text(text())
    monkeypatch.setattr("support.shapes.FILES", copies)
    assert stale() == []
    (tmp_path / "types.js").write_text(
        (tmp_path / "types.js").read_text().replace("balance: number", "balance: string")
    )
    assert stale() == ["types.js"]


def test_no_route_answers_with_a_dictionary():
    assert [each.fn.__qualname__ for each in routes() if "dict[" in str(each.fn.__annotations__["return"])] == []
    assert len(structs(answers())) > 100
