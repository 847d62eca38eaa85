/** One counterparty in a state: hash of its key (4 bytes) and the minute of its latest movement (3 bytes). */
export const PARTY_BYTES = 7;

/** Minutes are counted from 2020, so that three bytes last until 2051. */
const FIRST_MINUTE = Date.UTC(2020, 0, 1) / 60_000;
const MOST_MINUTES = 0xffffff;

/** Places for counterparties inside a state. */
export interface PartyPlaces {
  at: number;
  count: number;
}

/** FNV-1a over the UTF-16 units of a key; never 0, which marks a free place. */
export function partyHash(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash ^= key.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0 || 1;
}

/** Notes that a counterparty moved money now. The place of the one that was quiet longest goes to a new one. */
export function recordParty(bytes: Buffer, places: PartyPlaces, key: string, minute: number): void {
  const hash = partyHash(key);
  let place = places.at;
  let oldest = Infinity;
  for (let index = 0; index < places.count; index += 1) {
    const at = places.at + index * PARTY_BYTES;
    if (bytes.readUInt32LE(at) === hash) {
      place = at;
      break;
    }
    const seen = bytes.readUIntLE(at + 4, 3);
    if (seen < oldest) {
      oldest = seen;
      place = at;
    }
  }
  bytes.writeUInt32LE(hash, place);
  bytes.writeUIntLE(Math.min(Math.max(minute - FIRST_MINUTE, 1), MOST_MINUTES), place + 4, 3);
}

/** How many counterparties moved money after the given minute. */
export function findParty(bytes: Buffer, places: PartyPlaces, afterMinute: number): number {
  let found = 0;
  for (let index = 0; index < places.count; index += 1) {
    const at = places.at + index * PARTY_BYTES;
    if (bytes.readUInt32LE(at) !== 0 && bytes.readUIntLE(at + 4, 3) + FIRST_MINUTE > afterMinute) found += 1;
  }
  return found;
}
