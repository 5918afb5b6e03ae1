"""The changes of the two-person rule are found without reading all notes."""

from unittest.mock import patch

from cardroom.house.cage import roles as module
from cardroom.house.cage.roles import duties, one_person_remarks, switches
from cardroom.house.cage.two_persons import TwoPersonRule, TwoPersons


def test_only_the_notes_about_the_rule_are_read(house):
    rule = TwoPersonRule(house.books)
    for number in range(20):
        house.note("failed sign-in", who="door", why=f"from {number}")
    rule.set(TwoPersons(on=False), who="olga", why="she works alone")
    house.note("two persons and a dog", who="olga", why="not the rule", after={"on": True, "limit": 1})
    house.note("two person", who="olga", why="not the rule", after={"on": True, "limit": 1})
    rule.set(TwoPersons(limit=100), who="olga", why="otto is back")
    with patch.object(module, "body_fields", wraps=module.body_fields) as read:
        found = switches(house.books)
    assert read.call_count == 2
    assert [(each.who, each.why, each.setting) for each in found] == [
        ("olga", "she works alone", TwoPersons(on=False)),
        ("olga", "otto is back", TwoPersons(limit=100)),
    ]
    assert found == duties(house.books).switches
    assert one_person_remarks(found) == ["For a part of this time, one person could give every order alone."]
    assert one_person_remarks(found[:1])[0].startswith("One person can give every order alone: olga")
    assert one_person_remarks([]) == []
