import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { DELETE, documentIdOf, download, LIST, MEBIBYTE, PDF, pdfOf, PNG, sha256, UPLOAD, uploadOf } from './files';

interface Row {
  id: number;
  documentID: number;
}

describe('stored documents', () => {
  let app: TestApp;
  let checker: string;
  beforeAll(async () => {
    app = await TestApp.start();
    checker = await app.staff('checker');
  });
  beforeEach(() => app.rows('TRUNCATE document, document_chunk'));
  afterAll(() => app.close());

  const upload = async (file: Buffer, fields: object = {}): Promise<number> =>
    documentIdOf(await app.post(UPLOAD, uploadOf(app, file, fields)));
  const accountNumber = (index = 0): string => app.sandbox.accounts[index]!.accountNumber;
  const list = async (query: object = {}): Promise<Row[]> =>
    dataOf<{ data: Row[] }>(
      await app.get(LIST, { EntityType: 'account', EntityId: accountNumber(), ...query }, { token: checker }),
    ).data;
  const ids = async (query: object = {}): Promise<number[]> => (await list(query)).map(({ documentID }) => documentID);

  describe('GET /api/admin/v1/documents', () => {
    it('lists the documents of one record, latest first, without content', async () => {
      const first = await upload(PDF);
      const second = await upload(PNG, { documentType: 'Utility bill', fileName: 'bill.png' });
      await upload(PDF, { entityId: accountNumber(1) });
      expect(await ids()).toEqual([second, first]);
      expect(await ids({ Direction: 'Asc' })).toEqual([first, second]);
      expect(await ids({ PageSize: 1, PageNumber: 2 })).toEqual([first]);
      const [bill] = await list();
      const [{ id: accountId }] = (await app.rows<{ id: string }>(
        'SELECT id FROM deposit_account WHERE account_number = $1',
        [accountNumber()],
      )) as [{ id: string }];
      expect(bill).toEqual({
        id: second,
        documentID: second,
        entityType: 'account',
        entityId: Number(accountId),
        documentType: 'Utility bill',
        fileName: 'bill.png',
        mimeType: 'image/png',
        size: PNG.length,
        sha256: sha256(PNG),
        uploadedBy: `api-client:${app.sandbox.client.clientId}`,
        createdAt: expect.any(String),
        deletedAt: null,
        deletedBy: null,
        deletionReason: null,
      });
      expect(await ids({ EntityId: accountId })).toEqual([second, first]);
    });

    it('requires a record, the permission and a member of staff', async () => {
      const get = (query: Record<string, string>, token = checker): ReturnType<TestApp['get']> =>
        app.get(LIST, query, { token });
      const query = { EntityType: 'account', EntityId: accountNumber() };
      expect((await get({})).status).toBe(400);
      expect((await get({ EntityType: 'ledger', EntityId: '1010' })).status).toBe(400);
      expect(refusalOf(await get({ ...query, EntityId: '1999999999' }))).toEqual({
        status: 404,
        code: 'ENTITY_NOT_FOUND',
      });
      expect((await get(query, await app.client())).status).toBe(401);
      await app.rows(`UPDATE role SET permissions = array_remove(permissions, 'view-documents') WHERE name = 'Maker'`);
      expect((await get(query, await app.staff('maker'))).status).toBe(403);
    });
  });

  describe('GET /api/admin/v1/documents/{id}/content', () => {
    it('sends the file as an attachment that browsers neither run nor cache', async () => {
      const file = pdfOf(2 * MEBIBYTE + 7);
      const { status, headers, bytes } = await download(app, await upload(file, { fileName: 'Adé "x".pdf' }));
      expect(status).toBe(200);
      expect(bytes.equals(file)).toBe(true);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(file.length),
        'content-disposition': `attachment; filename="Ad_ _x_.pdf"; filename*=UTF-8''Ad%C3%A9%20%22x%22.pdf`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    });

    it('ends the name with the format of the content, so that no system runs the file', async () => {
      const { headers } = await download(app, await upload(PDF, { fileName: 'payslip.hta' }));
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="payslip\.hta\.pdf"/);
    });

    it('sends a file name without a folder for any stored name', async () => {
      const documentId = await upload(PDF);
      await app.rows(`UPDATE document SET file_name = $1`, ['../../etc/pass"wd\r\nx: y.pdf']);
      expect((await download(app, documentId)).headers.get('content-disposition')).toBe(
        `attachment; filename="pass_wd__x: y.pdf"; filename*=UTF-8''pass%22wd__x%3A%20y.pdf`,
      );
    });

    it('answers 404 for unknown documents and documents of another institution', async () => {
      const documentId = await upload(PDF);
      const { email, password } = (await addSecondInstitution(app)).manager;
      const { body } = await app.post('/api/admin/v1/login', { email, password });
      const stranger = (body as { accessToken: string }).accessToken;
      const unknown = await app.get(`${LIST}/${documentId + 1}/content`, {}, { token: stranger });
      expect(refusalOf(unknown)).toEqual({ status: 404, code: 'DOCUMENT_NOT_FOUND' });
      expect((await app.get(`${LIST}/${documentId}/content`, {}, { token: stranger })).body).toEqual(unknown.body);
      expect((await app.get(`${LIST}/x/content`, {}, { token: checker })).status).toBe(400);
      expect((await app.get(`${LIST}/${documentId}/content`)).status).toBe(401);
    });
  });

  describe('PUT /api/operations/v1/deletedocument', () => {
    const remove = (fields: object, options = {}): ReturnType<TestApp['put']> => app.put(DELETE, fields, options);

    it('hides the document, keeps the file and records actor and reason', async () => {
      const kept = await upload(PNG, { fileName: 'kept.png' });
      const documentID = await upload(PDF);
      expect(dataOf(await remove({ documentID, reason: 'Wrong customer' }))).toEqual({
        documentID,
        deletedAt: expect.any(String),
      });
      expect(await ids()).toEqual([kept]);
      const [deleted] = await list({ IncludeDeleted: true });
      const client = `api-client:${app.sandbox.client.clientId}`;
      expect(deleted).toMatchObject({
        documentID,
        deletedAt: expect.any(String),
        deletedBy: client,
        deletionReason: 'Wrong customer',
      });
      expect((await download(app, documentID)).status).toBe(404);
      expect(await app.rows('SELECT count(*)::int FROM document_chunk')).toEqual([{ count: 2 }]);
      const entries = await app.rows<{ details: object }>(
        `SELECT actor, details FROM audit_log WHERE action = 'document.delete' AND subject = $1`,
        [`document:${documentID}`],
      );
      expect(entries).toEqual([
        {
          actor: client,
          details: expect.objectContaining({ fileName: 'passport.pdf', reason: 'Wrong customer', sha256: sha256(PDF) }),
        },
      ]);
    });

    it('deletes once: a repeated request is replayed, another request answers 404', async () => {
      const documentID = await upload(PDF);
      const reference = freshReference();
      const first = await remove({ documentID }, { reference });
      expect((await remove({ documentID }, { reference })).body).toEqual(first.body);
      expect(refusalOf(await remove({ documentID }))).toEqual({ status: 404, code: 'DOCUMENT_NOT_FOUND' });
    });

    it('lets one of several parallel requests delete the document', async () => {
      const documentID = await upload(PDF);
      const answers = await Promise.all(Array.from({ length: 6 }, () => remove({ documentID })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
      expect(
        await app.rows(`SELECT count(*)::int FROM audit_log WHERE subject = $1`, [`document:${documentID}`]),
      ).toEqual([{ count: 1 }]);
    });

    it.each([
      ['no document', {}],
      ['an id that is a text', { documentID: '5' }],
      ['an id that is no whole number', { documentID: 1.5 }],
      ['an empty reason', { documentID: 5, reason: '' }],
      ['a long reason', { documentID: 5, reason: 'x'.repeat(251) }],
      ['an unknown field', { documentID: 5, force: true }],
    ])('refuses %s', async (_, fields) => {
      expect(refusalOf(await remove(fields))).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    });
  });
});
