import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The scopes when this migration was written. Clients from before it may do what they could do. */
const SCOPES = [
  ...'accounts agents bills cards customers deposits institution limits loans messages metadata overdrafts products reports transfers'
    .split(' ')
    .map((area) => `${area}:read`),
  ...'accounts agents bills cards customers deposits documents liens limits loans messages metadata overdrafts postings transfers'
    .split(' ')
    .map((area) => `${area}:write`),
  'customers:identity',
];

const STATEMENTS = [
  'ALTER TABLE "api_client" ADD "previous_secret_hash" bytea',
  'ALTER TABLE "api_client" ADD "previous_secret_changed_at" TIMESTAMP(3) WITH TIME ZONE',
  'ALTER TABLE "api_client" ADD "previous_secret_ends_at" TIMESTAMP(3) WITH TIME ZONE',
  `ALTER TABLE "api_client" ADD "scopes" character varying array NOT NULL DEFAULT '{${SCOPES.join(',')}}'`,
  'ALTER TABLE "api_client" ALTER COLUMN "scopes" DROP DEFAULT',
  `ALTER TABLE "api_client" ADD "allowed_addresses" character varying array NOT NULL DEFAULT '{}'`,
  'ALTER TABLE "api_client" ALTER COLUMN "allowed_addresses" DROP DEFAULT',
  'ALTER TABLE "api_client" ADD "expires_at" TIMESTAMP(3) WITH TIME ZONE',
];

export class AddClientScopes1795340000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  name = 'AddClientScopes1795340000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
