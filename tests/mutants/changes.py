"""Small changes of Python code: each replaces one node of a syntax tree by another that means something else.

The order is fixed, so a mutant has the same name in every run. Texts, error messages and checks of the program's own
consistency stay as they are.
"""

import ast
import copy
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

__all__ = ["Change", "changed", "changes"]

SHORTEST = 90
"""Characters of a piece of code in a mutant's name."""
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
RANKS = "23456789TJQKA"
HAND = re.compile(r"[2-9TJQKA][cdhs]( [2-9TJQKA][cdhs])+")
"""A hand of cards as text, like the lowest hand that qualifies."""


class Change(NamedTuple):
    """One way to break a piece of code."""

    text: str
    """The old code and the new."""
    line: int
    number: int
    """Its place in the order of all changes of this piece of code."""


def changes(node: ast.AST) -> list[Change]:
    """All changes of a function, a class or the value of a constant. Changes of the same text are numbered.

    >>> [change.text for change in changes(ast.parse("min(price, 3)").body[0])]
    ['without min(price, 3)', 'min(price, 3) -> max(price, 3)', '3 -> 4']
    """
    walk = _Walk(node, -1)
    walk.visit(copy.deepcopy(node))
    found: list[Change] = []
    times: dict[str, int] = {}
    for change in walk.found:
        times[change.text] = times.get(change.text, 0) + 1
        again = times[change.text]
        found.append(change if again == 1 else change._replace(text=f"{change.text} ({again})"))
    return found


def changed(node: ast.AST, number: int) -> ast.AST:
    """The same code with one change."""
    walk = _Walk(node, number)
    result = walk.visit(copy.deepcopy(node))
    return ast.fix_missing_locations(result)


class _Walk(ast.NodeTransformer):
    """Visits every node in order, names its changes, and makes the one that is wanted."""

    def __init__(self, node: ast.AST, wanted: int) -> None:
        self.wanted = wanted
        self.constant = isinstance(node, ast.expr)
        self.found: list[Change] = []

    def visit(self, node: ast.AST) -> Any:
        if _untouched(node):
            return node
        for new in (*_replacements(node), *(_swapped(node) if self.constant else ())):
            number = len(self.found)
            self.found.append(Change(_text(node, new), getattr(node, "lineno", 0), number))
            if number == self.wanted:
                return ast.copy_location(new, node)
        match node:  # defaults, decorators and annotations are not part of a function's code
            case ast.FunctionDef() | ast.ClassDef():
                node.body = [self.visit(each) for each in node.body]
                return node
            case ast.Return(value=ast.JoinedStr(values=values)):  # such a text may be the line of a pay table
                for each in values:
                    if isinstance(each, ast.FormattedValue):
                        each.value = self.visit(each.value)
                return node
            case ast.AnnAssign(value=ast.expr() as value):
                node.value = self.visit(value)
                return node
        return self.generic_visit(node)


def _untouched(node: ast.AST) -> bool:
    """Whether a node stays as it is: texts, annotations, errors, and checks of the program's own consistency."""
    match node:
        case ast.Raise() | ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(body=[ast.Raise(exc=ast.Call(func=ast.Name(id="InvariantError")))]):
            return True
        case ast.AnnAssign(value=None):
            return True
    return False


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as value) if HAND.fullmatch(value):
            yield ast.Constant(_other_hand(value))
        case ast.Compare(left=left, ops=ops, comparators=others):
            for place, op in enumerate(ops):
                yield ast.Compare(left, [*ops[:place], COMPARED[type(op)](), *ops[place + 1 :]], others)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in COMPUTED and not _is_text(left):
            yield ast.BinOp(left, COMPUTED[type(op)](), right)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in OTHER_NAMES:
            yield ast.Call(ast.Name(OTHER_NAMES[name], ast.Load()), args, keywords)
        case ast.Call(func=ast.Name(id="reversed"), args=[one]):
            yield one
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.If(test=test, body=body, orelse=orelse) if not isinstance(test, ast.Compare):
            yield ast.If(_negated(test), body, orelse)
        case ast.comprehension(target=target, iter=over, ifs=[_, *rest], is_async=waits):
            yield ast.comprehension(target, over, rest, waits)
        case ast.Expr() | ast.AugAssign() | ast.Continue() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()


def _swapped(node: ast.AST) -> Iterator[ast.AST]:
    """The values of a constant in another order."""
    match node:
        case ast.Tuple(elts=values):
            for place in range(len(values) - 1):
                yield ast.Tuple(_swap(values, place), ast.Load())
        case ast.Dict(keys=keys, values=values):
            for place in range(len(values) - 1):
                yield ast.Dict(keys, _swap(values, place))


def _swap(values: list[ast.expr], place: int) -> list[ast.expr]:
    return [*values[:place], values[place + 1], values[place], *values[place + 2 :]]


def _negated(test: ast.expr) -> ast.expr:
    return test.operand if isinstance(test, ast.UnaryOp) else ast.UnaryOp(ast.Not(), test)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _other_hand(text: str) -> str:
    """A hand that differs in its most important rank: one higher, or one lower than aces."""
    first = text[0]
    place = RANKS.index(first)
    new = RANKS[place + 1] if place + 1 < len(RANKS) else RANKS[place - 1]
    return text.replace(first, new)


def _text(old: ast.AST, new: ast.AST) -> str:
    if isinstance(new, ast.Pass):
        return f"without {_short(old)}"
    if isinstance(old, ast.If) and isinstance(new, ast.If):
        return f"if {_short(old.test)} -> if {_short(new.test)}"
    if isinstance(old, ast.comprehension):
        return f"for {_short(old.target)} without if {_short(old.ifs[0])}"
    return f"{_short(old)} -> {_short(new)}"


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())
    return text if len(text) <= SHORTEST else f"{text[: SHORTEST - 1]}…"
