import type { Response } from 'supertest';
import { documentIdOf, download, PDF, UPLOAD, uploadOf } from '../documents/files';
import { codedRoutes } from '../security/coded-routes';
import { TestApp } from '../support/app';

/** Parameters that confine a list to one person, or name one person's record. */
const OF_A_PERSON =
  /^(AccountNumber|LoanAccountNumber|LinkedNumber|CustomerID|EntityId|Recipient|documentId|messageID|approvalId)$/i;
/** Routes of staff with such a parameter that show the institution's own records. */
const OF_THE_INSTITUTION = [
  // The account of a till is a ledger.
  'GET /api/admin/v1/tills',
];

describe('reads of one person by staff', () => {
  let app: TestApp;
  let token: string;
  let accountNumber: string;
  let documentId: number;

  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    accountNumber = await app.openAccount(100);
    documentId = documentIdOf(await app.post(UPLOAD, uploadOf(app, PDF)));
  });
  afterAll(() => app?.close());

  const reads = (): Promise<object[]> =>
    app.rows(
      `SELECT actor, action, subject, details, correlation_id AS "correlationId", address FROM audit_log
        WHERE institution_id = 1 AND action ~ '[.](view|list|download)$' ORDER BY id`,
    );
  const newReads = async (read: () => Promise<unknown>): Promise<object[]> => {
    const before = (await reads()).length;
    await read();
    return (await reads()).slice(before);
  };
  const get = (path: string, query = {}): Promise<Response> =>
    app.get(path, query, { token, headers: { 'x-correlation-id': 'read-1' } });

  it('are in the audit log with who, from where and what, and without what was shown', async () => {
    expect(await newReads(() => get('/api/admin/v1/liens', { AccountNumber: accountNumber }))).toStrictEqual([
      {
        actor: 'staff:STF005',
        action: 'lien.list',
        subject: `account:${accountNumber}`,
        details: {},
        correlationId: 'read-1',
        address: '127.0.0.1',
      },
    ]);
  });

  it('are in the audit log however the parameter is written', async () => {
    expect(await newReads(() => get('/api/admin/v1/liens', { accountnumber: accountNumber }))).toMatchObject([
      { subject: `account:${accountNumber}` },
    ]);
  });

  it('include a document and the list of a record with documents', async () => {
    const listed = await newReads(() =>
      get('/api/admin/v1/documents', { EntityType: 'account', EntityId: accountNumber }),
    );
    expect(listed).toMatchObject([{ action: 'document.list', subject: `account:${accountNumber}` }]);
    const downloaded = await newReads(async () => {
      expect((await download(app, documentId)).bytes).toStrictEqual(PDF);
    });
    expect(downloaded).toMatchObject([
      { actor: 'staff:STF003', action: 'document.download', subject: `document:${documentId}` },
    ]);
  });

  it('do not include lists of many persons, nor reads that were refused', async () => {
    expect(await newReads(() => get('/api/admin/v1/liens'))).toStrictEqual([]);
    expect(await newReads(() => get('/api/admin/v1/messages/999999999'))).toStrictEqual([]);
    expect(await newReads(() => get('/api/admin/v1/liens', { AccountNumber: '' }))).toStrictEqual([]);
  });

  it('are not answered when their row cannot be stored', async () => {
    await app.database.query('REVOKE INSERT ON audit_log FROM corebank_app');
    try {
      const answer = await get('/api/admin/v1/liens', { AccountNumber: accountNumber });
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain(accountNumber);
    } finally {
      await app.database.query('GRANT INSERT ON audit_log TO corebank_app');
    }
  });

  it('are declared by every route of staff that takes what names a person', () => {
    const undeclared = codedRoutes(app)
      .filter(({ method, access, isAuditedRead }) => method === 'GET' && access.audience === 'staff' && !isAuditedRead)
      .filter(({ parameters }) => parameters.some((name) => OF_A_PERSON.test(name)))
      .map(({ name }) => name);
    expect(undeclared).toStrictEqual(OF_THE_INSTITUTION);
    expect(codedRoutes(app).filter(({ isAuditedRead }) => isAuditedRead).length).toBeGreaterThan(10);
  });
});
