"""A fight at the terminal: lines in, lines out, in both languages, and the file that remembers them."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adarga.cli.fight_completion import candidates
from adarga.cli.fight_file import Asked, open_fight, read_only
from adarga.cli.fight_session import Session
from adarga.dice import Seeded
from adarga.interop.verbs import VERBS
from adarga.words import LANGUAGES, Words
from tests.cli.conftest import Cli, Done
from tests.source import ROOT

EXAMPLES = ROOT / "examples"


class Fight:
    """The command, fed with lines."""

    def __init__(self, adarga: Cli, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.adarga = adarga
        self.file = file
        self.monkeypatch = monkeypatch

    def __call__(self, lines: str, *options: str) -> Done:
        self.monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return self.adarga("fight", str(self.file), *options)


@pytest.fixture
def fight(adarga: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fight:
    return Fight(adarga, tmp_path / "a.adarga", monkeypatch)


BRIDGE = ("--roster", "examples/puente.toml")
CRYPT = ("--roster", "examples/cripta.toml")


Begin = Callable[..., Session]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin a fight with everyone of a roster in it, in `s.adarga`."""
    with contextlib.ExitStack() as stack:

        def made(
            lang: str = "en", roster: str = "puente", seed: int = 1, name: str = "s", *, empty: bool = False
        ) -> Session:
            fight = open_fight(Asked(tmp_path / f"{name}.adarga", roster=EXAMPLES / f"{roster}.toml"))
            stack.enter_context(fight.file)
            found = Session(Words(lang), fight, Seeded(seed))
            if not empty:
                found.answer(f"load '{EXAMPLES / roster}.toml'")
            return found

        yield made


def said(one: Session, *lines: str) -> str:
    return "\n".join(text for line in lines for text in one.answer(line))


def test_a_fight_is_played_with_dice_typed_and_read_back(fight: Fight) -> None:
    done = fight("next\nattack brun aldo\n15\n5\n5\nno\nwhy\n", *BRIDGE)
    assert done.code == 0
    assert "Brunilda: d20 for attack. Type what fell, or r to roll." in done.out
    assert "Aldo: d20 for Dexterity" in done.out
    assert "effectiveness 1-3: Brunilda" in done.out
    assert "Brunilda strikes Aldo (war axe)" in done.out
    assert "Brunilda → Aldo\n" in done.out
    again = fight("show\n")
    assert "* Brunilda  18/18" in again.out
    assert "12/14" in again.out


def test_a_strike_under_way_is_still_asked_for_after_leaving(fight: Fight) -> None:
    fight("next\nattack brun aldo\n15\n", *BRIDGE)
    assert "Aldo: d20 for Dexterity" in fight("").out


def test_a_fight_in_spanish(fight: Fight) -> None:
    done = fight(
        "siguiente\nataca brun aldo ataque=15 destreza=5 daño=9\nno\nporqué\ndeshaz 2\n", *BRIDGE, "--lang", "es"
    )
    assert "Brunilda golpea a Aldo (hacha de guerra)" in done.out
    assert "2 pasos deshechos." in done.out


def test_the_same_seed_rolls_the_same_fight(begin: Begin, tmp_path: Path) -> None:
    for name in ("1", "2"):
        said(begin(seed=5, name=name), "next", "attack brun aldo r", "no")
    assert (tmp_path / "1.adarga").read_bytes() == (tmp_path / "2.adarga").read_bytes()


def test_a_new_fight_needs_to_know_its_rulebook(fight: Fight) -> None:
    done = fight("")
    assert (done.code, done.out) == (2, "")
    assert "--rulebook" in done.err
    assert not fight.file.exists()
    assert fight("", "--rulebook", "percentil").code == 2
    assert not fight.file.exists()


def test_another_rulebook_than_the_files_is_an_error(fight: Fight) -> None:
    assert fight("", "--rulebook", "percentile").code == 0
    assert fight("", "--rulebook", "percentile").code == 0
    done = fight("", "--rulebook", "absorption")
    assert done.code == 2
    assert "already played by percentile" in done.err


def test_a_house_book_stays_in_the_file(fight: Fight) -> None:
    fight("add ogro\nnext\n", "--house", "examples/house.toml")
    book, log = read_only(fight.file)
    assert (book.id, book.book.base) == ("mesa-del-jueves", "absorption")
    assert log.state.fighter("ogro").points == 34
    assert fight("", "--house", "examples/house.toml").code == 0
    wrong = fight("", "--rulebook", "percentile", "--house", "examples/house.toml")
    assert wrong.code == 2


