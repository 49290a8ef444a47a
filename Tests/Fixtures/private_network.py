"""The addresses of this machine in private networks."""

from __future__ import annotations

import ipaddress
import socket


def private_addresses() -> list[str]:
    """The addresses from which packets to private networks would be sent, if they are of such a network themselves."""
    networks = [ipaddress.ip_network(each) for each in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")]
    found = []
    for family, far in (
        (socket.AF_INET, "10.255.255.254"), (socket.AF_INET, "192.168.255.254"), (socket.AF_INET6, "fd00::fffe"),
    ):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))
            except OSError:
                continue
            address = probe.getsockname()[0]
        if any(ipaddress.ip_address(address) in each for each in networks) and address not in found:
            found.append(address)
    return found
