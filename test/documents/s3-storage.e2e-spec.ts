import { DocumentContents } from '../../src/documents/document-contents';
import { CREATE_CUSTOMER_ACCOUNT, newCustomer } from '../accounts/sandbox-accounts';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { FakeS3, S3_ACCESS_KEY_ID } from './fake-s3';
import { DELETE, documentIdOf, download, MEBIBYTE, PDF, pdfOf, storedRows, UPLOAD, uploadOf } from './files';

const BUCKET = 'corebank-documents';

describe('documents in S3', () => {
  const s3 = new FakeS3();
  let app: TestApp;
  beforeAll(async () => {
    const settings = {
      S3_REGION: 'eu-west-1',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_ENDPOINT: await s3.start(),
    };
    app = await TestApp.start({ DOCUMENT_STORAGE: 's3', ...settings });
  });
  beforeEach(async () => {
    s3.reset();
    await app.rows('TRUNCATE document, document_chunk');
  });
  afterAll(async () => {
    await app?.close();
    await s3.stop();
  });

  const upload = (file: Buffer, fields: object = {}, options = {}): ReturnType<TestApp['post']> =>
    app.post(UPLOAD, uploadOf(app, file, fields), options);
  const keyOf = (documentId: number): string => `/${BUCKET}/${app.institutionId}/${documentId}`;

  it('stores a small file as one signed object and a large one in parts, and reads both', async () => {
    for (const file of [PDF, pdfOf(10 * MEBIBYTE)]) {
      const documentId = documentIdOf(await upload(file));
      expect(s3.objects.get(keyOf(documentId))?.equals(file)).toBe(true);
      expect((await download(app, documentId)).bytes.equals(file)).toBe(true);
    }
    expect(s3.calls.filter((call) => call.startsWith('PUT')).length).toBe(3);
    expect(s3.openUploads.size).toBe(0);
    expect(await storedRows(app)).toEqual({ documents: 2, chunks: 0 });
    expect(await app.rows('SELECT DISTINCT storage FROM document')).toEqual([{ storage: 's3' }]);
  });

  it('reads documents that are stored in the database', async () => {
    const documentId = documentIdOf(await upload(PDF));
    await app.rows(`UPDATE document SET storage = 'postgres'`);
    await app.rows('INSERT INTO document_chunk VALUES ($1, $2, 0, $3)', [app.institutionId, documentId, PDF]);
    s3.reset();
    expect((await download(app, documentId)).bytes.equals(PDF)).toBe(true);
    expect(s3.calls).toEqual([]);
  });

  it('keeps the object of a deleted document', async () => {
    const documentID = documentIdOf(await upload(PDF));
    dataOf(await app.put(DELETE, { documentID }));
    expect(s3.objects.has(keyOf(documentID))).toBe(true);
  });

  it.each([
    [
      'a refused record',
      (): ReturnType<TestApp['post']> => upload(PDF, { entityId: '1999999999' }),
      'ENTITY_NOT_FOUND',
    ],
    [
      'a field that is wrong',
      (): ReturnType<TestApp['post']> => upload(PDF, { documentType: '' }),
      'VALIDATION_FAILED',
    ],
    [
      'a file that is too large',
      (): ReturnType<TestApp['post']> => upload(pdfOf(10 * MEBIBYTE + 1)),
      'DOCUMENT_TOO_LARGE',
    ],
    [
      'a content that breaks off',
      (): ReturnType<TestApp['post']> => upload(PDF, { content: `${pdfOf(6 * MEBIBYTE).toString('base64url')}*` }),
      'DOCUMENT_UNREADABLE',
    ],
    [
      'another format',
      (): ReturnType<TestApp['post']> => upload(Buffer.from('MZ program')),
      'DOCUMENT_FORMAT_NOT_SUPPORTED',
    ],
  ])('leaves no object after %s', async (_, send, code) => {
    expect(refusalOf(await send()).code).toBe(code);
    expect(s3.objects.size).toBe(0);
    expect(s3.openUploads.size).toBe(0);
    expect(await storedRows(app)).toEqual({ documents: 0, chunks: 0 });
  });

  it('stores no second object for a repeated request', async () => {
    const reference = freshReference();
    const documentId = documentIdOf(await upload(PDF, {}, { reference }));
    expect(documentIdOf(await upload(PDF, {}, { reference }))).toBe(documentId);
    expect([...s3.objects.keys()]).toEqual([keyOf(documentId)]);
  });

  it('answers 503 when the bucket refuses, and accepts the repeated request', async () => {
    const reference = freshReference();
    s3.refuses = ['PUT'];
    const refused = await upload(PDF, {}, { reference });
    expect(refusalOf(refused)).toEqual({ status: 503, code: 'DOCUMENT_STORAGE_UNAVAILABLE' });
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.text).not.toContain('AccessDenied');
    s3.refuses = [];
    documentIdOf(await upload(PDF, {}, { reference }));
  });

  it('removes by a job an object that could not be removed at once', async () => {
    s3.refuses = ['DELETE'];
    expect(refusalOf(await upload(PDF, { entityId: '1999999999' })).code).toBe('ENTITY_NOT_FOUND');
    expect(s3.objects.size).toBe(1);
    s3.refuses = [];
    const [job] = await app.rows<{ payload: Record<string, unknown> }>(
      `SELECT payload FROM job WHERE kind = 'remove-unused-document-content' ORDER BY id DESC LIMIT 1`,
    );
    await app.app
      .get(DocumentContents, { strict: false })
      .run({ institutionId: app.institutionId, id: 1, payload: job!.payload });
    expect(s3.objects.size).toBe(0);
  });

  describe('of a new customer', () => {
    const documents = [PDF, pdfOf(MEBIBYTE)].map((file, index) => ({
      documentType: 'Passport',
      fileName: `${index}.pdf`,
      content: file.toString('base64url'),
    }));
    const create = (fields: object, options = {}): ReturnType<TestApp['post']> =>
      app.post(CREATE_CUSTOMER_ACCOUNT, { ...newCustomer(app), documents, ...fields }, options);

    it('are stored with the customer', async () => {
      const reference = freshReference();
      const { customerID } = dataOf<{ customerID: string }>(await create({}, { reference }));
      dataOf(await create({}, { reference }));
      const rows = await app.rows<{ id: string }>(
        `SELECT d.id FROM document d JOIN customer c ON c.id = d.entity_id WHERE d.entity_type = 'customer'
           AND c.customer_number = $1 ORDER BY d.file_name`,
        [customerID],
      );
      expect([...s3.objects.keys()].sort()).toEqual(rows.map(({ id }) => keyOf(Number(id))).sort());
      expect(rows).toHaveLength(2);
    });

    it.each([
      ['the customer is refused', { branchCode: 'NOPE' }, 'BRANCH_NOT_FOUND'],
      [
        'one of them is refused',
        {
          documents: [
            ...documents,
            { documentType: 'x', fileName: 'x.pdf', content: Buffer.from('MZ program').toString('base64url') },
          ],
        },
        'DOCUMENT_FORMAT_NOT_SUPPORTED',
      ],
    ])('are removed when %s', async (_, fields, code) => {
      expect(refusalOf(await create(fields)).code).toBe(code);
      expect(s3.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(2);
      expect(s3.objects.size).toBe(0);
    });
  });
});
