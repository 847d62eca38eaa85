import { arrayInsert, arrayInsertText } from '../../../common/database/distribution/array-insert';
import type { Tx } from '../../../common/database/unit-of-work';
import { ThreadSlices } from '../../../common/thread-slices';
import { byteaArray, longTextArray } from '../../../ledger/engine/binary-arrays';
import { packBehindAccount, unpackBehindAccount } from '../../scenarios/behind-bytes';
import {
  type BehindAccount,
  behindKeys,
  type BehindKind,
  type BehindRecords,
  type BehindStore,
} from '../../scenarios/behind-records';
import type { ScenarioMovement } from '../../scenarios/scenario-movement';
import { assertWindowState, type WindowState } from '../../scenarios/window-state';

const READ = `SELECT r.kind, r.subject, r.record, r.packed, r.windows
  FROM unnest($2::text[], $3::text[]) AS u (kind, subject)
  CROSS JOIN LATERAL (SELECT b.* FROM aml_behind_record b
    WHERE b.institution_id = $1 AND b.kind = u.kind AND b.subject = u.subject LIMIT 1) r`;
const STORE = arrayInsert({
  into: 'aml_behind_record (institution_id, kind, subject, record, packed, windows)',
  fixed: ['$1::bigint'],
  arrays: ['text', 'text', 'text', 'bytea', 'bytea'],
  values: ([kind, subject, record, packed, windows]) => [kind!, subject!, `${record}::json`, packed!, windows!],
  rest: `ON CONFLICT (institution_id, kind, subject) DO UPDATE
    SET record = excluded.record, packed = excluded.packed, windows = excluded.windows`,
});

/** A row: an account is packed and has windows, anything else is JSON. Accounts of earlier programs are JSON too. */
interface RecordRow {
  kind: BehindKind;
  subject: string;
  record: BehindRecords[BehindKind] | null;
  packed: Buffer | null;
  windows: Buffer | null;
}

interface Place {
  kind: BehindKind;
  id: string;
}

/**
 * The records behind a chunk of movements, and the windows of its accounts: read with one statement before it, and
 * written with one after it.
 */
export class BehindRows implements BehindStore {
  private readonly records = new Map<string, { place: Place; record: BehindRecords[BehindKind] }>();
  private readonly windows = new Map<string, WindowState>();

  private constructor(private readonly institutionId: number) {}

  static async load(tx: Tx, institutionId: number, movements: readonly ScenarioMovement[]): Promise<BehindRows> {
    const places = new Map(movements.flatMap(behindKeys).map((place) => [keyOf(place.kind, place.id), place]));
    const values = [...places.values()];
    const rows = await tx.query<RecordRow[]>(READ, [
      institutionId,
      values.map(({ kind }) => kind),
      values.map(({ id }) => id),
    ]);
    const store = new BehindRows(institutionId);
    const slices = new ThreadSlices();
    for (const row of rows) {
      store.take(row);
      if (slices.isOver) await slices.next();
    }
    return store;
  }

  get<Kind extends BehindKind>(kind: Kind, id: string): BehindRecords[Kind] | undefined {
    return this.records.get(keyOf(kind, id))?.record as BehindRecords[Kind] | undefined;
  }

  set<Kind extends BehindKind>(kind: Kind, id: string, record: BehindRecords[Kind]): void {
    this.records.set(keyOf(kind, id), { place: { kind, id }, record });
  }

  windowsOf(accountId: number): WindowState | undefined {
    return this.windows.get(keyOf('account', String(accountId)));
  }

  /** Keeps the windows of an account that has a record. */
  setWindows(accountId: number, windows: WindowState): void {
    this.windows.set(keyOf('account', String(accountId)), windows);
  }

  /** Writes the records, which the fold changes in place, and the windows. */
  async store(tx: Tx): Promise<void> {
    const all = [...this.records];
    if (all.length === 0) return;
    const packed: (Buffer | null)[] = [];
    const slices = new ThreadSlices();
    for (const [, { place, record }] of all) {
      packed.push(place.kind === 'account' ? packBehindAccount(record as BehindAccount) : null);
      if (slices.isOver) await slices.next();
    }
    await tx.query(arrayInsertText(tx, STORE, all.length), [
      this.institutionId,
      all.map(([, { place }]) => place.kind),
      all.map(([, { place }]) => place.id),
      longTextArray(all.map(([, { place, record }]) => (place.kind === 'account' ? null : JSON.stringify(record)))),
      byteaArray(packed),
      byteaArray(all.map(([key]) => this.windows.get(key) ?? null)),
    ]);
  }

  /** @throws when the windows have another layout: they must be built anew from the stored movements */
  private take({ kind, subject, record, packed, windows }: RecordRow): void {
    const read = packed ? unpackBehindAccount(packed) : record;
    if (read) this.set(kind, subject, read);
    if (!windows) return;
    assertWindowState(windows);
    this.windows.set(keyOf(kind, subject), windows);
  }
}

function keyOf(kind: BehindKind, id: string): string {
  return `${kind} ${id}`;
}
