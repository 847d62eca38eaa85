import type { BehindKind, BehindRecords, BehindStore } from './behind-records';

/**
 * Records in memory, at most so many: the one that was used longest ago is forgotten first. For folds over a whole
 * history (backtest, quality bench); a runner fills it from its table.
 */
export class BehindMemory implements BehindStore {
  /** How many records were forgotten. */
  forgotten = 0;
  private readonly records = new Map<string, BehindRecords[BehindKind]>();

  constructor(private readonly mostRecords: number) {}

  get size(): number {
    return this.records.size;
  }

  get<Kind extends BehindKind>(kind: Kind, id: string): BehindRecords[Kind] | undefined {
    const key = `${kind} ${id}`;
    const record = this.records.get(key);
    if (record === undefined) return undefined;
    this.records.delete(key);
    this.records.set(key, record);
    return record as BehindRecords[Kind];
  }

  set<Kind extends BehindKind>(kind: Kind, id: string, record: BehindRecords[Kind]): void {
    const key = `${kind} ${id}`;
    this.records.delete(key);
    this.records.set(key, record);
    if (this.records.size <= this.mostRecords) return;
    this.records.delete(this.records.keys().next().value!);
    this.forgotten += 1;
  }
}
