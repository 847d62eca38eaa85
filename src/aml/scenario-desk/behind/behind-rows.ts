import { arrayInsert, arrayInsertText } from '../../../common/database/distribution/array-insert';
import type { Tx } from '../../../common/database/unit-of-work';
import { ThreadSlices } from '../../../common/thread-slices';
import { jsonArray } from '../../../ledger/engine/array-literals';
import { behindKeys, type BehindKind, type BehindRecords, type BehindStore } from '../../scenarios/behind-records';
import type { ScenarioMovement } from '../../scenarios/scenario-movement';

const READ = `SELECT r.kind, r.subject, r.record FROM unnest($2::text[], $3::text[]) AS u (kind, subject)
  CROSS JOIN LATERAL (SELECT b.* FROM aml_behind_record b
    WHERE b.institution_id = $1 AND b.kind = u.kind AND b.subject = u.subject LIMIT 1) r`;
const STORE = arrayInsert({
  into: 'aml_behind_record (institution_id, kind, subject, record)',
  fixed: ['$1::bigint'],
  arrays: ['text', 'text', 'text'],
  values: ([kind, subject, record]) => [kind!, subject!, `${record}::json`],
  rest: 'ON CONFLICT (institution_id, kind, subject) DO UPDATE SET record = excluded.record',
});

interface Place {
  kind: BehindKind;
  id: string;
}

/** The records behind a chunk of movements: read with one statement before it, and written with one after it. */
export class BehindRows implements BehindStore {
  private readonly records = new Map<string, { place: Place; record: BehindRecords[BehindKind] }>();

  private constructor(private readonly institutionId: number) {}

  static async load(tx: Tx, institutionId: number, movements: readonly ScenarioMovement[]): Promise<BehindRows> {
    const places = new Map(movements.flatMap(behindKeys).map((place) => [keyOf(place.kind, place.id), place]));
    const values = [...places.values()];
    const rows = await tx.query<{ kind: BehindKind; subject: string; record: BehindRecords[BehindKind] }[]>(READ, [
      institutionId,
      values.map(({ kind }) => kind),
      values.map(({ id }) => id),
    ]);
    const store = new BehindRows(institutionId);
    for (const { kind, subject, record } of rows) store.set(kind, subject, record);
    return store;
  }

  get<Kind extends BehindKind>(kind: Kind, id: string): BehindRecords[Kind] | undefined {
    return this.records.get(keyOf(kind, id))?.record as BehindRecords[Kind] | undefined;
  }

  set<Kind extends BehindKind>(kind: Kind, id: string, record: BehindRecords[Kind]): void {
    this.records.set(keyOf(kind, id), { place: { kind, id }, record });
  }

  /** Writes the records, which the fold changes in place. */
  async store(tx: Tx): Promise<void> {
    const all = [...this.records.values()];
    if (all.length === 0) return;
    const texts: string[] = [];
    const slices = new ThreadSlices();
    for (const { record } of all) {
      texts.push(JSON.stringify(record));
      if (slices.isOver) await slices.next();
    }
    await tx.query(arrayInsertText(tx, STORE, all.length), [
      this.institutionId,
      all.map(({ place }) => place.kind),
      all.map(({ place }) => place.id),
      jsonArray(texts),
    ]);
  }
}

function keyOf(kind: BehindKind, id: string): string {
  return `${kind} ${id}`;
}
