import type { Response } from 'supertest';
import type { CaseDetailsView, CaseView } from '../../src/cases/cases.dto';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';

const CASES = '/api/admin/v1/aml/cases';
const pdf = (text: string): string => Buffer.from(`%PDF-1.7\n${text}`).toString('base64url');

describe('Evidence of AML cases', () => {
  let app: TestApp;
  let officer: Hired;
  let reader: Hired;
  let ordinary: Hired;
  let account: string;
  let caseId: number;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'EVI001', ['view-cases', 'work-cases']);
    reader = await hire(app, 'EVI002', ['view-cases']);
    ordinary = await hire(app, 'EVI003', ['view-documents', 'view-customers', 'view-accounts', 'view-audit-log']);
    account = await app.openAccount(0);
    const [row] = await app.rows<{ customer_number: string }>(
      `SELECT customer_number FROM customer c JOIN deposit_account d ON d.customer_id = c.id WHERE d.account_number = $1`,
      [account],
    );
    const body = { customerID: row!.customer_number, queue: 'aml', priority: 'low', note: 'A branch reports it.' };
    caseId = dataOf<CaseView>(await app.post(CASES, body, { token: officer.token })).id;
  });
  afterAll(() => app.close());

  const send = (path: string, body: object, by = officer): Promise<Response> =>
    app.post(`${CASES}/${caseId}/${path}`, body, { token: by.token });
  const download = (documentId: number, by = officer, ofCase = caseId): Promise<Response> =>
    app.get(`${CASES}/${ofCase}/evidence/${documentId}`, {}, { token: by.token });
  const newestOf = (response: Response): { documentId: number; sha256: string } =>
    dataOf<CaseDetailsView>(response).events[0]!.details as { documentId: number; sha256: string };

  it('a file of the desk is shown by its case, and by nothing else', async () => {
    const file = { fileName: 'landlord.hta', description: "The landlord's letter", content: pdf('letter') };
    const { documentId, sha256 } = newestOf(await send('files', file));
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    for (const by of [officer, reader]) {
      const answer = await download(documentId, by);
      expect([answer.status, answer.headers['content-type'], answer.body.toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-1.7\nletter',
      ]);
      expect(answer.headers['content-disposition']).toMatch(/filename="landlord\.hta\.pdf"/);
    }
    expect((await download(documentId, ordinary)).status).toBe(403);
    const other = await app.get(`/api/admin/v1/documents/${documentId}/content`, {}, { token: ordinary.token });
    expect(codeOf(other)).toEqual([404, 'DOCUMENT_NOT_FOUND']);
    const deletion = await app.put('/api/operations/v1/deletedocument', { documentID: documentId, reason: 'x' });
    expect(codeOf(deletion)).toEqual([404, 'DOCUMENT_NOT_FOUND']);
    await app.configure({
      EMAIL_ENABLED: 'true',
      EMAIL_SMTP_HOST: '127.0.0.1',
      EMAIL_SMTP_PORT: '9',
      EMAIL_FROM: 'a@b.ng',
    });
    const mail = { to: 'ada@example.com', subject: 'x', body: 'x', attachments: [documentId] };
    const mailed = await app.post('/api/operations/v1/sendemail', mail);
    expect(codeOf(mailed)).toEqual([404, 'DOCUMENT_NOT_FOUND']);
    expect(codeOf(await send('evidence', { documentId, description: 'x' }))).toEqual([404, 'DOCUMENT_NOT_FOUND']);
    const reads = await app.rows(`SELECT 1 FROM audit_log WHERE action = 'aml-case.view-evidence' AND subject = $1`, [
      `aml-case:${caseId}`,
    ]);
    expect(reads).toHaveLength(2);
  });

  it('another format, a file of somebody who may only read, and a document that is no evidence of the case are refused', async () => {
    const file = { fileName: 'a.pdf', description: 'x', content: Buffer.from('<html>').toString('base64url') };
    expect(codeOf(await send('files', file))).toEqual([422, 'DOCUMENT_FORMAT_NOT_SUPPORTED']);
    expect(codeOf(await send('files', { ...file, fileName: 'a.png', content: pdf('x') }))).toEqual([
      422,
      'DOCUMENT_FORMAT_NOT_SUPPORTED',
    ]);
    expect((await send('files', { ...file, content: pdf('x') }, reader)).status).toBe(403);
    const { documentId } = newestOf(await send('files', { ...file, content: pdf('y') }));
    expect(codeOf(await download(documentId, officer, 1))).toEqual([404, 'CASE_NOT_FOUND']);
    expect(codeOf(await download(1))).toEqual([404, 'DOCUMENT_NOT_FOUND']);
  });

  it('a document of the customer stays evidence when the integrator deletes it', async () => {
    const upload = { entityType: 'account', entityId: account, documentType: 'Invoice', fileName: 'i.pdf' };
    const { documentID } = dataOf<{ documentID: number }>(
      await app.post('/api/operations/v1/uploaddocument', { ...upload, content: pdf('invoice') }),
    );
    dataOf(await send('evidence', { documentId: documentID, description: 'The invoice' }));
    dataOf(await app.put('/api/operations/v1/deletedocument', { documentID, reason: 'x' }));
    const answer = await download(documentID);
    expect([answer.status, answer.body.toString()]).toEqual([200, '%PDF-1.7\ninvoice']);
    const other = await app.get(`/api/admin/v1/documents/${documentID}/content`, {}, { token: ordinary.token });
    expect(codeOf(other)).toEqual([404, 'DOCUMENT_NOT_FOUND']);
  });
});
