"""A fight's log as text and as data: every event, change and refusal is said in both languages."""

from __future__ import annotations

import ast
import json
import re
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.fight import Refusal, Seat
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.hands import BY_HAND
from adarga.fight.log import Log
from adarga.fight.state import Aim, Pending
from adarga.fight.turns import OWN_TURN, TIME_OVER
from adarga.fight.view import ROOM, SeenSeat, Viewer
from adarga.fight.watching import SEEN, Appeared, HealthSeen, Owes, SeenEvent
from adarga.plan import Reason
from adarga.rules import protocol as rules
from adarga.rules.library import rulebook
from adarga.rules.protocol import Change, Clock, Combatant, Condition, Fighter, Piece, Situation
from adarga.rules.values import Names
from adarga.telling.fight_text import Teller, log_json, log_lines
from adarga.telling.fight_words import CONDITIONS, DICE, OFFERS, condition_word, die_word, offer_word, refusal_text
from adarga.telling.said import Sayer
from adarga.words import LANGUAGES, Words
from tests.fight.asking import answers, asked
from tests.fight.casts import CASTS
from tests.fight.table import Table
from tests.source import modules

BOOK = rulebook("absorption")
DUE = next(iter(BOOK.usage(Fighter(id="Ana", combatant=CASTS["absorption"][0]), ("chain-mail",))))
MAIL = Piece(id="chain-mail", name=Names("chain mail", "cota de malla"))
PENDING = Pending(attacker="Ana", weapon="axe", aims=(Aim("Ogre"), Aim("Rat", "half")), situation=Situation())
STRUCK = ev.Struck(
    attacker="Ana",
    target="Ogre",
    weapon="axe",
    branch="hit",
    damage=2,
    rolled=5,
    share="half",
    marks=("telling",),
    faces=(("attack", (15,)), ("damage", (5,))),
    taken=(("effectiveness", 2), ("sacrifice", 1)),
    trace=(),
    overridden=True,
)

SENTENCES: list[tuple[SeenEvent, str, str]] = [
    (
        ev.Joined(Seat(fighter=Fighter(id="Ana", combatant=Combatant()))),
        "Ana enters the fight",
        "Ana entra en el combate",
    ),
    (Appeared(SeenSeat(id="Ana")), "Ana enters the fight", "Ana entra en el combate"),
    (ev.Left("Ana"), "Ana leaves the fight", "Ana deja el combate"),
    (ev.Revealed("Ana", True), "Ana is hidden", "Ana ya no se ve"),
    (ev.Revealed("Ana", False), "Ana is seen", "Ana se deja ver"),
    (ev.Owned("Ana", "Eva"), "Ana is Eva's", "Ana es de Eva"),
    (ev.Owned("Ana", ""), "Ana is the game master's", "Ana es del director de juego"),
    (ev.InitiativeSet("Ana", -2), "Ana: initiative −2", "Ana: iniciativa −2"),
    (
        ev.Ordered((("Ana",), ("Rat 1", "Rat 2")), 1),
        "the order is Ana, Rat 1 + Rat 2; it is the turn of Rat 1, Rat 2",
        "el orden es Ana, Rat 1 + Rat 2; turno de Rat 1, Rat 2",
    ),
    (ev.Ordered((), 0), "it is the turn of nobody", "turno de nadie"),
    (ev.Waited("Ana", 7), "Ana waits to 7", "Ana espera a 7"),
    (ev.Waited("Ana", None), "Ana waits no longer", "Ana deja de esperar"),
    (ev.Passed(Clock(round=2)), "Round 2 begins", "Empieza la ronda 2"),
    (ev.Passed(Clock(round=0, minutes=30)), "30 minutes pass", "pasan 30 minutos"),
    (ev.Aimed(PENDING), "Ana attacks Ogre, Rat: axe", "Ana ataca a Ogre, Rat: axe"),
    (
        ev.Aimed(
            Pending(attacker="", weapon="", aims=(Aim("Ogre"),), situation=Situation(), faces=(("dodge", (40,)),))
        ),
        "someone unseen against Ogre: dodge 40",
        "alguien que no se ve contra Ogre: esquiva 40",
    ),
    (
        STRUCK,
        "; ".join(
            (
                "Ana strikes Ogre (axe): hit, 2 damage",
                "Ogre takes half of 5",
                "taken: effectiveness × 2, sacrifice the shield",
                "marks: telling blow",
                "the dice had said 5: the game master says 2",
            )
        ),
        "; ".join(
            (
                "Ana golpea a Ogre (axe): acierta, 2 de daño",
                "Ogre recibe la mitad de 5",
                "se toma: efectividad × 2, sacrificar el escudo",
                "marcas: golpe certero",
                "los dados decían 5: el director de juego dice 2",
            )
        ),
    ),
    (ev.StrikeOver(), "the attack is over", "el ataque termina"),
    (
        ev.Settled(DUE, "steps-down", (("usage", (1,)),)),
        "Ana, roll of usage: 1, the die steps down",
        "Ana, tirada de uso: 1, el dado baja",
    ),
    (ev.Settled(DUE, None, ()), "Ana, roll of usage: called off", "Ana, tirada de uso: sin efecto"),
    (ev.Donned("Ana", MAIL, False), "Ana puts on chain mail", "Ana se pone cota de malla"),
    (ev.Doffed("Ana", "chain-mail"), "Ana takes off chain mail", "Ana se quita cota de malla"),
    (HealthSeen("Ana", "on-the-brink"), "Ana: on the brink", "Ana: al borde"),
    (Owes("Ana", "usage"), "Ana owes a roll of usage", "Ana debe una tirada de uso"),
    (
        ev.Changed(rules.PointsChanged("Ana", -3, BY_HAND)),
        "Ana: points −3 (by the game master's hand)",
        "Ana: puntos −3 (a mano, por el director de juego)",
    ),
]


