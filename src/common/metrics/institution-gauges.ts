import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/unit-of-work';
import { Registry } from '../registry/registry';

/** A metric that is read from the database; `institution` is always its first label. */
export interface GaugeDescription {
  /** With the prefix `corebank_` and the unit last. */
  name: string;
  help: string;
  /** Labels beside `institution`. */
  labelNames?: readonly string[];
}

/** One value of a gauge. */
export interface GaugeReading {
  gauge: string;
  labels?: Record<string, string>;
  value: number;
}

/** Gauges of a module: what waits or is late in one institution. */
export interface InstitutionGaugeSource {
  /** Unique in the registry. */
  readonly name: string;
  readonly gauges: readonly GaugeDescription[];
  /** Reads one institution. It runs every few seconds in every process, so it must use an index. */
  read(tx: Tx, institutionId: number): Promise<GaugeReading[]>;
}

/** The gauges of all modules that are read from the database. */
@Injectable()
export class InstitutionGauges extends Registry<InstitutionGaugeSource> {
  sources(): InstitutionGaugeSource[] {
    return this.all();
  }

  protected nameOf({ name }: InstitutionGaugeSource): string {
    return name;
  }
}

/** The number and the age of what waits, as PostgreSQL answers `count(*)` and `extract(epoch from …)`. */
export interface WaitingRow {
  count: string;
  oldest_sec: string | null;
}

/** The two readings of something that waits: how much, and the age of the oldest in seconds. */
export function waitingReadings(
  gauge: { count: string; oldest: string },
  row: WaitingRow | undefined,
  labels?: Record<string, string>,
): GaugeReading[] {
  return [
    { gauge: gauge.count, labels, value: Number(row?.count ?? 0) },
    { gauge: gauge.oldest, labels, value: Math.max(0, Number(row?.oldest_sec ?? 0)) },
  ];
}