def test_a_roster_may_name_the_house_book(fight: Fight) -> None:
    folder = fight.file.parent
    for name in ("house", "puente"):
        text = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
        folder.joinpath(f"{name}.toml").write_text(
            text.replace('rulebook = "absorption"', 'house = "house.toml"'), encoding="utf-8"
        )
    assert fight("", "--roster", str(folder / "puente.toml")).code == 0
    folder.joinpath("house.toml").unlink()
    assert fight("").code == 0
    book, log = read_only(fight.file)
    assert book.id == "mesa-del-jueves"
    assert len(log.state.seats) == 5


def test_a_house_book_with_mistakes_makes_no_fight(fight: Fight) -> None:
    bad = fight.file.with_suffix(".toml")
    for text in ('base = "absorption"\nmonsters = 3\n', 'base = "absorption"\n[monsters]\nogre = 3\n', "x = 1\n"):
        bad.write_text(text, encoding="utf-8")
        assert fight("", "--house", str(bad)).code == 2
        assert not fight.file.exists()


def test_quick_fighters_need_a_name_and_points(fight: Fight) -> None:
    done = fight(
        "add 3 x Gobo 7 foes together\nadd Thrain 14 con=9 side=us armour=chain-mail\nnext\norder\n",
        "--rulebook",
        "absorption",
    )
    assert "Gobo 1 + Gobo 2 + Gobo 3" in done.out
    _, log = read_only(fight.file)
    thrain = log.state.seat("Thrain")
    assert thrain is not None
    assert (thrain.side, thrain.fighter.combatant.constitution) == ("us", 9)
    assert [piece.id for piece in thrain.fighter.combatant.armour] == ["chain-mail"]


@pytest.mark.parametrize(
    ("book", "line", "shown"),
    [
        ("percentile", "add Lobo 9 armadura=2 des=40", (2, 40)),
        ("percentile", "add Lobo 9 armour=3 dexterity=55 initiative=3", (3, 55)),
    ],
)
def test_armour_may_be_just_points(fight: Fight, book: str, line: str, shown: tuple[int, int]) -> None:
    fight(f"{line}\n", "--rulebook", book)
    sheet = read_only(fight.file)[1].state.fighter("Lobo").combatant
    assert (sheet.armour[0].points, sheet.dexterity) == shown


def test_armour_may_be_ratings(fight: Fight) -> None:
    fight("add Lobo 9 armour=S=5,C=2 defence=14\n", "--rulebook", "damage-steps")
    sheet = read_only(fight.file)[1].state.fighter("Lobo").combatant
    assert len(sheet.armour[0].ar) == 2


def test_names_are_forgiven(begin: Begin) -> None:
    one = begin(roster="cripta")
    said(one, "NEXT", "hurt tome 3", "hurt guardian 5", "heal TOMÉ 1", "set CRYPT 4")
    points = {seat.id: seat.fighter.points for seat in one.state.seats}
    assert (points["Tomé"], points["Guardián de hueso"], points["Crypt wraith"]) == (24, 35, 4)


def test_a_name_that_fits_several_is_asked_again(begin: Begin) -> None:
    one = begin()
    said(one, "add 2 x Lobo 5")
    assert said(one, "hurt lo 3") == "“lo” may be any of these: Lobo 1, Lobo 2"
    assert one.state.fighter("Lobo 1").points == 5
    said(one, "hurt lo 2 3")
    assert one.state.fighter("Lobo 2").points == 2


def test_several_targets_share_the_damage(begin: Begin) -> None:
    one = begin(roster="cripta")
    said(one, "next", "attack odile tome longsword and crypt half", "18", "8", "19", "6")
    assert one.state.pending is None
    tome, wraith = one.state.fighter("Tomé"), one.state.fighter("Crypt wraith")
    assert tome.points is not None
    assert wraith.points is not None
    assert tome.points < 26
    assert wraith.points < 22


def test_what_cannot_be_done_changes_nothing(begin: Begin) -> None:
    one = begin()
    before = one.log
    for line in (
        "dance", "hurt", "hurt brunilda", "hurt brunilda x", "hurt brunilda 3 4", "hurt nobody 3", "attack", "7",
        "r", "yes", "redo", "why", "correct", "correct 99 7", "correct 1 7", "cond aldo", "clear aldo prone",
        "pass never", "add", "add x 3 foo=1", "load", "load nowhere.toml", "wait 5", "don aldo nothing",
        "doff aldo nothing", "usage aldo nothing", "attack brunilda aldo halberdier", "attack brunilda",
        "attack brunilda aldo reaction=jump", "attack brunilda aldo foo=1", "init aldo", "help dance", "w",
        "override 3",
    ):  # fmt: skip
        assert one.answer(line), line
        assert one.log == before, line
    assert one.answer("") == one.answer("# a remark") == []


