"""How others on the same network come to this machine: its address, and that address as a QR code."""

from __future__ import annotations

import io
import socket

import segno


def lan_address() -> str | None:
    """The address of this machine on its network; None where it is on none. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith("127.") else found


def free(host: str, port: int) -> bool:
    """Whether a server can listen there."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def qr_text(address: str) -> str:
    """An address as a QR code of block characters, for a terminal."""
    out = io.StringIO()
    segno.make(address, error="m").terminal(out, compact=True)
    return out.getvalue()


def qr_svg(address: str) -> str:
    """An address as a QR code for a page: dark squares on white, that grows with its box."""
    return segno.make(address, error="m").svg_inline(omitsize=True, dark="#000", light="#fff")
