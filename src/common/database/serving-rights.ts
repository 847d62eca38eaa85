import type { MigrationInterface, QueryRunner } from 'typeorm';
import { StartRefusedError } from '../errors/start-refused-error';
import { migrations } from './migrations/all-migrations';
import { DEFAULT_SERVING_ROLE } from './serving-role';

/** The rights on one table, sequence or schema that migrations grant to the serving role. */
interface GrantedRights {
  kind: 'SCHEMA' | 'SEQUENCE' | 'TABLE';
  name: string;
  rights: string[];
}

/** Answers the rows of a statement. */
type Ask = <Row>(statement: string, values: unknown[]) => Promise<Row[]>;

const GRANT = new RegExp(`^GRANT ([A-Z, ]+) ON (?:(SCHEMA|SEQUENCE) )?"?(\\w+)"? TO ${DEFAULT_SERVING_ROLE}$`);
const NAMED_MAX = 5;

/** Statements of tables that the database lacks are left out: an older or newer schema may not have them. */
const MISSING_RIGHTS = `
  SELECT g.kind, g.name, g.missing
    FROM jsonb_to_recordset($1::jsonb) AS g(kind text, name text, missing text),
         (SELECT coalesce(nullif($2, ''), current_user) AS name) AS r,
         LATERAL (
           SELECT CASE g.kind
                    WHEN 'SCHEMA' THEN has_schema_privilege(r.name, g.name, g.missing)
                    WHEN 'SEQUENCE' THEN coalesce(has_sequence_privilege(r.name, c.oid, g.missing), true)
                    ELSE coalesce(has_table_privilege(r.name, c.oid, g.missing), true)
                  END AS present
             FROM (SELECT 1) one
             LEFT JOIN pg_class c ON c.relname = g.name AND c.relkind IN ('r', 'p', 'S')
                                 AND c.relnamespace = 'public'::regnamespace) AS p
   WHERE NOT p.present
   ORDER BY g.kind, g.name, g.missing`;

/** The statements that a migration runs. None reads what they answer, so a runner that writes them down shows all. */
export async function statementsOf(migration: MigrationInterface): Promise<string[]> {
  const statements: string[] = [];
  const recorder = {
    query: (statement: string) => {
      statements.push(statement);
      return Promise.resolve([]);
    },
  };
  await migration.up(recorder as unknown as QueryRunner);
  return statements;
}

/** Every right that migrations grant to the serving role, by table, sequence or schema. */
export async function servingRights(): Promise<GrantedRights[]> {
  const byName = new Map<string, GrantedRights>();
  for (const Migration of migrations) {
    for (const statement of await statementsOf(new Migration())) {
      const [, rights, kind = 'TABLE', name] = GRANT.exec(statement.trim()) ?? [];
      if (rights === undefined || name === undefined) continue;
      const known = byName.get(name)?.rights ?? [];
      const all = [...new Set([...known, ...rights.split(', ')])];
      byName.set(name, { kind: kind as GrantedRights['kind'], name, rights: all });
    }
  }
  return [...byName.values()];
}

/**
 * The grants that the serving role lacks, as statements that give them.
 * @param role the serving role; empty for the role of the connection.
 */
export async function missingServingRights(ask: Ask, role: string): Promise<string[]> {
  const wanted = (await servingRights()).flatMap(({ kind, name, rights }) =>
    rights.map((missing) => ({ kind, name, missing })),
  );
  const rows = await ask<(typeof wanted)[number]>(MISSING_RIGHTS, [JSON.stringify(wanted), role]);
  const named = new Map<string, string[]>();
  for (const { kind, name, missing } of rows) {
    const object = kind === 'TABLE' ? `"${name}"` : `${kind} ${name}`;
    named.set(object, [...(named.get(object) ?? []), missing]);
  }
  const grantee = role === '' ? 'the serving role' : `"${role}"`;
  return [...named].map(([object, rights]) => `GRANT ${rights.join(', ')} ON ${object} TO ${grantee};`);
}

/** The remedy for missing grants as a sentence: the first statements, and the number of the others. */
export function remedyForRights(statements: readonly string[]): string {
  const shown = statements.slice(0, NAMED_MAX).join(' ');
  const more = statements.length > NAMED_MAX ? ` (and ${statements.length - NAMED_MAX} more grants)` : '';
  return `As the owner of the schema run: ${shown}${more}`;
}

/** Refuses to serve without the rights that migrations grant. @throws StartRefusedError that names the grants */
export async function assertServingRights(ask: Ask): Promise<void> {
  const [row] = await ask<{ name: string }>('SELECT current_user AS name', []);
  const role = row?.name ?? '';
  const missing = await missingServingRights(ask, role);
  if (missing.length === 0) return;
  throw new StartRefusedError(
    `The database role ${role} lacks rights on the schema. ${remedyForRights(missing)} ` +
      'Where the schema was migrated for another role, set DATABASE_ROLE to it (docs/database-roles.md).',
  );
}
