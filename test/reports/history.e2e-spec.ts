import { postingIdFrom } from '../../src/ledger/engine/posting.entity';
import { strangersToken } from '../accounts/liens-support';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { HISTORY, nextBusinessDate, type Row, statement, transfer } from './reports-support';

interface HistoryRow extends Omit<Row, 'balance'> {
  balance: number | null;
  accountNumber: string;
  settlementAccountNumber: string | null;
  isVirtualAccount: boolean;
  additionalMetadata: Record<string, unknown> | null;
}

interface Found {
  data: HistoryRow[];
  recordCount: number;
}

describe('history', () => {
  let app: TestApp;
  let account: string;
  let virtual: string;
  let settlement: string;
  let first: string;
  let second: string;
  let cheque: string;

  const history = async (query: Record<string, string | number>): Promise<Found> =>
    dataOf<Found>(await app.get(HISTORY, query));

  beforeAll(async () => {
    app = await TestApp.start();
    account = await app.openAccount(10_000);
    const [row] = await app.rows<{ number: string; settlement: string }>(
      `SELECT v.number, a.number AS settlement FROM account_number v JOIN account_number a ON a.institution_id = v.institution_id AND a.account_id = v.ledger_account_id AND a.kind = 'deposit' WHERE v.kind = 'virtual'`,
    );
    virtual = row!.number;
    settlement = row!.settlement;
    first = await nextBusinessDate(app);
    await transfer(app, account, virtual, 10);
    const undone = await transfer(app, account, virtual, 20);
    await transfer(app, account, settlement, 30);
    dataOf(await app.post('/api/postings/v1/reversetransaction', { referenceNumber: undone, reason: 'Test' }));
    second = await nextBusinessDate(app);
    await transfer(app, account, virtual, 40, { narration: 'Second day' });
    cheque = await transfer(app, account, settlement, 50, { instrumentNumber: 'CHQ-1' });
    dataOf(
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount: '1010',
        creditAccount: virtual,
        amount: 60,
        narration: 'Cash',
        referenceNumber: freshReference(),
        postingsTransactionType: 1,
      }),
    );
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('of a virtual account has its credits, with its own number and without a balance', async () => {
    const found = await history({ AccountNumber: virtual });
    expect(found.data.map(({ credit, debit }) => [credit, debit])).toEqual([
      [60, 0],
      [40, 0],
      [20, 0],
      [10, 0],
    ]);
    expect(found.recordCount).toBe(4);
    for (const row of found.data)
      expect(row).toMatchObject({
        accountNumber: virtual,
        settlementAccountNumber: settlement,
        isVirtualAccount: true,
        virtualAccountNumber: virtual,
        balance: null,
      });
  });

  it('has the metadata of the transactions, with masked bank verification numbers', async () => {
    await app.rows(
      `UPDATE posting SET additional_metadata = additional_metadata || '{"originator_bvn": "22212345678"}' WHERE id = $1`,
      [postingIdFrom(cheque)],
    );
    const { data } = await history({ AccountNumber: account, FinancialDateFrom: second });
    expect(data.map(({ debit, additionalMetadata }) => [debit, additionalMetadata])).toEqual([
      [
        50,
        expect.objectContaining({
          channel: 'transfer',
          transfer_type: 'local',
          account_number_from: account,
          account_number_to: settlement,
          originator_bvn: '*******5678',
          beneficiary_bvn: null,
        }),
      ],
      [40, expect.objectContaining({ account_number_to: virtual, narration_originator: 'Second day' })],
    ]);
    expect(
      (await history({ AccountNumber: virtual, FinancialDateFrom: second })).data.map(
        ({ additionalMetadata }) => additionalMetadata?.channel ?? null,
      ),
    ).toEqual([null, 'transfer']);
  });

  it.each([
    ['both days', () => ({ FinancialDateFrom: first, FinancialDateTo: second }), [60, 40, 20, 10]],
    ['the first day', () => ({ FinancialDateFrom: first, FinancialDateTo: first }), [20, 10]],
    ['up to the first day', () => ({ FinancialDateTo: first }), [20, 10]],
    ['from the second day', () => ({ FinancialDateFrom: second }), [60, 40]],
    ['the first page', () => ({ PageSize: 3 }), [60, 40, 20]],
    ['the second page', () => ({ PageSize: 3, PageNumber: 2 }), [10]],
    ['oldest first', () => ({ Direction: 'Asc' }), [10, 20, 40, 60]],
    ['a later year', () => ({ FinancialDateFrom: '2990-01-01' }), []],
  ])('of a virtual account over %s', async (_, query, credits) => {
    expect((await history({ AccountNumber: virtual, ...query() })).data.map(({ credit }) => credit)).toEqual(credits);
  });

  it('of an account has the rows of its statement, newest first', async () => {
    const whole = await statement(app, account, '2020-01-01', '2999-01-01');
    const found = await history({ AccountNumber: account, PageSize: 200 });
    expect(found.recordCount).toBe(whole.recordCount);
    expect(found.data.map(({ additionalMetadata: _, ...row }) => row)).toEqual(
      [...whole.data]
        .reverse()
        .map((row) => ({ ...row, accountNumber: account, settlementAccountNumber: null, isVirtualAccount: false })),
    );
    expect((await history({ AccountNumber: account, PageSize: 3, PageNumber: 2 })).data).toEqual(
      found.data.slice(3, 6),
    );
    expect((await history({ AccountNumber: account, PageSize: 3, PageNumber: 2, Direction: 'Asc' })).data).toEqual(
      [...found.data].reverse().slice(3, 6),
    );
    expect(
      (await history({ AccountNumber: account, FinancialDateFrom: second, FinancialDateTo: second })).data.map(
        ({ debit }) => debit,
      ),
    ).toEqual([50, 40]);
  });

  it("finds a posting and an instrument number among the account's movements", async () => {
    expect(
      (await history({ AccountNumber: account, PostingReferenceNumber: cheque })).data.map(({ debit, credit }) => [
        debit,
        credit,
      ]),
    ).toEqual([[50, 0]]);
    expect(
      (await history({ AccountNumber: settlement, PostingReferenceNumber: cheque })).data.map(({ debit, credit }) => [
        debit,
        credit,
      ]),
    ).toEqual([[0, 50]]);
    expect((await history({ AccountNumber: virtual, PostingReferenceNumber: cheque })).data).toEqual([]);
    expect(
      (await history({ AccountNumber: account, InstrumentNumber: 'CHQ-1' })).data.map(
        ({ postingReferenceNumber }) => postingReferenceNumber,
      ),
    ).toEqual([cheque]);
    expect(await history({ AccountNumber: account, InstrumentNumber: 'CHQ-1', FinancialDateTo: first })).toMatchObject({
      data: [],
      recordCount: 0,
    });
    expect((await history({ AccountNumber: account, InstrumentNumber: 'CHQ-2' })).data).toEqual([]);
    expect((await history({ AccountNumber: account, PostingReferenceNumber: 'PST999999999999' })).data).toEqual([]);
    expect((await history({ AccountNumber: account, PostingReferenceNumber: 'anything' })).data).toEqual([]);
  });

  it('of an account without movements is empty', async () => {
    expect(await history({ AccountNumber: await app.openAccount() })).toEqual({
      data: [],
      recordCount: 0,
      pageNumber: 1,
      pageSize: 20,
      nextAfter: null,
    });
  });

  it.each([
    ['an unknown account', () => ({ AccountNumber: '0000000000' }), 404],
    ['a ledger', () => ({ AccountNumber: '1010' }), 404],
    ['no account', () => ({}), 400],
    [
      'dates the wrong way round',
      () => ({ AccountNumber: account, FinancialDateFrom: second, FinancialDateTo: first }),
      400,
    ],
    ['too large a page', () => ({ AccountNumber: account, PageSize: 201 }), 400],
  ])('refuses %s', async (_, query, status) => {
    expect((await app.get(HISTORY, query() as never)).status).toBe(status);
  });

  it('is not available to another institution', async () => {
    const token = await strangersToken(app);
    expect((await app.get(HISTORY, { AccountNumber: account }, { token })).status).toBe(404);
    expect((await app.get(HISTORY, { AccountNumber: virtual }, { token })).status).toBe(404);
    expect(await businessDateOf(app)).toBe(second);
  });
});
