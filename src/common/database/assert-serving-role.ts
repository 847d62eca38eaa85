import type { DataSource } from 'typeorm';
import { StartRefusedError } from '../errors/start-refused-error';

interface RoleFacts {
  name: string;
  superuser: boolean;
  bypassesRls: boolean;
  ownedTables: string;
}

/**
 * Refuses to serve as a role that row-level security does not bind: a superuser, a role with BYPASSRLS or an owner of
 * tables (`docs/ARCHITECTURE.md#tenancy`).
 */
export async function assertServingRole(dataSource: DataSource): Promise<void> {
  const rows: RoleFacts[] = await dataSource.query(`
    SELECT current_user AS name, rolsuper AS superuser, rolbypassrls AS "bypassesRls",
           (SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE c.relkind IN ('r', 'p') AND n.nspname = 'public' AND c.relowner = r.oid) AS "ownedTables"
      FROM pg_roles r WHERE rolname = current_user`);
  const role = rows[0];
  if (!role) throw new Error('The serving database role could not be read.');
  if (role.superuser || role.bypassesRls || role.ownedTables !== '0') {
    throw new StartRefusedError(
      `The database role ${role.name} is a superuser, bypasses row-level security or owns tables, so it ` +
        'does not keep institutions apart. Serve as corebank_app (set DATABASE_ROLE) and migrate as the owner ' +
        '(set DATABASE_MIGRATION_URL).',
    );
  }
}
