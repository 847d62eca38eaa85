import type { Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { CompiledScenario } from '../scenarios/compile-scenario';
import { readsLasting, readsShared } from '../scenarios/fact-reach';
import { type FactsRow, type KeptMovement, unpackStored } from './packed-movement';

/** Movements before the period that fill the windows: the longest window is 30 days in buckets of five. */
const WARM_UP_DAYS = 36;
const DAY_MS = 86_400_000;
const PAGE_SIZE = 5_000;

const FIRST = `SELECT min(seq) AS seq, min(at) AS at FROM (
  SELECT seq, at FROM movement_facts WHERE institution_id = $1 AND at >= $2 ORDER BY seq LIMIT 1000) f`;
const COLUMNS = 'seq, account_id, posting_id, at, outcome, facts';
const IN_ORDER = `SELECT ${COLUMNS} FROM movement_facts
  WHERE institution_id = $1 AND at >= $2 AND at <= $3 AND seq > $4 ORDER BY seq LIMIT ${PAGE_SIZE}`;
const BY_ACCOUNT = `SELECT ${COLUMNS} FROM movement_facts
  WHERE institution_id = $1 AND at >= $2 AND at <= $3 AND (account_id, seq) > ($5, $4)
  ORDER BY account_id, seq LIMIT ${PAGE_SIZE}`;

/** The stored movements that a backtest needs, and the order in which it reads them. */
export interface HistoryNeeds {
  /** The first time to read. */
  since: Date;
  /** True for one account after the other, so that a fold keeps one account at a time. */
  byAccount: boolean;
}

/**
 * What a backtest of these scenarios has to read so that its windows are those of live screening: everything where a
 * fact remembers for ever, and all accounts side by side where one adds to the facts of another.
 */
export function historyNeeds(scenarios: readonly CompiledScenario[], start: Date): HistoryNeeds {
  return {
    since: readsLasting(scenarios) ? new Date(0) : new Date(start.getTime() - WARM_UP_DAYS * DAY_MS),
    byAccount: !readsShared(scenarios),
  };
}

/** The stored movements up to a time, read in pages, so memory does not grow with their number. */
export async function* storedHistory(
  unitOfWork: UnitOfWork,
  institutionId: number,
  { since, byAccount }: HistoryNeeds,
  to: Date,
): AsyncGenerator<KeptMovement> {
  let [account, seq] = byAccount ? [0, 0] : [0, await seqBefore(unitOfWork, institutionId, since)];
  for (let isLast = false; !isLast;) {
    const rows = await unitOfWork.readReport(institutionId, (tx) =>
      tx.query<FactsRow[]>(byAccount ? BY_ACCOUNT : IN_ORDER, [
        institutionId,
        since,
        to,
        seq,
        ...(byAccount ? [account] : []),
      ]),
    );
    for (const row of rows) yield unpackStored(row);
    isLast = rows.length < PAGE_SIZE;
    if (!isLast) [account, seq] = [Number(rows.at(-1)!.account_id), Number(rows.at(-1)!.seq)];
  }
}

/** Begins at the first movement of the period: the key is by number, and what is older need not be passed over. */
async function seqBefore(unitOfWork: UnitOfWork, institutionId: number, since: Date): Promise<number> {
  const first = await unitOfWork.readReport(institutionId, (tx) => firstSince(tx, institutionId, since));
  return (first?.seq ?? 1) - 1;
}

/** The first stored movement since a time; undefined for none. */
export async function firstSince(
  tx: Tx,
  institutionId: number,
  since: Date,
): Promise<{ seq: number; at: Date } | undefined> {
  const [row] = await tx.query<{ seq: string | null; at: Date | null }[]>(FIRST, [institutionId, since]);
  return row?.seq && row.at ? { seq: Number(row.seq), at: row.at } : undefined;
}
