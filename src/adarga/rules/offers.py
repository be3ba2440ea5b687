"""Offers taken: what a blow has on offer against what was taken of it."""

from __future__ import annotations

from collections.abc import Sequence

from adarga.errors import AdargaError
from adarga.plan import Offer
from adarga.rules.protocol import Situation


def times_taken(situation: Situation, name: str) -> int:
    """How many times an offer was taken in all."""
    return sum(taken.times for taken in situation.take if taken.name == name)


def hold_to_offers(situation: Situation, offers: Sequence[Offer]) -> None:
    """Refuse what was taken and is not on offer, or more often than it is.

    `offers` is everything that the blows of the strike offer, before any of it is taken. Raises `AdargaError`
    (`offer.none`, `offer.nothing`, `offer.most`).
    """
    on_offer = {offer.name: offer.most for offer in offers}
    for taken in situation.take:
        if not on_offer:
            raise AdargaError("offer.nothing", name=taken.name)
        if taken.name not in on_offer:
            raise AdargaError("offer.none", name=taken.name, offers=", ".join(on_offer))
        times = times_taken(situation, taken.name)
        if times > on_offer[taken.name]:
            raise AdargaError("offer.most", name=taken.name, most=on_offer[taken.name], times=times)
