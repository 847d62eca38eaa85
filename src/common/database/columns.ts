import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';

/** Ids stay below 2^53 (they come from `IdAllocator`), so they are numbers in the code. */
const idTransformer = {
  to: (value: unknown): unknown => value,
  from: (value: string | null): number | null => (value === null ? null : Number(value)),
};

const koboTransformer = {
  to: (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value),
  from: (value: string | null): bigint | null => (value === null ? null : BigInt(value)),
};

/** Default of a column that holds the id of the transaction that writes the row: a function of the migrations. */
export const WRITING_TRANSACTION = 'writing_transaction()';

/** A `bigint` id of another row: `number` in the code. */
export const IdColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'bigint', transformer: idTransformer });

/** A part of the primary key that is an id. */
export const PrimaryIdColumn = (): PropertyDecorator => PrimaryColumn({ type: 'bigint', transformer: idTransformer });

/** An amount in kobo: `bigint` in the database and in the code. */
export const KoboColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'bigint', transformer: koboTransformer });

const digestTransformer = {
  to: (value: unknown): unknown => (typeof value === 'string' ? Buffer.from(value, 'hex') : value),
  from: (value: Buffer | null): string | null => value?.toString('hex') ?? null,
};

/** A digest: `bytea` in the database, hexadecimal digits in the code. */
export const DigestColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'bytea', transformer: digestTransformer });

/** An identity number sealed by `IdentityNumbers`, with its mask. */
export const SealedNumberColumn = (): PropertyDecorator => TextColumn(400, { nullable: true });

/** An instant, in UTC. */
export const InstantColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'timestamptz', precision: 3 });

/** A calendar date in the institution's zone, `YYYY-MM-DD` in the code. */
export const DateColumn = (options: ColumnOptions = {}): PropertyDecorator => Column({ ...options, type: 'date' });

/** Text of a bounded length. */
export const TextColumn = (length: number, options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'character varying', length: String(length) });

/**
 * The first columns of every tenant table: the institution, then the row's own id. Row-level security confines each
 * transaction to one institution (`docs/ARCHITECTURE.md#tenancy`).
 */
export abstract class TenantEntity {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  id!: number;
}
