import { DataSource } from 'typeorm';
import { migrationOptions } from './data-source-options';

interface SchemaFacts {
  entities: NonNullable<Parameters<typeof migrationOptions>[1]>;
  routingTables: string[];
  appendOnlyTables: string[];
}

const TENANT_CONDITION = `institution_id = nullif(current_setting('app.institution_id', true), '')::bigint`;

/** Statements that give a new table its grants and, unless it is a routing table, its row-level security. */
function protection(table: string, { routingTables, appendOnlyTables }: SchemaFacts): string[] {
  const rights = appendOnlyTables.includes(table) ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
  const grant = `GRANT ${rights} ON "${table}" TO corebank_app`;
  if (routingTables.includes(table)) return [grant];
  return [
    grant,
    `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY "tenant" ON "${table}" USING (${TENANT_CONDITION}) WITH CHECK (${TENANT_CONDITION})`,
  ];
}

/**
 * The statements that would change a migrated database into the entities' schema, with row-level security for new
 * tables. Empty when the migrations reproduce the entities.
 */
export async function schemaDifference(databaseUrl: string, facts: SchemaFacts): Promise<string[]> {
  const dataSource = await new DataSource(migrationOptions(databaseUrl, facts.entities)).initialize();
  try {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    const statements = upQueries.map(({ query }) => query);
    const created = statements.flatMap((query) => /^CREATE TABLE "(\w+)"/.exec(query)?.[1] ?? []);
    return [...statements, ...created.flatMap((table) => protection(table, facts))];
  } finally {
    await dataSource.destroy();
  }
}
