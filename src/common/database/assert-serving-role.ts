import type { EntityManager } from 'typeorm';
import { StartRefusedError } from '../errors/start-refused-error';

interface RoleFacts {
  name: string;
  superuser: boolean;
  bypassesRls: boolean;
  ownedTables: string;
  lockTimeout: string;
}

/**
 * Refuses to serve as a role that row-level security does not bind: a superuser, a role with BYPASSRLS or an owner of
 * tables (`docs/ARCHITECTURE.md#tenancy`). Refuses to serve without the time limits of a serving connection, too.
 */
export async function assertServingRole(tx: Pick<EntityManager, 'query'>): Promise<void> {
  const rows: RoleFacts[] = await tx.query(`
    SELECT current_user AS name, rolsuper AS superuser, rolbypassrls AS "bypassesRls",
           current_setting('lock_timeout') AS "lockTimeout",
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
  if (role.lockTimeout === '0')
    throw new StartRefusedError(
      'The database did not take the time limits of the connection, as behind a pooler that leaves its start-up ' +
        'options out: set DATABASE_POOLER=transaction.',
    );
}
