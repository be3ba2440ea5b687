"""The vocabulary of a fight at the terminal: what each command, option, condition and answer is called."""

from __future__ import annotations

from collections.abc import Mapping

from adarga.errors import AdargaError
from adarga.rules.names import folded

VERBS: Mapping[str, tuple[str, ...]] = {
    "attack": ("attack", "ataca", "a", "atacar"),
    "wait": ("wait", "espera", "w", "esperar"),
    "defend": ("defend", "defiende", "d", "defender"),
    "delay": ("delay", "demora", "demorar"),
    "next": ("next", "siguiente", "n", "s", "sigue"),
    "back": ("back", "atrás", "b"),
    "undo": ("undo", "deshaz", "u", "deshacer"),
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
    "cond": ("cond", "condición", "condition", "estado"),
    "clear": ("clear", "libra"),
    "pass": ("pass", "pasa"),
    "usage": ("usage", "desgaste", "uso"),
    "init": ("init", "iniciativa", "initiative"),
    "order": ("order", "orden"),
    "don": ("don", "ponte"),
    "doff": ("doff", "quítate"),
    "roll": ("r", "tira", "roll"),
    "take": ("take", "toma"),
    "no": ("no", "nada", "decline"),
    "yes": ("yes", "sí", "y"),
    "override": ("override", "manda"),
    "drop": ("drop", "deja"),
    "correct": ("correct", "corrige"),
    "show": ("show", "ver", "mesa"),
    "log": ("log", "registro"),
    "help": ("help", "ayuda", "h"),
    "quit": ("quit", "salir", "q", "exit", "adiós"),
}
"""Of each command all that it is called: first its English word, then its Spanish one. So it is in all these tables."""
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
    "prone": ("prone", "tumbado", "cover", "cubierto"),
    "defending": ("defending", "defendiendo"),
    "modifier": ("modifier", "modificador", "mod"),
    "defence_modifier": ("defence-modifier", "modificador-defensa", "defmod"),
    "reaction": ("reaction", "reacción"),
    "simplified": ("simplified", "simplificado"),
    "object": ("object", "objeto"),
    "aim": ("aim", "apunta"),
    "skill": ("skill", "habilidad", "bonus", "bonificador"),
}
NUMBERS = ("effectiveness", "soak_energy", "steps", "modifier", "defence_modifier", "skill")
REACTIONS = {"best": ("best", "mejor"), "dodge": ("dodge", "esquiva"), "block": ("block", "bloqueo"),
             "none": ("none", "ninguna")}  # fmt: skip
CHECKS = {"attack": ("attack", "ataque"), "dexterity": ("dexterity", "destreza"), "dodge": ("dodge", "esquiva"),
          "block": ("block", "bloqueo"), "damage": ("damage", "daño")}  # fmt: skip
SHARES = {"full": ("full", "todo"), "half": ("half", "mitad"), "none": ("none", "nada")}
AND = ("+", "and", "y")
CONDITIONS = {
    "prone": ("prone", "tumbado", "tumbada"),
    "cover": ("cover", "cubierto", "cubierta", "a cubierto", "in cover"),
    "surprised": ("surprised", "sorprendido", "sorprendida"),
    "defending": ("defending", "defendiendo", "a la defensiva"),
    "unconscious": ("unconscious", "inconsciente"),
    "dying": ("dying", "agonizante", "moribundo", "moribunda"),
    "dead": ("dead", "muerto", "muerta"),
    "out": ("out", "fuera", "fuera de combate", "out of the fight"),
    "broken": ("broken", "roto", "rota"),
    "object": ("object", "objeto"),
    "soaking": ("soaking", "aguantando"),
    "failing": ("failing", "desfalleciente", "a punto de caer"),
    "lasting-effect": ("lasting-effect", "secuela", "con secuela"),
    "consciousness-due": ("consciousness-due", "por-desmayarse"),
}


def meant(table: Mapping[str, tuple[str, ...]], word: str) -> str | None:
    """What a word of a table stands for, in either language; None for what is not in it.

    >>> meant(SHARES, "MITAD"), meant(SHARES, "x")
    ('half', None)
    """
    wanted = folded(word)
    return next((name for name, words in table.items() if wanted and wanted in map(folded, words)), None)


def typed_as(table: Mapping[str, tuple[str, ...]], name: str, lang: str) -> str:
    """What is typed for an entry of a table in a language.

    >>> typed_as(SHARES, "half", "es"), typed_as(SHEET, "vulnerable", "es")
    ('mitad', 'vulnerable')
    """
    words = table[name]
    return words[1] if lang == "es" and len(words) > 1 else words[0]


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
    found = tuple(sorted({verb for known, verb in ALL_WORDS.items() if wanted and known.startswith(wanted)}))
    if len(found) == 1:
        return found[0]
    if found:
        raise AdargaError("fight_cli.which", name=word, verbs=found)
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
    "weapons": ("weapons", "armas", "weapon", "arma"),
    "defence": ("defence", "defensa"),
    "resistant": ("resistant", "resistente"),
    "vulnerable": ("vulnerable",),
    "dodge": ("dodge", "esquiva"),
    "block": ("block", "bloqueo"),
}
TURNS = {
    "side": ("side", "bando"),
    "owner": ("owner", "dueño"),
    "initiative": ("initiative", "iniciativa", "init"),
}
HIDDEN, TOGETHER = ("hidden", "oculto"), ("together", "juntos")
UNTIL = {"r": "round", "m": "minute", "h": "minute", "d": "minute"}
MINUTES = {"": 1, "m": 1, "min": 1, "h": 60, "d": 1440}
