"""Check that every book has all of its entries, before anything adds them up or copies them."""

from sqlalchemy import func, select

from cardroom.house.books import schema
from cardroom.house.books.books import Books
from cardroom.house.books.store import StoreError

__all__ = ["check_complete"]


def check_complete(books: Books) -> None:
    """Raise an error if a book does not have exactly the entries that its head counts. An audit says which differ."""
    entries = schema.lines
    counts = select(
        schema.books.c.name, func.count(entries.c.number), func.min(entries.c.number), func.max(entries.c.number)
    )
    counts = counts.join(entries, schema.books.c.id == entries.c.book, isouter=True).group_by(schema.books.c.name)
    with books.reading() as connection:
        stored = {row[0]: tuple(row[1:]) for row in connection.execute(counts)}
    for name, (expected, _) in books.heads().items():
        there = stored.get(name, (0, None, None))
        if there != ((expected, 1, expected) if expected else (0, None, None)):
            raise StoreError(
                f'Book "{name}": expected {expected} entries, found {there[0]}. Run `cardroom audit` for details.'
            )
