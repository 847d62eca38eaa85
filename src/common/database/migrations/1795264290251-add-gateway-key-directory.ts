import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "gateway_key_directory" ("integration" character varying(20) NOT NULL, "key_hash" character varying(43) NOT NULL, "institution_id" bigint NOT NULL, CONSTRAINT "pk_gateway_key_directory" PRIMARY KEY ("integration", "key_hash"))`,
  `CREATE UNIQUE INDEX "uq_gateway_key_directory_institution" ON "gateway_key_directory" ("institution_id", "integration") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "gateway_key_directory" TO corebank_app`,
];

/** Add Gateway Key Directory. */
export class AddGatewayKeyDirectory1795264290251 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
