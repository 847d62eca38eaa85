import type { Tx } from '../../../common/database/unit-of-work';
import { type FactsRow, type KeptMovement, unpackStored } from '../packed-movement';

/** Movements read in one transaction. */
const CHUNK_SIZE = 500;

const NEW_MARK = `INSERT INTO aml_movement_mark (institution_id, read_seq, seen_seq, seen_before)
  VALUES ($1, 0, 0, 0) ON CONFLICT DO NOTHING`;
const LOCK_MARK = `SELECT read_seq, seen_seq, seen_before FROM aml_movement_mark
  WHERE institution_id = $1 FOR UPDATE SKIP LOCKED`;
const LAST = `SELECT max(seq) AS last FROM movement_facts
  WHERE institution_id = $1 AND seq > coalesce((SELECT read_seq FROM aml_movement_mark WHERE institution_id = $1), 0)`;
const HORIZON = `SELECT pg_snapshot_xmin(s)::text AS oldest, pg_snapshot_xmax(s)::text AS next
  FROM pg_current_snapshot() AS s`;
const OWN_NUMBER = 'SELECT pg_current_xact_id()::text AS next';
const READ = `SELECT seq, account_id, posting_id, at, outcome, facts FROM movement_facts
  WHERE institution_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT ${CHUNK_SIZE}`;
const MOVE = 'UPDATE aml_movement_mark SET read_seq = $2, seen_seq = $3, seen_before = $4 WHERE institution_id = $1';

/** The next movements, and whether there may be more at once. */
export interface NextMovements {
  movements: KeptMovement[];
  hasMore: boolean;
}

/**
 * The last movement behind the mark that can be seen; null where there is none. Ask in a transaction that ends before
 * the one of `nextMovements` begins: whoever has taken a place before this movement has a lower number than that one.
 */
export async function lastMovement(tx: Tx, institutionId: number): Promise<number | null> {
  const [row] = await tx.query<{ last: string | null }[]>(LAST, [institutionId]);
  return row?.last ? Number(row.last) : null;
}

/**
 * Reads the next movements of an institution in the order of their decisions and moves the mark behind them, in the
 * caller's transaction: what it does with them and the mark are stored together or not at all, so each movement is
 * taken once. One process at a time reads an institution; another gets nothing.
 * @param last of `lastMovement`
 */
export async function nextMovements(tx: Tx, institutionId: number, last: number): Promise<NextMovements> {
  await tx.query(NEW_MARK, [institutionId]);
  const [mark] = await tx.query<{ read_seq: string; seen_seq: string; seen_before: string }[]>(LOCK_MARK, [
    institutionId,
  ]);
  if (!mark) return { movements: [], hasMore: false };
  const readSeq = Number(mark.read_seq);
  const seenSeq = Number(mark.seen_seq);
  if (readSeq >= seenSeq) return look(tx, institutionId, readSeq, last);
  const [horizon] = await tx.query<{ oldest: string; next: string }[]>(HORIZON);
  // The ids of transactions start again when a database is restored from a dump.
  if (BigInt(horizon!.next) < BigInt(mark.seen_before)) return look(tx, institutionId, readSeq, last);
  if (BigInt(horizon!.oldest) < BigInt(mark.seen_before)) return { movements: [], hasMore: false };
  const rows = await tx.query<FactsRow[]>(READ, [institutionId, readSeq, seenSeq]);
  const isWhole = rows.length < CHUNK_SIZE;
  const readTo = isWhole ? seenSeq : Number(rows.at(-1)!.seq);
  await tx.query(MOVE, [institutionId, readTo, seenSeq, mark.seen_before]);
  return { movements: rows.map(unpackStored), hasMore: true };
}

/** Notes what was seen. It is read once the transactions that are open now have ended. */
async function look(tx: Tx, institutionId: number, readSeq: number, last: number): Promise<NextMovements> {
  if (last <= readSeq) return { movements: [], hasMore: false };
  // No end of a snapshot: that is one after the last transaction that ended, and later numbers may be running.
  const [own] = await tx.query<{ next: string }[]>(OWN_NUMBER);
  await tx.query(MOVE, [institutionId, readSeq, last, own!.next]);
  return { movements: [], hasMore: true };
}
