import { EVENT_TYPES } from '../../src/events/catalogue/event-catalogue';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { createEndpoint, pullAll } from '../webhooks/webhook-app';
import type { ReceivedEvent } from '../webhooks/webhook-receiver';
import { BULK, bulkBody, rowsTo } from './bulk-files';

const STAFF = '/api/admin/v1/bulk-transfers';
const LARGE = 1_000_000;

interface Page {
  data: Record<string, unknown>[];
  nextAfter: string | null;
}

/** The events of files of transfers, and staff's view of files. */
describe('bulk transfers', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  let viewer: string;

  const send = (body: object, reference = freshReference('BE')): Promise<{ status: number; body: Body }> =>
    app.post(BULK, body, { reference });
  const eventsOf = async (reference: string): Promise<ReceivedEvent[]> =>
    (await pullAll(app)).filter(({ type, resource }) => type.startsWith('bulk-transfer.') && resource.id === reference);
  const typesOf = async (reference: string): Promise<string[]> => (await eventsOf(reference)).map(({ type }) => type);
  const list = async (query: Record<string, string | number>): Promise<Page> => {
    const answer = await app.get(STAFF, query, { token: viewer });
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as { data: Page }).data;
  };
  const ones = (rows: number): number[] => Array.from({ length: rows }, () => 1);

  beforeAll(async () => {
    app = await TestApp.start();
    await createEndpoint(app, { eventTypes: EVENT_TYPES });
    viewer = await app.staff('administrator');
  });
  beforeEach(async () => {
    from = await app.openAccount(2 * LARGE);
    to = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('of up to 500 rows make known that they were accepted and completed', async () => {
    const reference = freshReference('BE');
    expect((await send(bulkBody(from, rowsTo([to], [10, 20.5])), reference)).status).toBe(200);
    await eventually(async () =>
      expect(await typesOf(reference)).toEqual(['bulk-transfer.accepted', 'bulk-transfer.completed']),
    );
    const [accepted, completed] = await eventsOf(reference);
    expect(accepted!.data).toMatchObject({ status: 'Accepted', rowCount: 2, totalAmount: 30.5, debitAccount: from });
    expect(completed!.data).toMatchObject({ status: 'Completed', postedRows: 2, failedRows: 0, outwardRows: 0 });
    expect(completed!.data.completedAt).toEqual(expect.any(String));
  });

  it('of more rows make known that they were completed with the numbers of rows', async () => {
    const inactive = await app.openAccount();
    await app.rows(`UPDATE ledger_account SET status = 'Inactive' WHERE number = $1`, [inactive]);
    const rows = rowsTo([to], ones(501));
    rows[7]!.creditAccount = inactive;
    const reference = freshReference('BE');
    await send(bulkBody(from, rows), reference);
    await eventually(async () =>
      expect(await typesOf(reference)).toEqual(['bulk-transfer.accepted', 'bulk-transfer.completed']),
    );
    const [accepted, completed] = await eventsOf(reference);
    expect(accepted!.data).toMatchObject({ postedRows: 0, completedAt: null });
    expect(completed!.data).toMatchObject({ rowCount: 501, postedRows: 500, failedRows: 1, returnedAmount: 1 });
  });

  it('make known that they wait, were declined, or went on, without what only the 202 may say', async () => {
    const officer = await app.staff('amlOfficer');
    const held = async (): Promise<{ reference: string; body: object; hold: Body['data'] }> => {
      const reference = freshReference('BE');
      const body = bulkBody(from, rowsTo([to], [LARGE]));
      const { body: answer } = await send(body, reference);
      expect(answer.data.statusCode).toBe('AML_HOLD');
      return { reference, body, hold: answer.data };
    };
    const decide = (approvalId: unknown, verdict: string): Promise<unknown> =>
      app.post(`/api/admin/v1/aml/holds/${String(approvalId)}/${verdict}`, { note: 'Secret note' }, { token: officer });
    const [declined, released] = [await held(), await held()];
    await decide(declined.hold.approvalId, 'decline');
    await decide(released.hold.approvalId, 'approve');
    const { amlApprovalReference } = released.hold;
    expect((await send({ ...released.body, amlApprovalReference })).status).toBe(200);
    await eventually(async () =>
      expect(await typesOf(released.reference)).toEqual([
        'bulk-transfer.held',
        'bulk-transfer.accepted',
        'bulk-transfer.completed',
      ]),
    );
    expect(await typesOf(declined.reference)).toEqual(['bulk-transfer.held', 'bulk-transfer.declined']);
    const all = [...(await eventsOf(declined.reference)), ...(await eventsOf(released.reference))];
    expect(all[0]!.data).toMatchObject({ status: 'Held', postedRows: 0 });
    expect(all[1]!.data).toMatchObject({ status: 'Declined', failedRows: 1 });
    const text = JSON.stringify(all);
    for (const secret of [String(amlApprovalReference), 'Secret note', String(released.hold.reason)])
      expect(text).not.toContain(secret);
  });

  it('are listed for staff by status, account, reference and day, page by page', async () => {
    const references = [freshReference('BL'), freshReference('BL'), freshReference('BL')];
    for (const reference of references) await send(bulkBody(from, rowsTo([to], [1])), reference);
    await send(bulkBody(from, rowsTo([to], [LARGE])));
    const first = await list({ DebitAccount: from, Status: 'Completed', PageSize: 2 });
    expect(first.data.map(({ referenceNumber }) => referenceNumber)).toEqual([references[2], references[1]]);
    const next = { DebitAccount: from, Status: 'Completed', PageSize: 2, After: first.nextAfter! };
    const second = await list(next);
    expect([second.data.map(({ referenceNumber }) => referenceNumber), second.nextAfter]).toEqual([
      [references[0]],
      null,
    ]);
    expect((await list({ DebitAccount: from, Status: 'Pending' })).data).toMatchObject([{ amlHold: true }]);
    expect((await list({ ReferenceNumber: references[1]! })).data).toMatchObject([
      { maker: `api-client:${app.sandbox.client.clientId}`, postedRows: 1, status: 'Completed' },
    ]);
    expect((await list({ DebitAccount: from, EndDate: '2020-01-01' })).data).toEqual([]);
    const other = await app.get(STAFF, { ...next, Status: 'Pending' }, { token: viewer });
    expect(other.status).toBe(400);
  });

  it('are shown to staff with their rows, page by page; the read is in the audit log', async () => {
    const reference = freshReference('BL');
    const rows = rowsTo([to], [1, 2, 3]);
    await send(bulkBody(from, rows), reference);
    const path = `${STAFF}/${reference}`;
    expect(dataOf(await app.get(path, {}, { token: viewer }))).toMatchObject({
      referenceNumber: reference,
      postedRows: 3,
      processedRows: 0,
    });
    const first = dataOf<Page>(await app.get(`${path}/rows`, { PageSize: 2 }, { token: viewer }));
    const query = { PageSize: 2, After: first.nextAfter! };
    const second = dataOf<Page>(await app.get(`${path}/rows`, query, { token: viewer }));
    expect([...first.data, ...second.data].map((row) => row.reference)).toEqual(rows.map((row) => row.reference));
    expect((await app.get(`${STAFF}/${freshReference('NO')}`, {}, { token: viewer })).status).toBe(404);
    const read = await app.rows(`SELECT 1 FROM audit_log WHERE action = 'bulk-transfer.view' AND subject = $1`, [
      `bulk-transfer:${reference}`,
    ]);
    expect(read).toHaveLength(1);
  });
});

interface Body {
  data: Record<string, unknown>;
}
