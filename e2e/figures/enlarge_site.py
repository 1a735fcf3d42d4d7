"""Enlarges a site of a stopped instance, for example to ten million events: multiplies each of its counters, also by hour.

    python3 figures/enlarge_site.py DATA_FOLDER SITE_ID EVENTS

Prints how many events the counters then contain. Raw events are not changed, so a recount would differ; only for measurements.
"""

import sqlite3
import sys
from pathlib import Path

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
PAGE_COLUMNS = ["views", "ai_clicks", "social_clicks", "question_clicks", "ai_referrals", "phone_views", "tablet_views", "desktop_views"]


def site_key(site_id):
    """The 128 bits of an id, which is a ULID after a prefix."""
    number = 0
    for letter in site_id.split("_", 1)[1]:
        number = number * 32 + ALPHABET.index(letter)
    return number.to_bytes(16, "big")


def multiplied(hours, factor):
    """Multiplies a counter's hours (crates/store/src/events/sqlite/writing/hours.rs): a byte for the hour, then the count as LEB128."""
    if hours is None:
        return None
    found, place = bytearray(), 0
    while place < len(hours):
        found.append(hours[place])
        place, value, shift = place + 1, 0, 0
        while True:
            byte = hours[place]
            value |= (byte & 0x7F) << shift
            place, shift = place + 1, shift + 7
            if byte < 0x80:
                break
        value *= factor
        while value >= 0x80:
            found.append(value & 0x7F | 0x80)
            value >>= 7
        found.append(value)
    return bytes(found)


def main(folder, site_id, wanted):
    events = sqlite3.connect(Path(folder) / "events.db")
    (site,) = events.execute("SELECT id FROM sites WHERE site = ?", (site_key(site_id),)).fetchone()
    (stored,) = events.execute("SELECT count(*) FROM events WHERE site = ?", (site,)).fetchone()
    factor = -(-int(wanted) // stored)
    events.create_function("multiplied", 2, multiplied, deterministic=True)
    for table in ["site_counters", "page_counters"]:
        events.execute(f"UPDATE {table} SET value = value * ?1, hours = multiplied(hours, ?1) WHERE site = ?2", (factor, site))
    columns = ", ".join(f"{column} = {column} * ?1" for column in PAGE_COLUMNS)
    events.execute(f"UPDATE page_days SET {columns} WHERE site = ?2", (factor, site))
    events.commit()
    print(stored * factor)


if __name__ == "__main__":
    main(*sys.argv[1:])