def test_undo_and_redo(begin: Begin, tmp_path: Path) -> None:
    one = begin()
    said(one, "next", "hurt aldo 3", "hurt aldo 4")
    full = one.log
    said(one, "undo 2")
    assert one.state.fighter("Aldo").points == 14
    said(one, "redo 9")
    assert one.log == full
    assert read_only(tmp_path / "s.adarga")[1] == full


def test_a_correction_is_shown_before_it_is_made(begin: Begin, tmp_path: Path) -> None:
    one = begin()
    said(one, "next", "attack brun aldo attack=15 dexterity=5 damage=5", "no", "hurt aldo 2")
    line = len(one.log.entries) - 2
    before = one.log
    shown = said(one, f"correct {line} damage=6")
    assert f"line {line} was:" in shown
    assert one.log == before
    assert said(one, "no") == "Left as it was."
    assert "nothing was asked" in said(one, "yes")
    said(one, f"correct {line} damage=6", "yes")
    assert one.state.fighter("Aldo").points == 14 - 3 - 2
    assert read_only(tmp_path / "s.adarga")[1] == one.log


def test_a_correction_says_what_no_longer_fits(begin: Begin) -> None:
    one = begin()
    said(one, "next", "attack brun aldo attack=15 dexterity=5 damage=5", "no")
    line = len(one.log.entries) - 1
    shown = said(one, f"correct {line} attack=2")
    assert f"line {line + 1} no longer fits" in shown
    said(one, "yes")
    assert one.state.fighter("Aldo").points == 14


def test_a_correction_may_be_another_command_or_other_options(begin: Begin) -> None:
    one = begin(roster="cripta")
    said(one, "next", "attack odile tome longsword attack=18 damage=8", "hurt tome 3")
    last = len(one.log.entries)
    said(one, f"correct {last} heal tome 1", "yes", f"correct {last - 1} non-lethal", "yes")
    attack = one.log.entries[last - 2].command
    assert "non_lethal=True" in repr(attack)
    assert said(one, f"correct {last - 1} 3") == "that line has 2 dice: type as many"
    assert said(one, f"correct {last - 1} non-lethal") == "That changes nothing."


def test_conditions_and_time(begin: Begin) -> None:
    one = begin()
    said(one, "next", "cond aldo tumbado 2r", "cond ximena cover 1h", "cond ximena cursed")
    assert one.state.fighter("Aldo").has("prone")
    said(one, "pass 2h")
    ximena = one.state.fighter("Ximena")
    assert not one.state.fighter("Aldo").has("prone")
    assert (ximena.has("cover"), ximena.has("cursed")) == (False, True)
    assert one.state.clock.minutes == 120
    said(one, "clear ximena cursed")
    assert not one.state.fighter("Ximena").has("cursed")


def test_turns(begin: Begin) -> None:
    one = begin()
    said(one, "init aldo 9", "init brunilda d4", "next", "n", "b", "delay", "order goblin")
    assert one.state.order[1] == ("Goblin",)
    said(one, "leave goblin", "hide ogro", "own aldo Ana")
    assert one.state.seat("Goblin") is None
    ogre, aldo = one.state.seat("(Ogro)"), one.state.seat("Aldo")
    assert ogre is not None
    assert aldo is not None
    assert (ogre.hidden, aldo.owner) == (True, "Ana")
    said(one, "reveal ogro")
    assert "hidden" not in said(one, "show")


def test_reactions_are_asked_and_taken(begin: Begin) -> None:
    one = begin()
    shown = said(one, "next", "attack ogro brunilda dexterity=2 damage=5+6")
    assert "sacrifice: Brunilda: " in shown
    taken = said(one, "sacrifice")
    assert "0 damage" in taken
    assert one.state.fighter("Brunilda").points == 18


def test_the_game_masters_word(begin: Begin) -> None:
    one = begin()
    said(one, "next", "attack brun aldo attack=15 dexterity=5 damage=5", "override 1")
    assert one.state.fighter("Aldo").points == 13
    said(one, "undo 2", "attack brun aldo attack=15 dexterity=5", "override 1 9")
    assert one.state.fighter("Aldo").points == 13
    said(one, "attack brun aldo", "drop")
    assert one.state.pending is None


