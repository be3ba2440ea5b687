"""Three fights of the rulebook `absorption`."""

from __future__ import annotations

from adarga.fight import commands as cmd
from adarga.rules.protocol import Combatant, Piece, Situation, Weapon
from adarga.rules.values import Names
from tools.golden_script import Script

WYRM = Combatant(
    name="Sierpe",
    points=60,
    level=20,
    absorption=3,
    weapons=(
        Weapon(id="jaws", name=Names("jaws", "fauces"), damage="3d6"),
        Weapon(id="fire-breath", name=Names("fire breath", "aliento de fuego"), damage="4d6", spell=True),
    ),
)
PADDED = Piece(id="padded", name=Names("padded armour", "armadura acolchada"), absorption=1, usage_die="d4")
ROUND_SHIELD = Piece(id="small-shield", name=Names("small shield", "escudo pequeño"), absorption=1, usage_die="d6")


def bridge(fight: Script) -> None:
    """The ogre on the bridge: a shield sacrificed, soaking, effectiveness bought, a copy of goblins on one turn."""
    fight.join("Brunilda", 12, side="heroes", owner="Ana")
    fight.join("Aldo", 15, side="heroes", owner="Luis")
    fight.join("Ximena", 9, side="heroes")
    fight.join("Ogro", 14, side="bridge")
    fight.join("Goblin", 10, count=3, side="bridge")
    fight.next()
    fight.strike("Aldo", "throwing-knife", "Goblin 1", 3)
    fight.next()
    fight.strike("Ogro", "great-club", "Brunilda", 1, 6, 5)
    fight.do(cmd.React("sacrifice"))
    fight.throw(1)
    fight.next()
    fight.strike("Brunilda", "war-axe", "Ogro", 15, 4)
    fight.do(cmd.React("effectiveness", 2))
    fight.next()
    fight.strike("Goblin 1", "notched-sabre", "Aldo", 17)
    fight.strike("Goblin 2", "notched-sabre", "Aldo", 2, 5)
    fight.strike("Goblin 3", "notched-sabre", "Ximena", 4, 6)
    fight.next()
    fight.strike("Ximena", "magic-missile", "Goblin 2", 8, 6)
    fight.next()
    fight.strike("Aldo", "estoque", "Goblin 1", 11, 7)
    fight.next()
    _bridge_lost(fight)


def _bridge_lost(fight: Script) -> None:
    fight.strike("Ogro", "great-club", "Brunilda", 5, 6, 6)
    fight.do(cmd.React("soak"))
    fight.next()
    fight.strike("Brunilda", "war-axe", "Ogro", 1)
    fight.throw(2)
    fight.next()
    fight.strike("Goblin 3", "notched-sabre", "Ximena", 6, 5)
    fight.do(cmd.Lose("Ximena", 20))
    fight.do(cmd.Heal("Ximena", 3))
    fight.join("Ogro", 13, side="bridge", hidden=True)
    fight.do(cmd.Reveal("(Ogro)"))
    fight.next()
    fight.next()
    fight.strike("Aldo", "estoque", "Ogro", 9, 5)
    fight.do(cmd.React("effectiveness", 4))
    fight.next()
    fight.do(cmd.Lose("Ogro", 19))
    fight.do(cmd.Leave("Ogro 2"))
    fight.next()


def tavern(fight: Script) -> None:
    """A brawl between characters: both test, weapons and armour wear out, the order is moved about."""
    fight.join("Brunilda", owner="Ana")
    fight.join("Aldo", owner="Luis")
    fight.join("Ximena", owner="Eva")
    fight.do(cmd.SetInitiative("Aldo", 18))
    fight.do(cmd.SetInitiative("Brunilda", 11))
    fight.next()
    fight.strike("Aldo", "estoque", "Brunilda", 14, 3, 5)
    fight.do(cmd.Decline("attacker"))
    fight.do(cmd.Decline("target"))
    fight.do(cmd.Delay())
    fight.strike("Brunilda", "war-axe", "Aldo", 12, 9)
    fight.next()
    fight.strike("Ximena", "quarterstaff", "Aldo", 16, 1, 5)
    fight.do(cmd.Decline("attacker"))
    fight.throw(2)
    fight.do(cmd.Usage("Aldo", ("studded-leather",)))
    fight.throw(1)
    fight.do(cmd.Usage("Aldo", ("studded-leather",)))
    fight.throw(2)
    fight.next()
    fight.strike("Aldo", "estoque", "Brunilda", 4)
    fight.do(cmd.BackTurn())
    fight.do(cmd.Heal("Ximena", 4))
    fight.next()
    fight.next()
    fight.do(cmd.Reorder(("Ximena", "Brunilda")))
    fight.next()
    fight.strike("Ximena", "magic-missile", "Aldo", 5, 2, 6)
    fight.next()
    fight.strike("Brunilda", "war-axe", "Aldo", 20, 2, 3)
    fight.do(cmd.React("effectiveness", 1))
    fight.do(cmd.Usage("Brunilda", ("war-axe",)))
    fight.throw(7)
    fight.strike("Brunilda", "war-axe", "Aldo", 9, 1, 3, situation=Situation(effectiveness=1))
    fight.do(cmd.Decline("attacker"))


def wyrm(fight: Script) -> None:
    """A dragon of level 20: breath on several at once, armour put on and taken off, the game master's own word."""
    fight.join(WYRM, 16, side="cave", hidden=True)
    fight.join("Brunilda", 12, owner="Ana")
    fight.join("Aldo", 8, owner="Luis")
    fight.do(cmd.TakeOff("Brunilda", "medium-shield"))
    fight.do(cmd.PutOn("Brunilda", ROUND_SHIELD, True))
    fight.do(cmd.TakeOff("Aldo", "studded-leather"))
    fight.do(cmd.PutOn("Aldo", PADDED))
    fight.do(cmd.Pass(30))
    fight.next()
    fight.do(cmd.Reveal("(Sierpe)"))
    fight.strike("Sierpe", "fire-breath", "Brunilda, Aldo/half", 10, 1, 2, 1, 6)
    fight.do(cmd.React("soak"))
    fight.throw(2)
    fight.next()
    fight.condition("Brunilda", "soaking")
    fight.do(cmd.SpendEnergy("Brunilda", 1))
    fight.strike("Brunilda", "war-axe", "Sierpe", 8, 4)
    fight.do(cmd.Override(25))
    fight.next()
    fight.strike("Aldo", "estoque", "Sierpe", 13, 8)
    fight.do(cmd.Abandon())
    fight.next()
    fight.strike("Sierpe", "jaws", "Brunilda", 2)
    fight.throw(1, 1, 1, override=3)
    fight.do(cmd.SetPoints("Aldo", 2))
    fight.do(cmd.ClearCondition("Brunilda", "soaking"))
    fight.join("Goblin", 9, count=2)
    fight.strike("Sierpe", "jaws", "Goblin 1", 4, 4, 4)
    fight.next()
    fight.strike("Brunilda", "war-axe", "Sierpe", 10, 9)
    fight.do(cmd.Own("Aldo", ""))
    fight.do(cmd.SetPoints("Sierpe", 0))
    fight.next()
