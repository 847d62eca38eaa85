import type { Ask } from '../../common/database/distribution/cluster-facts';

/** A change of the database with the statements that make it. */
export interface DistributionStep {
  /** The change as a sentence. */
  what: string;
  statements: string[];
}

/** The settings and functions of a database that are already as distribution needs them. */
export interface Preparedness {
  database: string;
  /** Settings of the database, as `name=value`. */
  settings: string[];
  servingRoleLogsIn: boolean;
  hasClockOfShards: boolean;
  hasTriggerOfShards: boolean;
  /** Institutions whose clock is ahead or behind, as a sandbox may have them. */
  shiftedClocks: number;
  /** Connections of servers and of other programs to this database. */
  otherConnections: number;
}

/**
 * Settings of the database. The institution of a transaction must reach the workers, whose row-level security reads it;
 * triggers write only rows of their own institution, which are on the same machine.
 */
const SETTINGS: readonly [name: string, value: string][] = [
  ['citus.propagate_set_commands', 'local'],
  ['citus.enable_unsafe_triggers', 'on'],
];

const CLOCK_CONSTRAINT = 'ck_institution_clock_is_real';

const PREPAREDNESS = `
  SELECT current_database() AS database,
         coalesce((SELECT setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
                    WHERE d.datname = current_database() AND s.setrole = 0), '{}') AS settings,
         (SELECT rolcanlogin FROM pg_roles WHERE rolname = $1) AS "servingRoleLogsIn",
         EXISTS (SELECT 1 FROM pg_constraint WHERE conname = '${CLOCK_CONSTRAINT}') AS "hasClockOfShards",
         EXISTS (SELECT 1 FROM pg_trigger WHERE tgname = 'customer_words_new' AND tgrelid = 'customer'::regclass
                    AND tgtype & 1 = 1) AS "hasTriggerOfShards",
         (SELECT count(*)::int FROM institution WHERE clock_ahead_days IS NOT NULL) AS "shiftedClocks",
         (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
            AND backend_type = 'client backend' AND application_name NOT LIKE 'citus%') AS "otherConnections"`;

/** @param role the serving role */
export async function readPreparedness(ask: Ask, role: string): Promise<Preparedness> {
  const [row] = await ask<Preparedness>(PREPAREDNESS, [role]);
  return row!;
}

/** The changes before the first table is distributed; none on a database that has them. */
export function preparationSteps(prepared: Preparedness, role: string): DistributionStep[] {
  const steps: DistributionStep[] = SETTINGS.filter(
    ([name, value]) => !prepared.settings.includes(`${name}=${value}`),
  ).map(([name, value]) => ({
    what: `The database has ${name} = ${value}.`,
    statements: [`ALTER DATABASE "${prepared.database}" SET ${name} = '${value}'`],
  }));
  if (!prepared.servingRoleLogsIn)
    steps.push({
      what: `The serving role ${role} may log in, because the coordinator connects to workers as it.`,
      statements: [`ALTER ROLE "${role}" LOGIN`],
    });
  if (!prepared.hasTriggerOfShards)
    steps.push({
      what: 'Words of new customers are written a row at a time: shards have no transition tables.',
      statements: [
        'DROP TRIGGER customer_words_new ON customer',
        `CREATE TRIGGER customer_words_new AFTER INSERT ON customer
          FOR EACH ROW EXECUTE FUNCTION change_customer_words()`,
      ],
    });
  if (!prepared.hasClockOfShards)
    steps.push({
      what: "Institutions have the database's time: a shard cannot look up a shifted clock.",
      statements: [
        `ALTER TABLE institution ADD CONSTRAINT ${CLOCK_CONSTRAINT} CHECK (clock_ahead_days IS NULL)`,
        'CREATE OR REPLACE FUNCTION institution_clock_ahead_days() RETURNS integer LANGUAGE sql STABLE RETURN NULL::integer',
        'ALTER FUNCTION institution_now() STABLE',
      ],
    });
  return steps;
}

/** Says why institutions with shifted clocks cannot be distributed; undefined where there is none. */
export function refusalOfClocks({ shiftedClocks }: Preparedness): string | undefined {
  if (shiftedClocks === 0) return undefined;
  return (
    `${shiftedClocks} institutions have a shifted clock, which a distributed database does not support: ` +
    'set their clocks back, or leave them on another database.'
  );
}

/** Says that servers run, whose statements fail or do worse while tables move; undefined where nobody is connected. */
export function refusalOfConnections({ otherConnections }: Preparedness): string | undefined {
  if (otherConnections === 0) return undefined;
  return (
    `Connections of others to this database: ${otherConnections}. Stop every server, end the other sessions, and run ` +
    'this command again.'
  );
}

/** Functions that the workers must know, after the preparations. */
export const FUNCTIONS_OF_SHARDS: readonly string[] = ['institution_clock_ahead_days()', 'institution_now()'];
