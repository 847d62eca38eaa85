import request from 'supertest';
import type { AccountEventView } from '../../src/enquiries/accounts/account-timeline.dto';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire } from '../support/hire';

interface EventsPage {
  data: AccountEventView[];
  recordCount: number;
  nextAfter: string | null;
}

describe('the events of an account', () => {
  let app: TestApp;
  let account: string;
  let maker: string;
  beforeAll(async () => {
    app = await TestApp.start();
    account = await app.openAccount(50_000);
    maker = await app.staff('maker');
    await changeEverything();
  });
  afterAll(() => app.close());

  const path = (number = account): string => `/api/admin/v1/accounts/${number}/timeline`;
  const page = async (query: Record<string, string | number> = {}): Promise<EventsPage> =>
    dataOf<EventsPage>(await app.get(path(), query, { token: maker }));

  /** Limits twice, a lien that is placed and released, a freeze, and the request to end it, which is declined. */
  async function changeEverything(): Promise<void> {
    for (const limit of [5_000, 7_000]) {
      const body = { accountNumber: account, userSingleTransactionLimit: limit };
      dataOf(await app.put('/api/limit/v1/addupdateaccountlimit', body));
    }
    const referenceNumber = freshReference('LIEN');
    const lien = { accountNumber: account, amount: 1_000, referenceNumber, reason: 'Collateral' };
    dataOf(await app.post('/api/accountlien/v1/placelien', lien));
    dataOf(await app.post('/api/accountlien/v1/unplacelien', { referenceNumber }));
    const freeze = { accountNumber: account, reason: 'Court order' };
    dataOf(await app.post('/api/admin/v1/accounts/freeze', freeze, { token: maker }));
    const asked = await app.post('/api/admin/v1/accounts/unfreeze', { ...freeze, reason: 'Lifted' }, { token: maker });
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    const decline = `/api/admin/v1/approvals/${approvalId}/decline`;
    dataOf(await app.post(decline, { note: 'No letter' }, { token: await app.staff('checker') }));
    // A read leaves a row under the same subject, which is no event.
    dataOf(await app.get(`/api/admin/v1/accounts/${account}`, {}, { token: maker }));
  }

  it('are in one order, with who caused them and the fields before and after', async () => {
    const { data, recordCount } = await page({ Direction: 'Asc', PageSize: 50 });
    expect(data.map(({ event }) => event)).toEqual([
      'opened',
      'account.set-limits',
      'account.set-limits',
      'lien.place',
      'lien.release',
      'status-changed',
      'approval-asked',
      'declined',
    ]);
    expect(recordCount).toBe(data.length);
    expect(data[2]).toMatchObject({
      actor: expect.stringMatching(/^api-client:/),
      before: { userSingleTransactionLimit: 5_000 },
      after: { userSingleTransactionLimit: 7_000 },
    });
    expect(data[3]).toMatchObject({ subject: expect.stringMatching(/^lien:/), before: null, after: { amount: 1_000 } });
    expect(data[5]).toMatchObject({
      actor: expect.stringMatching(/^staff:/),
      before: { status: 'Active' },
      after: { status: 'Frozen' },
      note: 'Court order',
    });
    expect(data[7]).toMatchObject({ actor: expect.stringMatching(/^staff:/), note: 'No letter' });
    expect(data[7]!.approvalId).toBe(data[6]!.approvalId);
  });

  it.each(['Asc', 'Desc'])('come by cursor once each in the order %s', async (Direction) => {
    const whole = await page({ Direction, PageSize: 50 });
    const found: AccountEventView[] = [];
    let After: string | undefined;
    do {
      const next = await page({ Direction, PageSize: 3, ...(After === undefined ? {} : { After }) });
      found.push(...next.data);
      After = next.nextAfter ?? undefined;
    } while (After !== undefined);
    expect(found).toEqual(whole.data);
  });

  it('do not take the cursor of another account', async () => {
    const { nextAfter } = await page({ PageSize: 2 });
    const other = await app.openAccount();
    expect(refusalOf(await app.get(path(other), { After: nextAfter!, PageSize: 2 }, { token: maker }))).toEqual({
      code: 'VALIDATION_FAILED',
      status: 400,
    });
  });

  it('are of one account alone', async () => {
    const other = await app.openAccount();
    const { data } = dataOf<EventsPage>(await app.get(path(other), {}, { token: maker }));
    expect(data.map(({ event }) => event)).toEqual(['opened']);
  });

  it('are for members who may view accounts, of their institution', async () => {
    const { token } = await hire(app, 'TIMELINE-0', ['view-customers']);
    expect(refusalOf(await app.get(path(), {}, { token }))).toEqual({ code: 'PERMISSION_DENIED', status: 403 });
    const { manager } = await addSecondInstitution(app);
    const login = await request(app.url)
      .post('/api/admin/v1/login')
      .send({ email: manager.email, password: manager.password });
    const stranger = (login.body as { accessToken: string }).accessToken;
    expect((await app.get(path(), {}, { token: stranger })).status).not.toBe(200);
    expect(refusalOf(await app.get(path('1010'), {}, { token: maker }))).toEqual({
      code: 'ACCOUNT_NOT_FOUND',
      status: 404,
    });
  });
});
