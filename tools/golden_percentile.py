"""Three fights of the rulebook `percentile`."""

from __future__ import annotations

from adarga.fight import commands as cmd
from adarga.rules.protocol import Combatant, Situation, Until, Weapon
from adarga.rules.values import Names
from tools.golden_script import Script

DOOR = Combatant(name="Puerta", points=11)
SABOTEUR = Combatant(
    name="Saboteador",
    points=12,
    dexterity=11,
    constitution=10,
    dodge=30,
    weapons=(
        Weapon(id="club", name=Names("club", "porra"), damage="d6", skill=55, pr=6),
        Weapon(id="grenade", name=Names("grenade", "granada"), damage="2d6+2"),
    ),
)


def trench(fight: Script) -> None:
    """A raid: dodge and block, cover, defending, waiting, wounds light and severe, the day's sum, and death."""
    fight.join("Sargento Rojas", side="ours", owner="Ana")
    fight.join("Inés", side="ours", owner="Luis")
    fight.join("Bruno", side="theirs")
    fight.join("Mastín", side="theirs")
    fight.next()
    fight.do(cmd.Wait("Inés", 12))
    fight.strike("Mastín", "bite", "Inés", 45, 30)
    fight.next()
    fight.strike("Sargento Rojas", "bolt-action-rifle", "Bruno", 40, 70, 4, 3)
    fight.next()
    fight.strike("Inés", "revolver", "Mastín", 50, 80, 5)
    fight.next()
    fight.strike("Bruno", "shotgun", "Sargento Rojas", 33, 20, situation=Situation(reaction="block"))
    fight.condition("Sargento Rojas", "prone")
    fight.next()
    fight.do(cmd.Defend("Inés"))
    fight.next()
    fight.strike("Mastín", "bite", "Inés", 12, 60)
    fight.next()
    fight.strike("Sargento Rojas", "bayonet", "Mastín", 5, 90, 6)
    fight.next()
    fight.strike("Bruno", "shotgun", "Sargento Rojas", 27, 90, 2, 3, 4)
    fight.do(cmd.Pass(60))
    fight.do(cmd.ClearCondition("Sargento Rojas", "prone"))
    fight.do(cmd.Lose("Sargento Rojas", 1))
    fight.throw(80)
    fight.next()
    fight.strike("Inés", "revolver", "Bruno", 58, 26, 1)
    fight.do(cmd.Lose("Inés", 5))
    fight.do(cmd.Lose("Inés", 2))
    fight.throw(44)
    fight.next()
    fight.do(cmd.Lose("Bruno", 9))
    fight.next(2)
    fight.do(cmd.Heal("Inés", 1))
    fight.next(2)


def door(fight: Script) -> None:
    """A door and what people carry: resistance points, a shield and a rifle broken, healing over weeks."""
    fight.join(DOOR, side="house")
    fight.join("Sargento Rojas", owner="Ana")
    fight.join(SABOTEUR, side="house")
    fight.next()
    fight.strike("Sargento Rojas", "2d6+2", "Puerta", 3, 4, situation=Situation(object=True))
    fight.next()
    fight.strike(
        "Saboteador",
        "club",
        "Sargento Rojas",
        30,
        88,
        6,
        situation=Situation(object=True, aim="bolt-action-rifle", modifier=-10),
    )
    fight.do(cmd.BackTurn())
    fight.strike("Sargento Rojas", "2d6+2", "Puerta", 5, 2, situation=Situation(object=True))
    fight.next()
    fight.strike(
        "Saboteador",
        "club",
        "Sargento Rojas",
        12,
        99,
        6,
        situation=Situation(object=True, aim="bolt-action-rifle"),
    )
    fight.strike("Saboteador", "grenade", "Sargento Rojas, Saboteador/half", 95, 6, 6, 90)
    fight.do(cmd.Pass(8 * 24 * 60))
    while fight.log.state.due:
        fight.throw(2)
    fight.do(cmd.Reorder(tuple(id for turn in fight.log.state.order[fight.log.state.turn + 1 :] for id in turn)))
    fight.next()


def ambush(fight: Script) -> None:
    """An ambush: surprise, simplified damage, a shared turn, unconscious and awake again, dying and saved."""
    fight.join("Inés", owner="Luis")
    fight.join("Bruno", owner="Ana")
    fight.join("Mastín", count=2, side="pack", hidden=True)
    fight.condition("Inés", "surprised", Until("round", 1))
    fight.condition("Bruno", "surprised", Until("round", 1))
    fight.next()
    fight.do(cmd.Reveal("(Mastín 1)"))
    fight.do(cmd.Reveal("(Mastín 2)"))
    fight.strike("Mastín", "bite", "Inés", 36, 90, situation=Situation(simplified=True))
    fight.strike("Mastín 2", "bite", "Bruno", 49, 90, situation=Situation(simplified=True))
    fight.next()
    fight.strike("Inés", "revolver", "Mastín", 43, 77, situation=Situation(simplified=True))
    fight.next()
    fight.strike("Bruno", "shotgun", "Mastín 2", 46, 77, situation=Situation(simplified=True, modifier=5))
    fight.next()
    fight.do(cmd.SetPoints("Inés", 2))
    fight.next()
    fight.do(cmd.Heal("Inés", 1))
    fight.do(cmd.Lose("Bruno", 30))
    fight.next()
    fight.do(cmd.Heal("Bruno", 4))
    fight.strike("Mastín", "bite", "Inés", 71)
    fight.strike("Mastín", "bite", "Inés", 3, 12)
    fight.next()
    fight.strike("Inés", "trench-knife", "Mastín", 31, 5)
    fight.do(cmd.Delay())
    fight.next()
