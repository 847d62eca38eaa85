import { Client } from 'pg';
import { schemaDifference } from '../../src/common/database/schema-difference';
import { appendOnlyTables, entities, routingTables } from '../../src/schema';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('the schema', () => {
  let database: TestDatabase;
  let client: Client;
  const rowsOf = async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows as Row[];

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  it('has no difference between migrations and entities', async () => {
    expect(await schemaDifference(database.url, { entities, routingTables, appendOnlyTables })).toEqual([]);
  });

  it('forces row-level security with the tenant policy on every table but the routing tables', async () => {
    const tables = await rowsOf<{ name: string; forced: boolean; using: string | null; check: string | null }>(`
      SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced, pg_get_expr(p.polqual, p.polrelid) AS using, pg_get_expr(p.polwithcheck, p.polrelid) AS check
        FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations'`);
    expect(tables.length).toBeGreaterThan(10);
    const condition = `(institution_id = (NULLIF(current_setting('app.institution_id'::text, true), ''::text))::bigint)`;
    const unprotected = tables
      .filter(({ forced, using, check }) => !forced || using !== condition || check !== condition)
      .map(({ name }) => name);
    expect(unprotected.sort()).toEqual([...routingTables].sort());
  });

  it('starts every primary and unique key of a tenant table with the institution', async () => {
    const keys = await rowsOf<{ table: string; index: string; first: string }>(`
      SELECT t.relname AS table, i.relname AS index, a.attname AS first FROM pg_index x
        JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
       WHERE t.relnamespace = 'public'::regnamespace AND x.indisunique AND t.relname <> 'migrations'`);
    const astray = keys.filter(({ table, first }) => first !== 'institution_id' && !routingTables.includes(table));
    expect(astray).toEqual([]);
  });

  it('is served by a role that owns nothing, bypasses nothing and cannot change append-only tables', async () => {
    const [role] = await rowsOf<object>(
      `SELECT rolsuper, rolbypassrls, rolcanlogin, rolcreaterole FROM pg_roles WHERE rolname = 'corebank_app'`,
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: false, rolcreaterole: false });
    const grants = await rowsOf<{ table_name: string; privilege_type: string }>(
      `SELECT table_name, privilege_type FROM information_schema.role_table_grants WHERE grantee = 'corebank_app'`,
    );
    const changeable = grants
      .filter(({ privilege_type }) => privilege_type === 'UPDATE' || privilege_type === 'DELETE')
      .map(({ table_name }) => table_name);
    expect(changeable.filter((table) => appendOnlyTables.includes(table))).toEqual([]);
    const rows = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
    const beyondRows = grants.filter(({ privilege_type }) => !rows.includes(privilege_type));
    // Days of the request log are emptied whole, and nothing else can be done to their tables directly.
    expect(new Set(beyondRows.map(({ privilege_type }) => privilege_type))).toEqual(new Set(['TRUNCATE']));
    expect(beyondRows.filter(({ table_name }) => !/^api_request_\d\d$/.test(table_name))).toEqual([]);
    expect(grants.filter(({ table_name }) => /^api_request_/.test(table_name))).toHaveLength(beyondRows.length);
  });

  it('hides all rows from the serving role and refuses its writes without an institution or for another one', async () => {
    await client.query(`SET ROLE corebank_app`);
    try {
      const insert = `INSERT INTO institution (institution_id, name, code, business_date) VALUES (77, 'Other', '977', '2026-11-21')`;
      await expect(client.query(insert)).rejects.toThrow(/row-level security/);
      await client.query('BEGIN; SET LOCAL app.institution_id = 76');
      await expect(client.query(insert)).rejects.toThrow(/row-level security/);
      await client.query('ROLLBACK');
      await client.query('BEGIN; SET LOCAL app.institution_id = 77');
      await client.query(insert);
      expect(await rowsOf('SELECT code FROM institution')).toEqual([{ code: '977' }]);
      await client.query('COMMIT');
      expect(await rowsOf('SELECT code FROM institution')).toEqual([]);
      await expect(client.query('UPDATE posting_entry SET seq = 1')).rejects.toThrow(/permission denied/);
    } finally {
      await client.query('ROLLBACK');
      await client.query('RESET ROLE');
    }
  });
});
