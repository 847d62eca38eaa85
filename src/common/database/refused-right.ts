/** PostgreSQL's words for a right that is missing, and the remedy; `$1` is the object that they name. */
const REMEDIES: readonly [RegExp, string][] = [
  [
    /permission denied to create role/,
    'The serving role does not exist, and the role that migrates may not create it: run deploy/postgresql/roles.sql ' +
      'as a superuser first, or set DATABASE_ROLE to the role that exists.',
  ],
  [
    /(?:must have admin option on role|permission denied to grant role) "([^"]+)"/,
    'The role that migrates may not grant the serving role: as a superuser run GRANT "$1" TO the owner of the schema ' +
      'WITH ADMIN OPTION, or deploy/postgresql/roles.sql.',
  ],
  [
    /permission denied to set role "([^"]+)"/,
    'The login of DATABASE_URL may not take the serving role: as a superuser run GRANT "$1" TO that login, or set ' +
      'DATABASE_ROLE to a role that it may take.',
  ],
  [
    /permission denied for schema (\S+)/,
    'The role of the connection may not use or change the schema $1: migrate as the owner of the schema ' +
      '(DATABASE_MIGRATION_URL), and run deploy/postgresql/roles.sql as a superuser so that it owns it.',
  ],
  [
    /must be owner of \w+ "?([^"\s]+)"?/,
    'Another role owns $1: set DATABASE_MIGRATION_URL to the owner of the schema, or as a superuser run ' +
      'REASSIGN OWNED BY the role that migrated before TO the owner.',
  ],
  [
    /permission denied for (?:table|sequence|view|relation) "?([^"\s]+)"?/,
    'The role of the connection lacks a right on $1: corebank doctor names the grant, which the owner of the schema ' +
      'gives.',
  ],
  [
    /permission denied for database "?([^"\s]+)"?/,
    'The role may not connect to the database $1, or not create in it: as its owner run GRANT CONNECT ON DATABASE "$1" ' +
      'TO that role, or run deploy/postgresql/roles.sql as a superuser.',
  ],
  [
    /query would be affected by row-level security policy for table "([^"]+)"/,
    'The role cannot read the rows of every institution (first $1), so it cannot back them up: use the backup role of ' +
      'deploy/postgresql/roles.sql, which has BYPASSRLS.',
  ],
  [
    /must be superuser or replication role to start walsender|permission denied to start WAL sender/,
    'The role may not read the write-ahead log: as a superuser run ALTER ROLE that role REPLICATION, or use the backup ' +
      'role of deploy/postgresql/roles.sql.',
  ],
  [
    /no pg_hba\.conf entry for replication connection/,
    'The server admits no replication connection from here: add a line such as "host replication corebank_backup ' +
      'ADDRESS/32 scram-sha-256" to pg_hba.conf and reload it.',
  ],
  [
    /unsupported startup parameter/,
    'A pooler is between the program and the database, and refuses the options of a start: set ' +
      'DATABASE_POOLER=transaction.',
  ],
  [
    /role "([^"]+)" does not exist|invalid value for parameter "role": "([^"]+)"/,
    'The database has no role "$1": run deploy/postgresql/roles.sql as a superuser, or correct DATABASE_ROLE.',
  ],
];

/**
 * The remedy for a right that the database refused, from PostgreSQL's own message (docs/database-roles.md#refusals).
 * @returns undefined for other messages, also those of a server that speaks another language.
 */
export function remedyForRefusedRight(message: string): string | undefined {
  for (const [words, remedy] of REMEDIES) {
    const found = words.exec(message);
    if (found) return remedy.replaceAll('$1', found.slice(1).find((group) => group !== undefined) ?? '');
  }
  return undefined;
}
