"""The vocabulary of a fight at the terminal: what each command, option, condition and answer is called."""

from __future__ import annotations

from collections.abc import Mapping

from adarga.errors import AdargaError
from adarga.rules.names import folded

VERBS: Mapping[str, tuple[str, ...]] = {
    "attack": ("attack", "a", "ataca", "atacar"),
    "wait": ("wait", "w", "espera", "esperar"),
    "defend": ("defend", "d", "defiende", "defender"),
    "delay": ("delay", "demora", "demorar"),
    "next": ("next", "n", "siguiente", "s", "sigue"),
    "back": ("back", "b", "atrás"),
    "undo": ("undo", "u", "deshaz", "deshacer"),
    "redo": ("redo", "rehaz", "rehacer"),
    "why": ("why", "porqué"),
    "add": ("add", "añade", "añadir"),
    "load": ("load", "carga", "cargar"),
    "leave": ("leave", "sale", "quita"),
    "hide": ("hide", "oculta"),
    "reveal": ("reveal", "muestra"),
    "own": ("own", "dueño"),
    "hurt": ("hurt", "daña", "resta"),
    "heal": ("heal", "cura"),
    "set": ("set", "fija"),
    "energy": ("energy", "energía"),
    "cond": ("cond", "condition", "condición", "estado"),
    "clear": ("clear", "libra"),
    "pass": ("pass", "pasa"),
    "usage": ("usage", "desgaste", "uso"),
    "init": ("init", "initiative", "iniciativa"),
    "order": ("order", "orden"),
    "don": ("don", "ponte"),
    "doff": ("doff", "quítate"),
    "roll": ("r", "roll", "tira"),
    "take": ("take", "toma"),
    "no": ("no", "decline", "nada"),
    "yes": ("yes", "y", "sí"),
    "override": ("override", "manda"),
    "drop": ("drop", "deja"),
    "correct": ("correct", "corrige"),
    "show": ("show", "ver", "mesa"),
    "log": ("log", "registro"),
    "help": ("help", "h", "ayuda"),
    "quit": ("quit", "q", "exit", "salir", "adiós"),
}
ALL_WORDS = {folded(word): verb for verb, words in VERBS.items() for word in words}

OFFERS = {
    "sacrifice": (
        "sacrifice", "sacrifica", "sacrificar", "escudo", "sacrifice the shield", "sacrifica el escudo",
        "sacrificar el escudo",
    ),
    "soak": ("soak", "aguanta", "aguantar"),
    "effectiveness": ("effectiveness", "efectividad"),
}  # fmt: skip
OPTIONS = {
    "effectiveness": ("effectiveness", "efectividad"),
    "soak_energy": ("soak", "aguanta", "aguantar"),
    "steps": ("steps", "pasos"),
    "elect": ("elect", "elige"),
    "telling": ("telling", "certero"),
    "non_lethal": ("non-lethal", "no-letal"),
    "prone": ("prone", "cover", "tumbado", "cubierto"),
    "defending": ("defending", "defendiendo"),
    "modifier": ("modifier", "mod", "modificador"),
    "defence_modifier": ("defence-modifier", "defmod", "modificador-defensa"),
    "reaction": ("reaction", "reacción"),
    "simplified": ("simplified", "simplificado"),
    "object": ("object", "objeto"),
    "aim": ("aim", "apunta"),
}
NUMBERS = ("effectiveness", "soak_energy", "steps", "modifier", "defence_modifier")
REACTIONS = {"best": ("best", "mejor"), "dodge": ("dodge", "esquiva"), "block": ("block", "bloqueo"),
             "none": ("none", "ninguna")}  # fmt: skip
CHECKS = {"attack": ("attack", "ataque"), "dexterity": ("dexterity", "destreza"), "dodge": ("dodge", "esquiva"),
          "block": ("block", "bloqueo"), "damage": ("damage", "daño")}  # fmt: skip
SHARES = {"full": ("full", "todo"), "half": ("half", "mitad"), "none": ("none", "nada")}
AND = ("+", "and", "y")
CONDITIONS = {
    "prone": ("prone", "tumbado"),
    "cover": ("cover", "cubierto"),
    "surprised": ("surprised", "sorprendido"),
    "defending": ("defending", "defendiendo"),
    "unconscious": ("unconscious", "inconsciente"),
    "dying": ("dying", "agonizante"),
    "dead": ("dead", "muerto"),
    "out": ("out", "fuera"),
    "broken": ("broken", "roto"),
    "object": ("object", "objeto"),
    "soaking": ("soaking", "aguantando"),
    "failing": ("failing", "desfalleciente"),
    "lasting-effect": ("lasting-effect", "secuela"),
    "consciousness-due": ("consciousness-due", "por-desmayarse"),
}


def meant(table: Mapping[str, tuple[str, ...]], word: str) -> str | None:
    """What a word of a table stands for, in either language; None for what is not in it.

    >>> meant(SHARES, "MITAD"), meant(SHARES, "x")
    ('half', None)
    """
    wanted = folded(word)
    return next((name for name, words in table.items() if wanted and wanted in map(folded, words)), None)


def verb_of(word: str) -> str:
    """The command a word stands for, an unfinished word too. Raises `AdargaError` for what is none, or several.

    >>> verb_of("ATÁC"), verb_of("?")
    ('attack', 'help')
    """
    if word == "?":
        return "help"
    wanted = folded(word)
    if wanted in ALL_WORDS:
        return ALL_WORDS[wanted]
    found = sorted({verb for known, verb in ALL_WORDS.items() if wanted and known.startswith(wanted)})
    if len(found) == 1:
        return found[0]
    if found:
        raise AdargaError("fight_cli.which", name=word, names=", ".join(found))
    raise AdargaError("fight_cli.verb", name=word)


SHEET = {
    "level": ("level", "nivel"),
    "strength": ("strength", "fuerza", "fue"),
    "dexterity": ("dexterity", "destreza", "des"),
    "constitution": ("constitution", "constitución", "con"),
    "absorption": ("absorption", "absorción"),
    "energy": ("energy", "energía"),
    "armour": ("armour", "armadura"),
    "shield": ("shield", "escudo"),
    "weapons": ("weapons", "weapon", "armas", "arma"),
    "defence": ("defence", "defensa"),
    "resistant": ("resistant", "resistente"),
    "vulnerable": ("vulnerable",),
    "dodge": ("dodge", "esquiva"),
    "block": ("block", "bloqueo"),
}
TURNS = {
    "side": ("side", "bando"),
    "owner": ("owner", "dueño"),
    "initiative": ("initiative", "init", "iniciativa"),
}
HIDDEN, TOGETHER = ("hidden", "oculto"), ("together", "juntos")
UNTIL = {"r": "round", "m": "minute", "h": "minute", "d": "minute"}
MINUTES = {"": 1, "m": 1, "min": 1, "h": 60, "d": 1440}
