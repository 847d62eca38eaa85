import type { AmlAlert } from '../cases/alerts/aml-alert.entity';
import type { Tx } from '../common/database/unit-of-work';
import type { WatchList } from '../watch-lists/desk/watch-list.entity';
import type { Relisting } from './clearance';

/**
 * Of entries with the number $3, and the number $4 that they had before: when a version of the list $2 last came into
 * use after $5 that has neither, and when one came into use after it. All of those have the entry.
 */
const RELISTED = `SELECT l.reference, l.former, l.left_at AS "leftAt", min(v.activated_at) AS "listedAgainAt"
  FROM (SELECT r.reference, r.former, max(w.activated_at) AS left_at
          FROM unnest($3::text[], $4::text[]) AS r(reference, former)
          JOIN watch_list_version w ON w.institution_id = $1 AND w.list_id = $2 AND w.activated_at > $5
         WHERE NOT EXISTS (SELECT 1 FROM watch_list_entry e WHERE e.institution_id = $1 AND e.version_id = w.id
                              AND e.reference IN (r.reference, r.former))
         GROUP BY r.reference, r.former) l
  JOIN watch_list_version v ON v.institution_id = $1 AND v.list_id = $2 AND v.activated_at > l.left_at
 GROUP BY l.reference, l.former, l.left_at`;

/** An entry that was found, by its number of today, with an earlier alert about an equal one. */
export interface KnownEntry {
  list: WatchList;
  reference: string;
  alert: Pick<AmlAlert, 'status' | 'createdAt' | 'facts'>;
}

interface RelistedRow extends Relisting {
  reference: string;
  former: string;
}

/**
 * Which of the entries have left their lists since their alerts, and are listed again. Only closed alerts count.
 * @returns the relisting of one of the entries; undefined for one that has been on its list throughout
 */
export async function relistingsOf(
  tx: Tx,
  entries: readonly KnownEntry[],
): Promise<(entry: KnownEntry) => Relisting | undefined> {
  const found = new Map<string, Relisting>();
  const closed = entries.filter(({ alert }) => alert.status === 'closed');
  for (const list of new Map(closed.map((entry) => [entry.list.id, entry.list])).values())
    for (const { reference, former, ...relisting } of await ofList(tx, list, closed))
      found.set(keyOf(list, reference, former), relisting);
  return (entry) => found.get(keyOf(entry.list, entry.reference, formerOf(entry)));
}

function ofList(tx: Tx, { institutionId, id }: WatchList, entries: readonly KnownEntry[]): Promise<RelistedRow[]> {
  const ofThis = entries.filter(({ list }) => list.id === id);
  const pairs = new Map(ofThis.map((entry) => [keyOf(entry.list, entry.reference, formerOf(entry)), entry]));
  const distinct = [...pairs.values()];
  const since = new Date(Math.min(...ofThis.map(({ alert }) => alert.createdAt.getTime())));
  const references = distinct.map(({ reference }) => reference);
  return tx.query<RelistedRow[]>(RELISTED, [institutionId, id, references, distinct.map(formerOf), since]);
}

/** The number of the entry when its alert was raised: a list may give an equal entry another one. */
function formerOf({ reference, alert }: KnownEntry): string {
  const former = alert.facts['reference'];
  return typeof former === 'string' ? former : reference;
}

const keyOf = ({ id }: WatchList, reference: string, former: string): string => JSON.stringify([id, reference, former]);
