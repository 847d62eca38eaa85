import type { Response } from 'supertest';
import { dataOf, refusalOf } from '../support/answers';
import type { TestApp } from '../support/app';
import { BillsApp, CONFIRM, TOKEN, UNRESOLVED, vendBody, type VendData } from './bills-app';
import { FakeBillsGateway } from './fake-bills-gateway';

const PAID = { status: 'Successful', responseCode: '00', transactionId: 'VND1' };
const TOKEN_TEXT = '7222-4007-9966-7341-7875';

describe('electricity tokens', () => {
  let bills: BillsApp;
  let app: TestApp;
  let gateway: FakeBillsGateway;
  beforeAll(async () => {
    bills = await BillsApp.start();
    app = bills.app;
    gateway = await FakeBillsGateway.start();
    await bills.app.moveProvider('BILLS_PAYMENT_BASE_URL', gateway.url);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await bills.close();
    await gateway.close();
  });

  const token = (PaymentReference: string): Promise<Response> => app.get(TOKEN, { PaymentReference });
  const vend = async (
    answers: (object | undefined)[],
    facts: object = {},
  ): Promise<{ paymentReference: string; data: VendData }> => {
    gateway.vendAnswers = answers as Record<string, unknown>[];
    const body = vendBody(await app.openAccount(5_000), { billerIdentifier: 'meters', ...facts });
    return { paymentReference: body.paymentReference, data: dataOf(await bills.vend(body)) };
  };

  it.each([
    { token: '72224007996673417875', tokenUnits: 73.5 },
    { token: '7222 4007 9966 7341 7875', tokenUnits: '73.5' },
    { Token: 'Token: 7222-4007-9966-7341-7875', token_units: '73.5 kWh' },
  ])('have one form for every spelling of the provider: %j', async (goods) => {
    const { paymentReference, data } = await vend([{ ...PAID, ...goods }]);
    expect(data).toMatchObject({ token: TOKEN_TEXT, tokenUnits: 73.5, transactionId: 'VND1' });
    expect(dataOf(await token(paymentReference))).toMatchObject({ token: TOKEN_TEXT, tokenUnits: 73.5 });
    expect(await bills.metadataOf(paymentReference)).toMatchObject({ token: TOKEN_TEXT, token_units: 73.5 });
  });

  it('that come after the payment are fetched by gettoken and stored', async () => {
    const { paymentReference, data } = await vend([PAID, PAID, { ...PAID, token: TOKEN_TEXT, tokenUnits: 73.5 }]);
    expect(data).toMatchObject({ vendStatus: 'Successful', token: null, tokenUnits: null });
    const refused = await token(paymentReference);
    expect(refusalOf(refused)).toEqual({ status: 404, code: 'TOKEN_NOT_FOUND' });
    expect(refused.body).toMatchObject({ data: { vendStatus: 'Successful' } });
    expect(dataOf(await token(paymentReference))).toMatchObject({
      token: TOKEN_TEXT,
      tokenUnits: 73.5,
      vendStatus: 'Successful',
    });
    const asked = gateway.count('tsq');
    expect(dataOf(await token(paymentReference))).toMatchObject({ token: TOKEN_TEXT });
    expect(gateway.count('tsq')).toBe(asked);
    expect(await bills.metadataOf(paymentReference)).toMatchObject({
      vend_status: 'Successful',
      transaction_id: 'VND1',
      token: TOKEN_TEXT,
      token_units: 73.5,
    });
  });

  it('that come after the payment are fetched by tsq, also while bills are switched off', async () => {
    const { paymentReference } = await vend([PAID, { ...PAID, token: TOKEN_TEXT }]);
    await bills.configure({ BILLS_PAYMENT_ENABLED: 'false' });
    try {
      expect(await bills.statusOf(paymentReference)).toMatchObject({
        vendStatus: 'Successful',
        token: TOKEN_TEXT,
        tokenUnits: null,
      });
    } finally {
      await bills.configure({ BILLS_PAYMENT_ENABLED: 'true' });
    }
  });

  it('come with the status query that settles a vend', async () => {
    const { paymentReference, data } = await vend([
      { status: 'Pending', responseCode: '09' },
      { ...PAID, token: TOKEN_TEXT, tokenUnits: 5 },
    ]);
    expect(data).toMatchObject({ vendStatus: 'Pending' });
    expect(dataOf(await token(paymentReference))).toMatchObject({ vendStatus: 'Successful', token: TOKEN_TEXT });
  });

  it('are not fetched when no token can come', async () => {
    const { paymentReference } = await vend([{ ...PAID }], { billerIdentifier: 'airtime', packageIdentifier: 'any' });
    const asked = gateway.count('tsq');
    expect(refusalOf(await token(paymentReference))).toEqual({ status: 404, code: 'TOKEN_NOT_FOUND' });
    expect(gateway.count('tsq')).toBe(asked);
    expect(refusalOf(await token('NOBODYS'))).toEqual({ status: 404, code: 'VEND_NOT_FOUND' });
    expect(refusalOf(await app.get(TOKEN))).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
  });

  it.each([
    ['Failed', '57', true],
    ['NotReceived', '25', true],
    ['Pending', '09', false],
  ])('a provider that then says %s moves no money; disputed: %s', async (status, responseCode, disputed) => {
    const { paymentReference } = await vend([PAID, { status, responseCode }]);
    expect(refusalOf(await token(paymentReference))).toEqual({ status: 404, code: 'TOKEN_NOT_FOUND' });
    expect(await bills.statusOf(paymentReference)).toMatchObject({ vendStatus: 'Successful', isReversed: false });
    const [row] = await app.rows<{ disputed: boolean }>('SELECT disputed FROM payout WHERE reference = $1', [
      paymentReference,
    ]);
    expect(row!.disputed).toBe(disputed);
  });

  it('that come while staff return the money are not given, and staff look at the vend', async () => {
    const { paymentReference } = await vend([PAID, { ...PAID, token: TOKEN_TEXT }]);
    // Staff correct only what they confirmed themselves.
    await app.rows('UPDATE payout SET confirmed = true WHERE reference = $1', [paymentReference]);
    const asked = { paymentReference, outcome: 'Reversed', evidence: 'Settlement report of 21 November, line 14' };
    const { approvalId } = dataOf<{ approvalId: number }>(
      await app.post(CONFIRM, asked, { token: await app.staff('maker') }),
      202,
    );
    const checker = await app.staff('checker');
    gateway.meanwhile = async ({ call }) => {
      if (call === 'tsq')
        dataOf(await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: checker }));
    };
    try {
      expect(refusalOf(await token(paymentReference))).toEqual({ status: 404, code: 'TOKEN_NOT_FOUND' });
    } finally {
      gateway.meanwhile = () => Promise.resolve();
    }
    expect(await bills.statusOf(paymentReference)).toMatchObject({ vendStatus: 'Reversed', token: null });
    const { data } = dataOf<{ data: { paymentReference: string; disputed: boolean }[] }>(
      await app.get(UNRESOLVED, { PageSize: 200 }, { token: checker }),
    );
    expect(data.find((row) => row.paymentReference === paymentReference)).toMatchObject({ disputed: true });
  });

  it('are stored once when many clients fetch them at once', async () => {
    const { paymentReference } = await vend([PAID, { ...PAID, token: TOKEN_TEXT, tokenUnits: 73.5 }]);
    await Promise.all(Array.from({ length: 10 }, () => token(paymentReference)));
    expect(dataOf(await token(paymentReference))).toMatchObject({ token: TOKEN_TEXT });
    gateway.vendAnswers = [{ ...PAID, token: '1111-1111-1111-1111-1111' }];
    expect(dataOf(await token(paymentReference))).toMatchObject({ token: TOKEN_TEXT });
  });
});
