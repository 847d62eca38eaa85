import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The serving role of an installation that names no other. Migrations write their grants with this name. */
export const DEFAULT_SERVING_ROLE = 'corebank_app';

/** A role's name that needs no escaping in SQL, in a startup option or in a connection string. */
export const ROLE_NAME = /^[a-z_][a-z0-9_-]{0,62}$/;

type MigrationClass = new () => MigrationInterface;

/** The settings that name the serving role. */
interface DatabaseLogins {
  databaseRole: string;
  databaseUrl: string | undefined;
  migrationUrl: string | undefined;
}

/**
 * The role that migrations grant rights to: the one that serving connections take or, behind a pooler that signs in as
 * the serving role itself (an empty DATABASE_ROLE), the user of DATABASE_URL.
 */
export function servingRoleOf({ databaseRole, databaseUrl, migrationUrl }: DatabaseLogins): string {
  if (databaseRole !== '') return databaseRole;
  const user = databaseUrl === undefined ? '' : decodeURIComponent(new URL(databaseUrl).username);
  // A user that migrates too owns the tables, and no owner of tables may serve.
  return user === '' || databaseUrl === migrationUrl ? DEFAULT_SERVING_ROLE : user;
}

/**
 * The statement with another serving role. Landed migrations are never edited, so their grants keep the default name
 * and get the configured one when they run (docs/database-roles.md).
 */
export function withServingRole(statement: string, role: string): string {
  if (role === DEFAULT_SERVING_ROLE) return statement;
  return statement
    .replaceAll(`'${DEFAULT_SERVING_ROLE}'`, `'${role.replaceAll("'", "''")}'`)
    .replace(new RegExp(`\\b${DEFAULT_SERVING_ROLE}\\b(?!')`, 'g'), `"${role.replaceAll('"', '""')}"`);
}

/** The migrations with grants to `role`; names and tolerances stay. */
export function migrationsFor(role: string, migrations: readonly MigrationClass[]): MigrationClass[] {
  if (role === DEFAULT_SERVING_ROLE) return [...migrations];
  return migrations.map((migration) => {
    const renamed = class extends migration {
      override up(runner: QueryRunner): Promise<unknown> {
        return super.up(runnerFor(role, runner));
      }
    };
    // The name is what the table of migrations holds.
    return Object.defineProperty(renamed, 'name', { value: migration.name });
  });
}

function runnerFor(role: string, runner: QueryRunner): QueryRunner {
  const query = (statement: string, ...rest: never[]): Promise<unknown> =>
    runner.query(withServingRole(statement, role), ...rest);
  return new Proxy(runner, {
    get: (target, key) => {
      if (key === 'query') return query;
      const member: unknown = Reflect.get(target, key);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
