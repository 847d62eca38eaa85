import { Housekeeping } from '../../src/common/housekeeping';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { runStep } from '../support/end-of-day';
import { duePerson, holdStaff, insertRow, openPerson, placeHold, STEP } from './persons';

interface Kind {
  kind: string;
  period: number;
  floor: number | null;
  floorSource: string | null;
  due: number;
  held: number;
  lastRunAt: string | null;
  removed: number;
}

const RETENTION = '/api/admin/v1/personal-data/retention';

describe('retention periods', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    token = (await holdStaff(app)).asker;
  });
  afterAll(() => app.close());

  async function kinds(): Promise<Record<string, Kind>> {
    const { data } = dataOf<{ data: Kind[] }>(await app.get(RETENTION, {}, { token }));
    return Object.fromEntries(data.map((kind) => [kind.kind, kind]));
  }
  const sweep = (): Promise<void> => app.app.get(Housekeeping).sweepInstitution(app.institutionId);
  const message = (age: string, fields: object = {}): Promise<number> =>
    insertRow(app, 'message', { channel: 'sms', status: 'Sent', attachments: '[]', ...fields }).then(async (id) => {
      await app.rows('UPDATE message SET created_at = now() - $2::interval WHERE id = $1', [id, age]);
      return id;
    });
  const messages = async (): Promise<number[]> =>
    (await app.rows<{ id: string }>('SELECT id FROM message ORDER BY created_at')).map(({ id }) => Number(id));

  it('are the legal minimum by default', async () => {
    const view = await kinds();
    expect(Object.values(view).map(({ kind, period, floor }) => [kind, period, floor])).toEqual([
      ['customers', 5, 5],
      ['messages', 365, null],
      ['name-enquiries', 90, null],
      ['refused-applications', 365, null],
      ['staff-sessions', 30, 30],
      ['taxed-customers', 6, 6],
      ['virtual-accounts', 5, 5],
    ]);
    expect(view.customers!.floorSource).toContain('Money Laundering');
  });

  it.each([
    ['RETENTION_CUSTOMERS_YEARS', '4', 'Money Laundering (Prevention and Prohibition) Act 2022'],
    ['RETENTION_TAXED_CUSTOMERS_YEARS', '5', 'tax laws'],
    ['RETENTION_STAFF_SESSIONS_DAYS', '29', 'known addresses'],
  ])('refuse a value of %s below the floor and name its source', async (key, value, source) => {
    const administrator = await app.staff('administrator');
    const answer = await app.put(
      '/api/admin/v1/configuration',
      { changes: [{ key, value }] },
      { token: administrator },
    );
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'CONFIGURATION_VALUE_REFUSED' });
    expect((answer.body as { message: string }).message).toContain(source);
  });

  it('of messages decide which are deleted, whatever the institution sets', async () => {
    const [old, young] = [await message('365 days 1 minute'), await message('364 days 23 hours')];
    expect((await kinds()).messages).toMatchObject({ due: 1, held: 0 });
    await sweep();
    expect(await messages()).toEqual([young]);
    expect(old).not.toBe(young);
    await app.configure({ RETENTION_MESSAGES_DAYS: '30' });
    await sweep();
    expect(await messages()).toEqual([]);
    expect((await kinds()).messages).toMatchObject({ period: 30, removed: 2, lastRunAt: expect.any(String) });
  });

  it('of name enquiries and sessions decide which are deleted', async () => {
    const enquiry = async (days: number): Promise<number> => {
      const id = await insertRow(app, 'name_enquiry', { reference: `AGE-${days}` });
      await app.rows('UPDATE name_enquiry SET created_at = now() - make_interval(days => $2) WHERE id = $1', [
        id,
        days,
      ]);
      return id;
    };
    const session = async (days: number): Promise<number> => {
      const id = await insertRow(app, 'staff_session', { address: '10.0.0.1' });
      await app.rows('UPDATE staff_session SET expires_at = now() - make_interval(days => $2) WHERE id = $1', [
        id,
        days,
      ]);
      return id;
    };
    const young = [await enquiry(89), await session(29)];
    const old = [await enquiry(91), await session(31)];
    await sweep();
    const left = await app.rows<{ id: string }>(
      'SELECT id FROM name_enquiry UNION ALL SELECT id FROM staff_session WHERE id = ANY($1)',
      [[...young, ...old]],
    );
    expect(left.map(({ id }) => Number(id)).sort()).toEqual([...young].sort());
  });

  it('are shown with what the next run removes and what legal holds keep', async () => {
    const [due, held] = [await duePerson(app), await duePerson(app)];
    await openPerson(app);
    await placeHold(app, token, held);
    await message('400 days', { account_number: held.accountNumber });
    const loan = await insertRow(app, 'loan', {
      customer_id: due.id,
      status: 'Canceled',
      loan_account_number: 'CANCELED',
      reference_number: 'CANCELED',
    });
    await insertRow(app, 'document', { entity_type: 'loan', entity_id: loan, storage: 'postgres' });
    const before = await kinds();
    expect(before.customers).toMatchObject({ due: 1, held: 1, lastRunAt: null, removed: 0 });
    expect(before['refused-applications']).toMatchObject({ due: 1, held: 0 });
    expect(before.messages).toMatchObject({ due: 0, held: 1 });
    await runStep(app, STEP);
    const after = await kinds();
    expect(after.customers).toMatchObject({ due: 0, held: 1, lastRunAt: expect.any(String), removed: 1 });
    expect(after['refused-applications']).toMatchObject({ due: 0 });
    expect(after['taxed-customers']).toMatchObject({ due: 0, held: 0, lastRunAt: expect.any(String), removed: 0 });
    await app.rows('DELETE FROM loan WHERE id = $1', [loan]);
  });
});
