import { connect } from 'node:net';
import { DocumentContents } from '../../src/documents/document-contents';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { documentIdOf, download, JPEG, MEBIBYTE, PDF, pdfOf, PNG, sha256, storedRows, UPLOAD, uploadOf } from './files';

const NOTHING = { documents: 0, chunks: 0 };

describe('POST /api/operations/v1/uploaddocument', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(() => app.rows('TRUNCATE document, document_chunk'));
  afterAll(() => app.close());

  const upload = (file: Buffer, fields: object = {}, options = {}): ReturnType<TestApp['post']> =>
    app.post(UPLOAD, uploadOf(app, file, fields), options);

  it.each([
    ['a PDF', PDF, 'application/pdf'],
    ['a PNG', PNG, 'image/png'],
    ['a JPEG', JPEG, 'image/jpeg'],
  ])('stores %s under any file name', async (_, file, mimeType) => {
    const answer = dataOf<{ documentID: number }>(await upload(file, { fileName: 'scan.bin' }));
    expect(answer).toEqual({ documentID: expect.any(Number), size: file.length, sha256: sha256(file) });
    const [row] = await app.rows(
      `SELECT d.entity_type, d.document_type, d.file_name, d.mime_type, d.size, d.sha256, d.storage, d.uploaded_by,
         a.account_number FROM document d JOIN deposit_account a ON a.id = d.entity_id`,
    );
    expect(row).toEqual({
      entity_type: 'account',
      document_type: 'Passport',
      file_name: 'scan.bin',
      mime_type: mimeType,
      size: file.length,
      sha256: sha256(file),
      storage: 'postgres',
      uploaded_by: `api-client:${app.sandbox.client.clientId}`,
      account_number: app.sandbox.accounts[0]!.accountNumber,
    });
    expect((await download(app, answer.documentID)).bytes.equals(file)).toBe(true);
  });

  it('refuses a content under the name of another format', async () => {
    expect(refusalOf(await upload(PDF, { fileName: 'a.png' }))).toEqual({
      status: 422,
      code: 'DOCUMENT_FORMAT_NOT_SUPPORTED',
    });
    expect((await upload(PNG, { fileName: 'a.PNG' })).status).toBe(200);
  });

  it('accepts every key of a record', async () => {
    const [named] = await app.rows<{
      account: string;
      account_guid: string;
      customer: string;
      number: string;
      customer_guid: string;
    }>(
      `SELECT a.id AS account, a.record_id AS account_guid, c.id AS customer, c.customer_number AS number,
         c.record_id AS customer_guid
         FROM deposit_account a JOIN customer c ON c.id = a.customer_id WHERE a.account_number = $1`,
      [app.sandbox.accounts[0]!.accountNumber],
    );
    const { account, account_guid, customer, number, customer_guid } = named!;
    for (const entityId of [account, Number(account), account_guid]) documentIdOf(await upload(PDF, { entityId }));
    for (const entityId of [customer, Number(customer), number, customer_guid])
      documentIdOf(await upload(PDF, { entityType: 'customer', entityId }));
    expect(
      await app.rows('SELECT entity_type, entity_id, count(*)::int FROM document GROUP BY 1, 2 ORDER BY 1'),
    ).toEqual([
      { entity_type: 'account', entity_id: account, count: 3 },
      { entity_type: 'customer', entity_id: customer, count: 4 },
    ]);
  });

  it('accepts at most 10 MB, with and without padding, and stores the file in pieces', async () => {
    const largest = pdfOf(10 * MEBIBYTE);
    const documentId = documentIdOf(await upload(largest, { content: `${largest.toString('base64url')}==` }));
    expect(await storedRows(app)).toEqual({ documents: 1, chunks: 20 });
    expect((await download(app, documentId)).bytes.equals(largest)).toBe(true);
    expect(refusalOf(await upload(pdfOf(10 * MEBIBYTE + 1)))).toEqual({ status: 413, code: 'DOCUMENT_TOO_LARGE' });
    expect(await storedRows(app)).toEqual({ documents: 1, chunks: 20 });
  });

  it('refuses a body of any length and stores nothing', async () => {
    expect(refusalOf(await upload(pdfOf(24 * MEBIBYTE)))).toEqual({ status: 413, code: 'DOCUMENT_TOO_LARGE' });
    expect(refusalOf(await upload(PDF, { fileName: 'x'.repeat(20_000) }))).toEqual({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    });
    expect(await storedRows(app)).toEqual(NOTHING);
  });

  it.each([
    ['no content', { content: undefined }, 'content'],
    ['a content that is no text', { content: 5 }, 'content'],
    ['a content that is an object', { content: { content: 'JVBERi0x' } }, 'content'],
    ['no entityType', { entityType: undefined }, 'entityType'],
    ['an unknown entityType', { entityType: 'ledger' }, 'entityType'],
    ['no entityId', { entityId: undefined }, 'entityId'],
    ['an entityId that is no whole number', { entityId: 1.5 }, 'entityId'],
    ['an entityId that is a list', { entityId: ['1'] }, 'entityId'],
    ['no documentType', { documentType: '' }, 'documentType'],
    ['a folder in the name', { fileName: '../../etc/passwd' }, 'fileName'],
    ['a drive in the name', { fileName: 'C:\\passport.pdf' }, 'fileName'],
    ['a line break in the name', { fileName: 'a\r\nb.pdf' }, 'fileName'],
    ['an unknown field', { mimeType: 'application/pdf' }, 'mimeType'],
  ])('refuses %s', async (_, fields, field) => {
    const response = await upload(PDF, fields);
    expect(refusalOf(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(response)).toContain(field);
    expect(await storedRows(app)).toEqual(NOTHING);
  });

  it.each([
    ['', 'is empty'],
    ['JVBERi0x*', 'has a foreign character'],
    ['JVBERi0xL', 'ends within a byte'],
    ['JVBE\\nRi0x', 'has a line break'],
    ['+///JVBE', 'is base64 but not base64url'],
    ['JVBERi0x=', 'has padding that it does not need'],
    ['data:application/pdf;base64,JVBERi0x', 'is a data URL'],
  ])('refuses the content %p, which %s', async (content) => {
    const text = JSON.stringify(uploadOf(app, PDF, { content: 'HERE' })).replace('HERE', content);
    expect(refusalOf(await app.post(UPLOAD, text))).toEqual({ status: 400, code: 'DOCUMENT_UNREADABLE' });
    expect(await storedRows(app)).toEqual(NOTHING);
  });

  it.each([
    ['broken JSON', (text: string) => text.slice(0, -1)],
    ['text after the object', (text: string) => `${text}{}`],
    ['the same key twice', (text: string) => text.replace('{', '{"fileName":"a.pdf",')],
    ['two contents', (text: string) => text.replace('{', '{"content":"JVBERi0x",')],
    ['two contents, one in disguise', (text: string) => text.replace('{', '{"\\u0063ontent":"JVBERi0x",')],
    ['a list', (text: string) => `[${text}]`],
    ['nothing', () => ''],
  ])('refuses %s like every other route', async (_, change) => {
    expect(refusalOf(await app.post(UPLOAD, change(JSON.stringify(uploadOf(app, PDF)))))).toEqual({
      status: 400,
      code: 'VALIDATION_FAILED',
    });
    expect(await storedRows(app)).toEqual(NOTHING);
  });

  it('refuses other formats, unknown records, other media types and missing tokens, and stores nothing', async () => {
    expect(refusalOf(await upload(Buffer.from('MZ program')))).toEqual({
      status: 422,
      code: 'DOCUMENT_FORMAT_NOT_SUPPORTED',
    });
    expect(refusalOf(await upload(PDF, { entityId: '1999999999' }))).toEqual({
      status: 404,
      code: 'ENTITY_NOT_FOUND',
    });
    expect(refusalOf(await upload(PDF, { entityType: 'loan', entityId: 1 }))).toEqual({
      status: 404,
      code: 'ENTITY_NOT_FOUND',
    });
    expect(refusalOf(await upload(PDF, {}, { headers: { 'content-type': 'text/plain' } }))).toEqual({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
    expect(refusalOf(await upload(PDF, {}, { token: 'x' }))).toEqual({ status: 401, code: 'UNAUTHORIZED' });
    // Other routes do not accept the media type of this route.
    const other = await app.post(
      '/api/account/v1/createaccount',
      {},
      { headers: { 'content-type': 'application/x-streamed-json' } },
    );
    expect(refusalOf(other)).toEqual({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    expect(await storedRows(app)).toEqual(NOTHING);
  });

  it('answers 404 for records of another institution', async () => {
    const { client } = await addSecondInstitution(app);
    const { body } = await app.post('/api/auth/v1/authenticate', client);
    const token = (body as { accessToken: string }).accessToken;
    const foreign = await upload(PDF, {}, { token });
    const random = await upload(PDF, { entityId: '1999999999' }, { token });
    expect(refusalOf(foreign)).toEqual({ status: 404, code: 'ENTITY_NOT_FOUND' });
    expect(foreign.body).toEqual(random.body);
  });

  it('answers a repeated request with the first document and stores no second one', async () => {
    const reference = freshReference();
    const first = await upload(PDF, {}, { reference });
    // Fields in another order are the same request.
    const again = await app.post(
      UPLOAD,
      JSON.stringify(Object.fromEntries(Object.entries(uploadOf(app, PDF)).reverse())),
      { reference },
    );
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await storedRows(app)).toEqual({ documents: 1, chunks: 1 });
    expect(refusalOf(await upload(PNG, {}, { reference }))).toEqual({ status: 409, code: 'DUPLICATE_REFERENCE' });
    expect(refusalOf(await upload(PDF, { documentType: 'Utility bill' }, { reference }))).toEqual({
      status: 409,
      code: 'DUPLICATE_REFERENCE',
    });
    expect(await storedRows(app)).toEqual({ documents: 1, chunks: 1 });
  });

  it('stores one document for parallel requests with the same request reference', async () => {
    const reference = freshReference();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(PDF, {}, { reference })));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await storedRows(app)).toEqual({ documents: 1, chunks: 1 });
  });

  it('replays the refusal of a format under its request reference', async () => {
    const reference = freshReference();
    const file = Buffer.from('MZ program');
    expect(refusalOf(await upload(file, {}, { reference })).code).toBe('DOCUMENT_FORMAT_NOT_SUPPORTED');
    const again = await upload(file, {}, { reference });
    expect(refusalOf(again).code).toBe('DOCUMENT_FORMAT_NOT_SUPPORTED');
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('removes the partial content of a broken connection and keeps working', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const head = [
      'POST /api/operations/v1/uploaddocument HTTP/1.1',
      'host: test',
      'content-type: application/json',
      `authorization: Bearer ${await app.client()}`,
      'content-length: 9000000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n{"content":"${pdfOf(3 * MEBIBYTE).toString('base64url')}`);
    await eventually(async () => expect((await storedRows(app)).chunks).toBeGreaterThan(3));
    socket.destroy();
    await eventually(async () => expect(await storedRows(app)).toEqual(NOTHING));
    documentIdOf(await upload(PDF));
  });

  it('removes by a job only a content without a document', async () => {
    const contents = app.app.get(DocumentContents, { strict: false });
    const documentId = documentIdOf(await upload(PDF));
    // The state after a process was killed between content and document.
    await app.rows(`INSERT INTO document_chunk VALUES ($1, 5, 0, 'x')`, [app.institutionId]);
    const jobs = await app.rows<{ payload: { documentId: number; storage: string }; wait: number }>(
      `SELECT j.payload, extract(epoch FROM d.due_at - j.created_at)::int AS wait FROM job j
         JOIN job_due d ON d.job_id = j.id WHERE j.kind = 'remove-unused-document-content'
         AND (j.payload->>'documentId')::bigint = $1`,
      [documentId],
    );
    expect(jobs).toEqual([{ payload: { documentId, storage: 'postgres' }, wait: expect.any(Number) }]);
    expect(Math.abs(jobs[0]!.wait - 3600)).toBeLessThan(60);
    for (const id of [documentId, 5])
      await contents.run({ institutionId: app.institutionId, id: 1, payload: { documentId: id, storage: 'postgres' } });
    expect(await app.rows('SELECT document_id FROM document_chunk')).toEqual([{ document_id: String(documentId) }]);
  });
});