def teller(lang: str) -> Teller:
    return Teller(Sayer(Words(lang), BOOK, {}))


@pytest.mark.parametrize(("event", "english", "spanish"), SENTENCES)
def test_every_event_is_a_sentence(event: SeenEvent, english: str, spanish: str) -> None:
    assert (teller("en").say(event), teller("es").say(event)) == (english, spanish)


def test_no_kind_of_event_is_missing() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(get_args(SeenEvent))


def changes(reason: Reason) -> list[Change]:
    """One change of each kind."""
    return [
        rules.PointsChanged("Ana", -3, reason),
        rules.EnergySpent("Ana", 2, reason),
        rules.PieceLost("Ana", "chain-mail", reason),
        rules.DieStepped("Ana", "chain-mail", "d6", reason),
        rules.ResistanceChanged("Ana", "chain-mail", -2, reason),
        rules.ConditionSet("Ana", Condition("prone"), reason),
        rules.ConditionCleared("Ana", "prone", reason),
        rules.Wounded("Ana", rules.Wound(4, False, 0), reason),
        rules.CheckDue("Ana", "usage", DUE.plan, reason),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("reason", [BY_HAND, OWN_TURN, TIME_OVER, SEEN])
def test_every_change_is_said_where_its_reason_does_not(lang: str, reason: Reason) -> None:
    told = changes(reason)
    assert {type(change) for change in told} == set(get_args(Change))
    ends = "" if reason == SEEN else f" ({Words(lang).say(reason.key)})"
    said = [teller(lang).say(ev.Changed(change)) for change in told]
    assert all(sentence is not None and sentence.endswith(ends) for sentence in said)
    assert len(set(said)) == len(said)


def test_a_change_the_rules_explain_is_its_reason() -> None:
    reason = Reason("A9", "absorption.loses", loss=5, left=9)
    said = teller("en").say(ev.Changed(rules.PointsChanged("Ana", -5, reason)))
    assert said == "Ana: loses 5: 9 left"


def test_dice_already_said_are_not_said_again() -> None:
    one = teller("en")
    aimed = ev.Aimed(
        Pending(attacker="Ana", weapon="axe", aims=PENDING.aims, situation=Situation(), faces=STRUCK.faces)
    )
    assert one.say(aimed) == "Ana against Ogre, Rat: attack 15; damage 5"
    assert one.say(aimed) is None
    assert one.say(ev.Aimed(PENDING)) is not None
    assert one.say(aimed) is not None


def refusal_keys() -> dict[str, set[str]]:
    """Every refusal that the fight can give: its key and the values it carries."""
    found: dict[str, set[str]] = {}
    for module, tree in modules().items():
        for node in ast.walk(tree) if module.startswith("adarga.fight") else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refusal":
                name = ast.literal_eval(node.args[0])
                assert isinstance(name, str), module
                found[f"fight.refused.{name}"] = {keyword.arg or "" for keyword in node.keywords}
    return found


NUMBERS = {"sides", "most", "count", "number", "value", "times", "energy", "points", "damage"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "names"), refusal_keys().items())
def test_every_refusal_is_a_sentence(lang: str, key: str, names: set[str]) -> None:
    values: dict[str, int | str] = {name: 4 if name in NUMBERS else "attack" for name in names}
    said = refusal_text(Sayer(Words(lang), BOOK, {}), Refusal(Reason("", key, **values)))
    assert said
    assert "{" not in said


