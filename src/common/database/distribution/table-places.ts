/** Where the rows of a table are on a database that Citus distributes (docs/scaling.md#citus). */
export type TablePlace = 'distributed' | 'reference' | 'local';

/** A table of the schema; partitions are part of their table. */
export interface SchemaTable {
  name: string;
  hasInstitutionId: boolean;
}

/** A table as the coordinator has it. */
export interface PlacedTable extends SchemaTable {
  place: TablePlace;
  /** The column by which Citus distributes it; null unless it is distributed. */
  distributionColumn: string | null;
  colocationId: number;
  /** True for a table with row-level security. */
  isTenantTable: boolean;
  /** True for a table with triggers of its own. */
  hasTriggers: boolean;
}

/** The table that every other distributed one is colocated with. */
export const ANCHOR_TABLE = 'institution';

/** The column that says on which machine a row is. */
export const DISTRIBUTION_COLUMN = 'institution_id';

/**
 * Tables that every machine has a copy of. They are read before the institution is known, and written by actions of
 * staff only: a write needs every machine.
 */
export const REFERENCE_TABLES: readonly string[] = [
  'client_directory',
  'gateway_key_directory',
  'institution_directory',
  'institution_opening',
  'staff_directory',
];

/** Tables that stay on the coordinator: anybody's requests write them, or only the program's start reads them. */
export const LOCAL_TABLES: readonly string[] = [
  'authentication_failure',
  'installation_check',
  'migrations',
  'passkey_challenge',
  'schema_tolerance',
  'unknown_sign_in',
];

/**
 * The place that a table must have.
 * @throws Error for a table without an institution that neither list names
 */
export function placeOf({ name, hasInstitutionId }: SchemaTable): TablePlace {
  if (REFERENCE_TABLES.includes(name)) return 'reference';
  if (LOCAL_TABLES.includes(name)) return 'local';
  if (hasInstitutionId) return 'distributed';
  throw new Error(
    `The table ${name} has no institution_id: name it in REFERENCE_TABLES or LOCAL_TABLES of table-places.ts.`,
  );
}

/** The tables that are not where they must be, the anchor first, because the others are colocated with it. */
export function misplacedTables(tables: readonly PlacedTable[]): PlacedTable[] {
  const anchorFirst = (table: PlacedTable): number => (table.name === ANCHOR_TABLE ? 0 : 1);
  return tables
    .filter((table) => table.place !== placeOf(table))
    .sort((a, b) => anchorFirst(a) - anchorFirst(b) || (a.name < b.name ? -1 : 1));
}
