/** The folder with the programs of an installed PostgreSQL that has Citus; undefined without one. */
export function citusPostgres(): string | undefined;
