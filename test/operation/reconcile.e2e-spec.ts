import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { type CommandEnd, runCorebank } from '../support/operator-command-line';

const BALANCE = `UPDATE ledger_account SET credits_posted_kobo = credits_posted_kobo + 1
   WHERE institution_id = 1 AND number = (SELECT min(number) FROM ledger_account WHERE kind = 'customer')`;
const DOCUMENT = `
  INSERT INTO document (institution_id, id, entity_type, entity_id, document_type, file_name, mime_type, size, sha256,
                        storage, uploaded_by, created_at)
  VALUES (1, 900001, 'customer', 1, 'Passport', 'passport.pdf', 'application/pdf', 4, repeat('0', 64), 'postgres', 'x',
          now())`;

/** The books of a database that somebody changed past the program. */
describe('corebank reconcile', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database?.drop());

  const reconcile = (...words: string[]): Promise<CommandEnd> =>
    runCorebank(['reconcile', ...words], { DATABASE_URL: database.url });

  it('finds nothing wrong with the books as the program wrote them, and says how many payouts are open', async () => {
    const { code, output } = await reconcile('--institution', '1');
    expect([code, output]).toEqual([0, expect.stringMatching(/^Institution 1\n.*Everything fits\.\n$/s)]);
    expect(output).toMatch(/ok +open-payouts +None\./);
  }, 60_000);

  it('names a balance that differs from its entries by a kobo', async () => {
    await execute(database.url, BALANCE);
    const { code, output } = await reconcile();
    expect(code).toBe(1);
    expect(output).toMatch(/WRONG +account-totals +1 rows break it, such as \d+\./);
    expect(output).toMatch(/WRONG +trial-balance /);
  }, 60_000);

  it('names documents whose content is missing or has another size', async () => {
    await execute(database.url, DOCUMENT);
    expect((await reconcile()).output).toMatch(/WRONG +documents +1 documents lack content\./);
    const chunk = (bytes: string): Promise<void> =>
      execute(
        database.url,
        'DELETE FROM document_chunk',
        `INSERT INTO document_chunk (institution_id, document_id, sequence, bytes) VALUES (1, 900001, 0, '${bytes}')`,
      );
    await chunk('abc');
    expect((await reconcile()).code).toBe(1);
    await chunk('abcd');
    expect((await reconcile()).code).toBe(0);
  }, 120_000);

  it('names documents of a bucket that cannot be read', async () => {
    await execute(database.url, DOCUMENT, `UPDATE document SET storage = 's3'`);
    const { code, output } = await reconcile();
    expect(code).toBe(1);
    expect(output).toMatch(
      /WRONG +documents-in-s3 +1 of the newest 1 are not in the bucket of S3_BUCKET, such as document 900001\./,
    );
  }, 60_000);

  it('refuses an institution that does not exist', async () => {
    expect(await reconcile('--institution', '99')).toMatchObject({
      code: 2,
      output: expect.stringContaining('There is no institution 99;'),
    });
  }, 60_000);
});
