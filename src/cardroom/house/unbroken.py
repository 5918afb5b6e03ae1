"""Whether the books have all their lines: who adds them up or copies them must not go by a part."""

from sqlalchemy import func, select

from cardroom.house import schema
from cardroom.house.books import Books
from cardroom.house.store import StoreError

__all__ = ["all_there"]


def all_there(books: Books) -> None:
    """Refuse a store in which a book has fewer lines, or others, than it says; an audit tells which."""
    entries = schema.lines
    counted = select(
        schema.books.c.name, func.count(entries.c.number), func.min(entries.c.number), func.max(entries.c.number)
    )
    counted = counted.join(entries, schema.books.c.id == entries.c.book, isouter=True).group_by(schema.books.c.name)
    with books.reading() as connection:
        found = {row[0]: tuple(row[1:]) for row in connection.execute(counted)}
    for name, (said, _) in books.heads().items():
        there = found.get(name, (0, None, None))
        if there != ((said, 1, said) if said else (0, None, None)):
            raise StoreError(
                f"{name}: it says that it has {said} lines, and {there[0]} can be found: see `cardroom audit`"
            )
