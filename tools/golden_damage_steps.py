"""Three fights of the rulebook `damage-steps`."""

from __future__ import annotations

from adarga.fight import commands as cmd
from adarga.rules.protocol import Combatant, Piece, Situation, Weapon
from adarga.rules.values import Names, Rating
from tools.golden_script import Script

SAILOR = Combatant(
    name="Marinero",
    points=14,
    defence=11,
    weapons=(
        Weapon(id="cutlass", name=Names("cutlass", "alfanje"), damage="d6", type=("S", "P"), bonus=3),
        Weapon(id="belaying-pin", name=Names("belaying pin", "cabilla"), damage="d4+2", type=("C",), non_lethal=True),
    ),
)
COAT = Piece(id="oilskin", name=Names("oilskin", "capote encerado"), ar=(Rating("S", 1), Rating("mental", 2)))


def crypt(fight: Script) -> None:
    """Bones and a wraith: resistant, vulnerable, telling blows, hardness, armour penetration."""
    fight.join("Odile", 17, side="heroes", owner="Ana")
    fight.join("Tomé", 12, side="heroes", owner="Luis")
    fight.join("Guardián de hueso", 14, side="crypt")
    fight.join("Crypt wraith", 5, side="crypt", hidden=True)
    fight.next()
    fight.strike("Odile", "longsword", "Guardián de hueso", 14, 5)
    fight.next()
    fight.strike("Guardián de hueso", "rusty-halberd", "Odile", 13, 3, 4, 4)
    fight.next()
    fight.strike("Tomé", "iron-mace", "Guardián de hueso", 20, 7)
    fight.next()
    fight.do(cmd.Reveal("(Crypt wraith)"))
    fight.strike("Crypt wraith", "chilling-touch", "Tomé", 12, 3, 4)
    fight.next()
    fight.strike("Odile", "longsword", "Crypt wraith", 20, 8)
    fight.next()
    fight.strike("Guardián de hueso", "rusty-halberd", "Tomé", 1)
    fight.next()
    fight.strike("Tomé", "flaming-brand", "Crypt wraith", 18, 4, 3)
    fight.next()
    fight.strike("Crypt wraith", "chilling-touch", "Odile", 15, 2, situation=Situation(steps=2))
    fight.next()
    fight.strike("Odile", "dagger", "Guardián de hueso", 16, 3, situation=Situation(steps=1))
    fight.do(cmd.Lose("Guardián de hueso", 40))
    fight.next()
    fight.do(cmd.SetPoints("Crypt wraith", 1))
    fight.strike("Tomé", "flaming-brand", "Crypt wraith", 17, 4, 4)
    fight.next()


def duel(fight: Script) -> None:
    """A duel that should kill nobody: non-lethal blows, an elected row, several types, points given back."""
    fight.join("Odile", 10, owner="Ana")
    fight.join("Tomé", 10, owner="Luis")
    fight.next()
    fight.strike("Odile", "longsword", "Tomé", 12, 7, situation=Situation(non_lethal=True))
    fight.next()
    fight.strike("Tomé", "iron-mace", "Odile", 19, 6, situation=Situation(non_lethal=True))
    fight.do(cmd.Delay())
    fight.next()
    fight.strike("Odile", "longsword", "Tomé", 15, 2, 3, 1, situation=Situation(elect="3d4", steps=4))
    fight.next()
    fight.strike("Tomé", "flaming-brand", "Odile", 6, 4, situation=Situation(telling=True))
    fight.do(cmd.TakeOff("Odile", "steel-breastplate"))
    fight.next()
    fight.strike("Odile", "dagger", "Tomé", 3)
    fight.next()
    fight.strike("Tomé", "iron-mace", "Odile", 16, 8, situation=Situation(non_lethal=True))
    fight.do(cmd.Heal("Odile", 5))
    fight.do(cmd.SetPoints("Tomé", 3))
    fight.next()
    fight.strike("Odile", "longsword", "Tomé", 13, 8)
    fight.do(cmd.Heal("Tomé", 2))
    fight.next()


def ship(fight: Script) -> None:
    """A boarding: many on each side, newcomers, several targets, plain dice, the game master's word."""
    fight.join("Odile", 16, owner="Ana")
    fight.join(SAILOR, 12, count=3, side="crew")
    fight.next()
    fight.strike("Odile", "longsword", "Marinero 1, Marinero 2/half, Marinero 3/none", 11, 6)
    fight.next()
    fight.strike("Marinero 1", "cutlass", "Odile", 17, 5)
    fight.strike("Marinero 2", "belaying-pin", "Odile", 18, 3)
    fight.strike("Marinero 3", "cutlass", "Odile", 8)
    fight.join("Tomé", 14, owner="Luis")
    fight.do(cmd.SetInitiative("Tomé", 18))
    fight.do(cmd.PutOn("Marinero 2", COAT))
    fight.next()
    fight.strike("Tomé", "iron-mace", "Marinero 2", 12)
    fight.throw(4, override=9)
    fight.next()
    fight.strike("Odile", "2d6", "Marinero 3", 13, 3, 4)
    fight.do(cmd.Lose("Marinero 3", 14))
    fight.next()
    fight.do(cmd.Leave("Marinero 1"))
    fight.condition("Marinero 2", "prone")
    fight.do(cmd.ClearCondition("Marinero 2", "prone"))
    fight.do(cmd.Pass(10))
    fight.do(cmd.Leave("Marinero 2"))
    fight.next()
