"""What people ask for at a table, and what that is to do to it."""

from typing import Any, NamedTuple

from cardroom.room.acts import (
    Act,
    AddChips,
    AddSeed,
    Answer,
    Halt,
    Join,
    Leave,
    SitOut,
    StepAway,
    TakeCircle,
    Void,
)
from cardroom.room.messages import Answers, Away, Back, CallOff, Circle, Heard, Mix, Quit, Rest, Sit, TopUp
from cardroom.room.messages import Halt as HaltOrder

__all__ = ["Request", "act_of"]


class Request(NamedTuple):
    """Something that somebody asked for."""

    who: str
    message: Any

    @property
    def key(self) -> str:
        """By which it happens once."""
        return f"{self.who}/{self.message.id}"


def act_of(request: Request) -> Act:
    """What a request is to do to the table.

    >>> act_of(Request("ann", Sit("table 7", "1", 20_000)))
    Join(bettor='ann', cents=20000, seat=None, behind=False)
    """
    who, said = request
    acts: dict[type[Heard], Any] = {
        Sit: lambda: Join(who, said.cents, said.seat, said.behind),
        TopUp: lambda: AddChips(who, said.cents),
        Quit: lambda: Leave(who),
        Rest: lambda: SitOut(who, said.out),
        Away: lambda: StepAway(who),
        Back: lambda: StepAway(who, False),
        Circle: lambda: TakeCircle(who, said.seat, said.taken),
        Mix: lambda: AddSeed(who, said.words),
        Answers: lambda: Answer(who, said.spot, said.question, said.action, said.value),
        HaltOrder: lambda: Halt(said.halted, said.why),
        CallOff: lambda: Void(said.why, said.round),
    }
    act: Act = acts[type(said)]()
    return act
