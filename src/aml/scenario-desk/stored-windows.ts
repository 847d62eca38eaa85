import type { Tx } from '../../common/database/unit-of-work';
import type { ScenarioMovement } from '../scenarios/scenario-movement';
import { advanceInPlace, DEFAULT_WINDOW_SETTINGS, type WindowState } from '../scenarios/window-state';
import { type FactsRow, unpackStored } from './packed-movement';

const PAGE_SIZE = 5_000;

/** Each account is read by its index, so that a page of a customer with many accounts costs no sort of all of them. */
const PAGE = `SELECT f.* FROM unnest($2::bigint[]) AS a (id) CROSS JOIN LATERAL (
    SELECT seq, account_id, posting_id, at, outcome, facts FROM movement_facts
     WHERE institution_id = $1 AND account_id = a.id AND seq > $3 AND seq <= $4 ORDER BY seq LIMIT ${PAGE_SIZE}) f
  ORDER BY f.seq LIMIT ${PAGE_SIZE}`;

/** The end of the order of movements: everything that is stored. */
export const LAST_SEQ = Number.MAX_SAFE_INTEGER;

/** Stored movements of some accounts: those after one number, up to another. */
export interface StoredMovements {
  accountIds: readonly number[];
  after: number;
  through: number;
}

/**
 * Counts stored movements in windows, which are changed in place. They are read in pages, in the order of their
 * decisions.
 * @param counts which of the movements to count; all by default
 */
export async function countStored(
  tx: Tx,
  institutionId: number,
  state: WindowState,
  { accountIds, after, through }: StoredMovements,
  counts: (movement: ScenarioMovement) => boolean = () => true,
): Promise<void> {
  for (let last = after; Number.isFinite(last);) {
    const rows = await tx.query<FactsRow[]>(PAGE, [institutionId, accountIds, last, through]);
    for (const row of rows) {
      const { movement } = unpackStored(row);
      if (counts(movement)) advanceInPlace(state, movement, DEFAULT_WINDOW_SETTINGS);
    }
    last = rows.length < PAGE_SIZE ? Infinity : Number(rows.at(-1)!.seq);
  }
}
