"""The types of the pages and of the client are those of the structs that the routes return."""

from cardroom.room import TableScene
from support.shapes import FILES, answers, pages_text, routes, stale, structs


def test_the_written_shapes_are_current():
    assert stale() == [], "run make shapes"


def test_a_changed_file_is_found(tmp_path, monkeypatch):
    copies = {tmp_path / file.name: text for file, text in FILES.items()}
    for copy, text in copies.items():
        copy.write_text(text())
    monkeypatch.setattr("support.shapes.FILES", copies)
    assert stale() == []
    (tmp_path / "answers.py").write_text((tmp_path / "answers.py").read_text().replace("seats: int", "seats: str"))
    assert stale() == ["answers.py"]


def test_the_types_of_the_pages_have_every_field_of_the_scene():
    text = pages_text()
    scene = text[text.index("waits:") - 1000 : text.index("}} TableScene")]
    assert all(f" {field}" in scene for field in TableScene.__struct_fields__)


def test_no_route_answers_with_a_dictionary():
    assert [each.fn.__qualname__ for each in routes() if "dict[" in str(each.fn.__annotations__["return"])] == []
    assert len(structs(answers())) > 100