def test_pieces_and_usage(begin: Begin) -> None:
    one = begin()
    said(one, "doff brunilda cota", "don brunilda leather armour", "usage brunilda war axe", "2", "energy aldo 1")
    brunilda = one.state.fighter("Brunilda")
    assert [piece.name.en for piece in brunilda.combatant.armour] == ["leather armour"]
    assert dict(brunilda.usage) == {"war-axe": "d8"}
    assert one.state.fighter("Aldo").energy == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_tells_every_command(begin: Begin, lang: str) -> None:
    one = begin(lang)
    everything = one.answer("?")
    assert len(everything) == len(VERBS) + 1
    assert said(one, "help attack").startswith("attack, ataca, a, atacar")


def test_attackers_and_weapons_that_go_without_saying(begin: Begin) -> None:
    one = begin(roster="cripta")
    assert said(one, "wait 5", "attack tome") == "\n".join(["it is nobody's turn: say who, or begin with next"] * 2)
    said(one, "next")
    assert said(one, "attack odile") == "say whom Odile attacks"
    assert "longsword, dagger" in said(one, "attack tome")
    assert "nearest: Odile" in said(one, "attack odil0 tome")
    said(one, "add Ladrón 9", "attack crypt odile", "drop", "attack ladron crypt", "attack ladron crypt dagger", "drop")
    assert one.state.pending is None
    said(one, "attack tome sword", "drop", "attack crypt odile touch elect=3 telling=no aim=longsword", "drop")
    assert "elect=3" in repr(one.log.entries[-2].command)


def test_offers_in_one_word(begin: Begin) -> None:
    one = begin()
    said(one, "next", "attack brun aldo attack=15 dexterity=5 damage=5", "yes")
    assert one.state.fighter("Brunilda").energy == 2
    said(one, "attack brun aldo attack=15 dexterity=5 damage=5")
    assert said(one, "take effectiveness 9") == "effectiveness can be taken 1 to 2 times here, not 9"
    said(one, "efectividad 2")
    assert one.state.fighter("Brunilda").energy == 0


def test_dice_are_asked_for_one_by_one(begin: Begin) -> None:
    one = begin(roster="trinchera")
    said(one, "add Lobo 9 des=40", "next", "attack lobo and lobo d10 object", "drop")
    ids = [seat.id for seat in one.state.seats]
    said(one, f"attack '{ids[0]}' lobo 2d10")
    while one.awaits_die:
        assert said(one, "101").startswith("a d")
        said(one, "0" if "d10" in said(one, "show").splitlines()[-1] else "1")
    assert one.state.pending is None


def test_defending_and_waiting(begin: Begin) -> None:
    one = begin(roster="trinchera")
    said(one, "next")
    acting = one.state.acting[0]
    said(one, "defend")
    assert one.state.fighter(acting).has("defending")
    said(one, "undo", "wait 7")
    assert one.state.fighter(acting).waiting == 7
    assert "waits to 7" in said(one, "show")


def test_quit_leaves_the_rest_unread(fight: Fight) -> None:
    assert "foo" not in fight("quit\nfoo\n", "--rulebook", "percentile").out


def test_the_log_of_a_file(fight: Fight) -> None:
    fight("next\nattack brun aldo attack=15 dexterity=5 damage=9\nno\nlog 1\n", *BRIDGE)
    text = fight("", "--log")
    assert "Brunilda strikes Aldo" in text.out
    data = json.loads(fight("", "--log", "--json").out)
    assert data["rulebook"] == "absorption"
    assert [entry["number"] for entry in data["log"]] == list(range(1, len(data["log"]) + 1))
    assert fight("", "--json").code == 2


def test_words_are_completed(begin: Begin) -> None:
    one = begin()
    assert "attack " in candidates(one, "att", "att")
    assert candidates(one, "hurt brun", "brun") == ["Brunilda "]
    assert "'war axe' " in candidates(one, "attack brunilda aldo war", "war")


def test_the_page_shows_what_happens(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    page = (ROOT / "docs" / "fight.md").read_text(encoding="utf-8")
    shown = page.split("```text\n")[1].split("```")[0]
    one = begin(empty=True)
    lines = [part.partition("\n")[0] for part in shown.split("> ")[1:]]
    assert "".join(f"> {line}\n" + "".join(f"{text}\n" for text in one.answer(line)) for line in lines) == shown


def test_a_door_takes_no_turn_and_is_struck_without_a_roll(begin: Begin) -> None:
    one = begin(roster="trinchera")
    said(one, "add Puerta 20 objeto", "next")
    assert all("Puerta" not in turn for turn in one.state.order)
    said(one, "attack ines puerta revolver damage=5")
    assert one.state.fighter("Puerta").points == 15