def test_refusals_are_said_in_the_readers_words() -> None:
    reason = Reason("", "fight.refused.waits_die", by="target", name="dodge", sides=100)
    assert refusal_text(Sayer(Words("es"), BOOK, {}), Refusal(reason)) == (
        "primero va el dado de esquiva: un d100, que tira el objetivo"
    )
    reason = Reason("", "fight.refused.offer", offer="run", offers="sacrifice, soak")
    assert refusal_text(Sayer(Words("en"), BOOK, {}), Refusal(reason)) == (
        "run is not on offer; these are: sacrifice the shield, soak"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_known_words_are_said_and_others_left(lang: str) -> None:
    words = Words(lang)
    for say, known in ((condition_word, CONDITIONS), (die_word, DICE), (offer_word, OFFERS)):
        assert len({say(words, name) for name in known}) == len(known)
        assert say(words, "moonstruck") == "moonstruck"


@pytest.mark.parametrize("book", CASTS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_log_can_be_read(book: str, data: st.DataObject) -> None:
    played, log = rulebook(book), Log()
    start: list[cmd.Command] = [cmd.Join(sheet=sheet, owner="Ana") for sheet in CASTS[book]]
    for command in (*start, cmd.NextTurn()):
        found = log.told(played, command)
        assert isinstance(found, Log)
        log = found
    for _ in range(data.draw(st.integers(1, 12))):
        waited = answers(played, log.state)
        any_command = asked(CASTS[book], log.state)
        found = log.told(played, data.draw(any_command if waited is None else waited | any_command))
        if isinstance(found, Refusal):
            for lang in LANGUAGES:
                assert "{" not in refusal_text(Sayer(Words(lang), played, {}), found)
        else:
            log = found
    for lang in LANGUAGES:
        for viewer in (Viewer("master"), Viewer("player", "Ana"), ROOM):
            assert not any(
                re.search(r"[{}]|\w+\.\w+_\w+", line) for line in log_lines(Words(lang), played, log, viewer)
            )
    written = json.loads(json.dumps(log_json(Words("es"), played, log)))
    assert [one["number"] for one in written] == list(range(1, len(written) + 1))
    assert len(written) == sum(len(entry.events) for entry in log.entries)


@pytest.mark.parametrize(("share", "said"), [("half", "half of it: 3"), ("none", "none of it: 0"), ("full", None)])
def test_a_share_of_the_damage_stands_under_the_trace(share: str, said: str | None) -> None:
    fight = Table("percentile", *CASTS["percentile"])
    faces = (("attack", (60,)), ("dodge", (56,)), ("damage", (3, 4)))
    fight.do(cmd.Attack(who="Rojas", weapon="rifle", aims=(Aim("Inés", share),), faces=faces))
    lines = list(log_lines(Words("en"), fight.book, fight.log))
    found = [line.strip() for line in lines if " of it: " in line]
    assert found == ([said] if said else [])
    room = "\n".join(log_lines(Words("en"), fight.book, fight.log, ROOM))
    assert " of it: " not in room
    assert room.count("final damage") == 1


def test_a_strike_stands_with_its_trace() -> None:
    log = Log()
    commands: list[cmd.Command] = [cmd.Join(sheet=sheet) for sheet in CASTS["absorption"][:2]]
    faces = (("attack", (3,)), ("damage", (9,)))
    commands += [cmd.NextTurn(), cmd.Attack(who="Thrain", weapon="axe", aims=(Aim("Ximena"),), faces=faces)]
    for command in commands:
        found = log.told(BOOK, command)
        assert isinstance(found, Log), found
        log = found
    lines = list(log_lines(Words("es"), BOOK, log))
    assert lines[0] == "Antes del combate: Thrain entra en el combate"
    assert lines[2] == "Empieza la ronda 1"
    at = next(number for number, line in enumerate(lines) if "golpea" in line)
    assert lines[at].startswith("Ronda 1: Thrain golpea a Ximena (axe): falla, 0 de daño")
    assert lines[at + 1].startswith("    ")
    data = log_json(Words("en"), BOOK, log)
    strike = next(one for one in data if "trace" in one)
    assert strike["round"] == 1
    assert str(strike["text"]).startswith("Thrain strikes Ximena (axe): miss")
