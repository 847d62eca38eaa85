import { Injectable } from '@nestjs/common';
import { type EntityTarget, MoreThan } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import { SealedValueError } from '../crypto/secret-box';
import type { TenantEntity } from '../database/columns';
import type { Tx } from '../database/unit-of-work';
import { Registry } from '../registry/registry';

const BATCH_SIZE = 200;

/** The result of one batch. */
export interface SealedBatch {
  /** The position to go on after; null when no row is left. */
  next: string | null;
  sealedRows: number;
  /** Rows that no key of this process opens; they stay as they are. */
  failedRows: number;
}

/** A table that may hold identity numbers in plain text, or sealed with a previous master key. */
export interface IdentityPlace {
  /** The table. */
  readonly name: string;
  /**
   * Seals the next rows with the current key.
   * @param after empty at the beginning, then the `next` of the batch before.
   */
  sealNext(tx: Tx, institutionId: number, after: string): Promise<SealedBatch>;
}

/** All tables with identity numbers (docs/api/personal-data.md#sealed-identity-numbers). */
@Injectable()
export class IdentityPlaces extends Registry<IdentityPlace> {
  list(): IdentityPlace[] {
    return this.all();
  }

  protected override nameOf({ name }: IdentityPlace): string {
    return name;
  }
}

/**
 * One batch of a table whose rows have ids: locks the next rows and writes their changes.
 *
 * @param changesOf undefined for a row that needs none.
 */
export async function sealRows<Row extends TenantEntity>(
  tx: Tx,
  entity: EntityTarget<Row>,
  { institutionId, after }: { institutionId: number; after: string },
  changesOf: (row: Row) => QueryDeepPartialEntity<Row> | undefined,
): Promise<SealedBatch> {
  const rows = await tx.find<TenantEntity>(entity, {
    where: { institutionId, id: MoreThan(Number(after)) },
    order: { id: 'ASC' },
    take: BATCH_SIZE,
    lock: { mode: 'for_no_key_update' },
  });
  let [sealedRows, failedRows] = [0, 0];
  for (const row of rows as Row[]) {
    const changes = openable(() => changesOf(row));
    if (changes === 'lost') failedRows += 1;
    if (changes === 'lost' || changes === undefined) continue;
    await tx.update(entity, { institutionId, id: row.id }, changes);
    sealedRows += 1;
  }
  return { next: rows.length < BATCH_SIZE ? null : String(rows.at(-1)!.id), sealedRows, failedRows };
}

/** A row whose key is lost must not keep the rows after it from being sealed. */
function openable<Changes>(changesOf: () => Changes): Changes | 'lost' {
  try {
    return changesOf();
  } catch (error) {
    if (error instanceof SealedValueError) return 'lost';
    throw error;
  }
}
