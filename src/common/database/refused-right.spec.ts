import { remedyForRefusedRight } from './refused-right';

describe('remedyForRefusedRight', () => {
  it.each([
    ['permission denied to create role', /^The serving role does not exist.*roles\.sql/],
    ['must have admin option on role "corebank_app"', /GRANT "corebank_app" TO the owner/],
    ['permission denied to grant role "live"', /GRANT "live" TO the owner/],
    ['permission denied to set role "corebank_app"', /GRANT "corebank_app" TO that login/],
    ['permission denied for schema public', /the schema public: migrate as the owner/],
    ['must be owner of table posting', /^Another role owns posting: set DATABASE_MIGRATION_URL/],
    ['permission denied for table posting_entry', /lacks a right on posting_entry: corebank doctor/],
    ['permission denied for database "corebank"', /GRANT CONNECT ON DATABASE "corebank"/],
    ['role "nobody" does not exist', /has no role "nobody"/],
    ['query would be affected by row-level security policy for table "till"', /first till.*BYPASSRLS/],
    ['unsupported startup parameter: options', /set DATABASE_POOLER=transaction/],
    ['must be superuser or replication role to start walsender', /REPLICATION/],
    ['permission denied to start WAL sender', /REPLICATION/],
    ['no pg_hba.conf entry for replication connection from host "10.0.0.1"', /pg_hba\.conf/],
  ])('says what to do after %p', (message, remedy) => {
    expect(remedyForRefusedRight(message)).toMatch(remedy);
  });

  it('answers nothing to other refusals', () => {
    expect(remedyForRefusedRight('duplicate key value violates unique constraint "pk"')).toBeUndefined();
  });
});
