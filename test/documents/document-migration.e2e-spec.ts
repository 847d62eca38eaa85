import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { migrationOptions } from '../../src/common/database/data-source-options';
import { migrate } from '../../src/common/database/migrate';
import { migrations } from '../../src/common/database/migrations/all-migrations';
import { databaseUrl, execute } from '../support/database';
import { MEBIBYTE, PDF, pdfOf, sha256 } from './files';

const NAME = `documents_migration_${process.pid}`;
const OWNER = `documents_owner_${process.pid}`;
const INSERT = `INSERT INTO document (institution_id, id, entity_type, entity_id, document_type, file_name,
   mime_type, size, sha256, content, uploaded_by, created_at)
  VALUES ($1, $2, 'customer', 1, 'Passport', 'a.pdf', 'application/pdf', $3, $4, $5, 'api-client:x', now())`;

/**
 * Older databases have the content in the document's row. Row-level security applies to an owner that is no superuser.
 */
describe('the migration of documents', () => {
  const adminUrl = process.env.TEST_ADMIN_DATABASE_URL!;
  const url = databaseUrl(adminUrl, NAME);
  const ownerUrl = Object.assign(new URL(url), { username: OWNER, password: 'owner' }).href;

  beforeAll(async () => {
    await execute(
      adminUrl,
      `CREATE ROLE ${OWNER} LOGIN PASSWORD 'owner'`,
      `GRANT corebank_app TO ${OWNER} WITH ADMIN OPTION`,
      `CREATE DATABASE ${NAME} OWNER ${OWNER}`,
    );
    await execute(url, `ALTER SCHEMA public OWNER TO ${OWNER}`);
  });
  afterAll(() => execute(adminUrl, `DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`, `DROP ROLE IF EXISTS ${OWNER}`));

  it('moves the contents of every institution into pieces without a change', async () => {
    const initial = await new DataSource({
      ...migrationOptions(ownerUrl),
      migrations: migrations.slice(0, 1),
    }).initialize();
    await initial.runMigrations({ transaction: 'each' });
    await initial.destroy();
    const files = new Map([
      [11, PDF],
      [12, pdfOf(MEBIBYTE)],
      [13, pdfOf(MEBIBYTE + 1)],
    ]);
    const client = new Client({ connectionString: url });
    await client.connect();
    for (const [id, file] of files) await client.query(INSERT, [id - 10, id, file.length, sha256(file), file]);

    await migrate(ownerUrl);

    const { rows } = await client.query<{
      id: string;
      storage: string;
      chunks: number;
      largest: number;
      content: Buffer;
    }>(
      `SELECT d.id, d.storage, count(*)::int AS chunks, max(length(c.bytes)) AS largest, string_agg(c.bytes, ''
         ORDER BY c.sequence) AS content
         FROM document d JOIN document_chunk c ON c.institution_id = d.institution_id AND c.document_id = d.id
         GROUP BY d.institution_id, d.id ORDER BY d.id`,
    );
    const { rows: forced } = await client.query(
      `SELECT relname FROM pg_class WHERE relname IN ('document', 'document_chunk') AND relforcerowsecurity ORDER BY 1`,
    );
    await client.end();
    expect(rows.map(({ id, storage, chunks, largest }) => [id, storage, chunks, largest])).toEqual([
      ['11', 'postgres', 1, PDF.length],
      ['12', 'postgres', 2, 524_288],
      ['13', 'postgres', 3, 524_288],
    ]);
    for (const { id, content } of rows) expect(sha256(content)).toBe(sha256(files.get(Number(id))!));
    expect(forced).toEqual([{ relname: 'document' }, { relname: 'document_chunk' }]);
  });
});
