import type { LedgerReading } from './ledger-reading';
import type { Seal } from './seal-file';

/** The seals that are stored with a ledger, in the order of their dates. They have no public key. */
export function storedSeals(reading: LedgerReading, institutionId: number): Promise<Seal[]> {
  return reading
    .rows<Omit<Seal, 'postings' | 'entries'> & Record<'institutionId' | 'postings' | 'entries', string>>(
      `SELECT institution_id AS "institutionId", after::text, through::text, postings, entries,
              postings_hash AS "postingsHash", entries_hash AS "entriesHash", previous_root AS "previousRoot", root,
              marks_hash AS "marksHash", key_id AS "keyId", signature, null AS "publicKey"
         FROM ledger_segment WHERE institution_id = $1 ORDER BY through`,
      [institutionId],
    )
    .then((rows) =>
      rows.map((row) => ({
        ...row,
        institutionId: Number(row.institutionId),
        postings: Number(row.postings),
        entries: Number(row.entries),
      })),
    );
}
