"""A ruling as one sentence to read out: the action that is binding, the chips that are returned, and the reason."""

from engine.message import Message, message
from engine.rulings.motion import BindingAct, Ruling


def aloud(ruling: Ruling) -> Message:
    """The sentence to say aloud: the action, the chips that are returned, and the reason."""
    act, chips, why = act_told(ruling.act, ruling.to), ruling.returned, ruling.why
    if ruling.held:
        return message("held-and-back", act=act, chips=chips, why=why) if chips else message("held", act=act, why=why)
    if ruling.act:
        return message("binds-and-back", act=act, chips=chips, why=why) if chips else message("binds", act=act, why=why)
    return message("goes-back", chips=chips, why=why) if chips else why


def act_told(act: BindingAct, to: int) -> Message:
    """The action in words, such as `raise to 800`."""
    acts = {
        "": message("act-none"),
        "fold": message("act-fold"),
        "check": message("act-check"),
        "call": message("act-call", to=to),
        "bet": message("act-bet", to=to),
        "raise": message("act-raise", to=to),
        "all-in": message("act-all-in", to=to),
    }
    return acts[act]
