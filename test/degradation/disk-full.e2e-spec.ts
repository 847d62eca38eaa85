import type { Response } from 'supertest';
import { PDF, sha256, UPLOAD, uploadOf } from '../documents/files';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

/** Every table refuses to grow, as PostgreSQL says it when its disk is full. */
const FILL = `
  CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file "base/5/16384": No space left on device' USING ERRCODE = '53100'; END $$;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION disk_full()', name);
    END LOOP;
  END $$`;
const FREE = 'DROP FUNCTION disk_full CASCADE';

describe('a database whose disk is full', () => {
  let app: TestApp;
  let account: string;
  let other: string;

  beforeAll(async () => {
    app = await TestApp.start();
    [account, other] = [await app.openAccount(1_000), await app.openAccount()];
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** Requests of both ways to write, money and everything else, small and large, each under a reference of its own. */
  const writes: [string, (reference: string) => Promise<Response>][] = [
    [
      'a transfer',
      (reference) =>
        app.post(
          '/api/transfer/v1/localfundtransfer',
          { debitAccount: account, creditAccount: other, amount: 10, narration: 'Full', postingsTransactionType: 3 },
          { reference },
        ),
    ],
    [
      'a lien',
      (reference) =>
        app.post(
          '/api/accountlien/v1/placelien',
          { accountNumber: account, amount: 5, reason: 'Full', referenceNumber: reference },
          { reference },
        ),
    ],
    [
      'a customer',
      (reference) =>
        app.post(
          '/api/account/v1/createcustomeraccount',
          {
            lastName: 'Full',
            firstName: 'Disk',
            accountName: 'Disk Full',
            branchCode: app.sandbox.branchCode,
            productCode: app.sandbox.productCode,
            accountOfficerStaffID: app.sandbox.accountOfficerStaffID,
          },
          { reference },
        ),
    ],
    [
      'a change of status',
      (reference) => app.put('/api/account/v1/deactivate', { accountNumber: other, reason: 'Full' }, { reference }),
    ],
    ['a document', (reference) => app.post(UPLOAD, uploadOf(app, PDF), { reference })],
  ];

  const stored = async (): Promise<unknown> => {
    const [counts] =
      await app.rows(`SELECT (SELECT count(*) FROM posting) AS postings, (SELECT count(*) FROM posting_entry) AS entries, (SELECT count(*) FROM request_claim) AS claims,
      (SELECT count(*) FROM document) AS documents, (SELECT count(*) FROM document_chunk) AS chunks, (SELECT count(*) FROM deposit_account) AS accounts, (SELECT count(*) FROM audit_log) AS audited`);
    return counts;
  };

  it('answers 503 to whoever writes, keeps nothing of it, lets others read, and does it all once there is room', async () => {
    const ready = async (): Promise<number> => (await app.get('/health/ready')).status;
    // Jobs of the furnishing are done before the disk is full.
    await eventually(async () => expect(await app.rows('SELECT 1 FROM job_due WHERE due_at <= now()')).toEqual([]));
    const before = await stored();
    const references = writes.map(() => freshReference('DF'));
    await app.rows(FILL);
    try {
      for (const [index, [name, write]] of writes.entries()) {
        for (let attempt = 0; attempt < 2; attempt += 1) {
          const { status, body, headers } = await write(references[index]!);
          expect([name, status, body, headers['retry-after']]).toEqual([
            name,
            503,
            { status: false, message: expect.any(String), data: { statusCode: 'SERVICE_UNAVAILABLE' } },
            '1',
          ]);
        }
      }
      // Fifty at once are fifty refusals; none is tried again behind the caller's back.
      const many = await Promise.all(Array.from({ length: 50 }, () => writes[0]![1](freshReference('DF'))));
      expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]));
      expect([await app.balance(account), await ready()]).toEqual([1_000, 200]);
      expect(await stored()).toEqual(before);
    } finally {
      await app.rows(FREE);
    }
    for (const [index, [name, write]] of writes.entries())
      expect([name, (await write(references[index]!)).status]).toEqual([name, 200]);
    // What was done afterwards was done once: ten sent, five held.
    expect([await app.balance(account), await app.balance(other)]).toEqual([985, 10]);
    const [document] = await app.rows('SELECT sha256 FROM document ORDER BY id DESC LIMIT 1');
    expect(document).toEqual({ sha256: sha256(PDF) });
  });
});
