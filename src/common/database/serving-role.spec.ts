import { servingRights } from './serving-rights';
import { DEFAULT_SERVING_ROLE, servingRoleOf, withServingRole } from './serving-role';

describe('withServingRole', () => {
  it('leaves statements as they are for the default role', () => {
    const statement = 'GRANT SELECT ON "till" TO corebank_app';
    expect(withServingRole(statement, DEFAULT_SERVING_ROLE)).toBe(statement);
  });

  it('names another role in grants, in literals and in statements inside statements', () => {
    expect(withServingRole('GRANT SELECT ON "till" TO corebank_app', 'live-app')).toBe(
      'GRANT SELECT ON "till" TO "live-app"',
    );
    expect(withServingRole(`rolname = 'corebank_app') THEN CREATE ROLE corebank_app NOLOGIN`, 'live')).toBe(
      `rolname = 'live') THEN CREATE ROLE "live" NOLOGIN`,
    );
    expect(withServingRole(`format('GRANT corebank_app TO %I', current_user)`, 'live')).toBe(
      `format('GRANT "live" TO %I', current_user)`,
    );
  });

  it('leaves longer names that begin like it', () => {
    expect(withServingRole('GRANT SELECT ON corebank_app_log TO corebank_app', 'live')).toBe(
      'GRANT SELECT ON corebank_app_log TO "live"',
    );
  });
});

describe('servingRoleOf', () => {
  const logins = (databaseRole: string, databaseUrl: string, migrationUrl: string): string =>
    servingRoleOf({ databaseRole, databaseUrl, migrationUrl });

  it('is the configured role or, behind a pooler, the user that serves', () => {
    expect(logins('live_app', 'postgres://login@h/d', 'postgres://owner@h/d')).toBe('live_app');
    expect(logins('', 'postgres://pooled@h/d', 'postgres://owner@h/d')).toBe('pooled');
    expect(logins('', 'postgres://owner@h/d', 'postgres://owner@h/d')).toBe(DEFAULT_SERVING_ROLE);
  });
});

describe('servingRights', () => {
  it('collects what migrations grant over time, of tables, the sequence and the schema', async () => {
    const rights = await servingRights();
    const of = (name: string): string[] | undefined => rights.find((granted) => granted.name === name)?.rights;
    expect(of('posting_entry')).toEqual(['SELECT', 'INSERT']);
    expect(of('loan_review')).toEqual(['SELECT', 'INSERT', 'DELETE']);
    expect(of('corebank_id_seq')).toEqual(['USAGE']);
    expect(of('public')).toEqual(['USAGE']);
    expect(rights.length).toBeGreaterThan(70);
  });
});
