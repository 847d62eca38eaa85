import { addDays } from '../../src/common/time/calendar';
import { strangersToken } from '../accounts/liens-support';
import { dataOf, fieldsOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { CALL_OVER, HISTORY, nextBusinessDate, transfer } from './reports-support';

interface Leg {
  financialDate: string;
  accountNumber: string;
  postingReferenceNumber: string;
  initiatedBy: string;
  approvedBy: string | null;
  amount: number;
  debit: number;
  credit: number;
  entryCode: string;
  branchCode: string | null;
}

interface Found {
  data: Leg[];
  recordCount: number;
}

describe('call-over', () => {
  let app: TestApp;
  let from: string;
  let to: string;
  let first: string;
  let second: string;
  let fee: string;
  const own = freshReference();

  const callOver = async (query: Record<string, string | number>): Promise<Found> =>
    dataOf<Found>(await app.get(CALL_OVER, query));

  beforeAll(async () => {
    app = await TestApp.start();
    from = await app.openAccount(10_000);
    to = await app.openAccount();
    first = await nextBusinessDate(app);
    await transfer(app, from, to, 11);
    fee = await transfer(app, from, to, 12, { feeCharge: 2, feeIncomeGL: '4010', instrumentNumber: 'CHQ-9' });
    second = await nextBusinessDate(app);
    dataOf(
      await app.post(
        '/api/transfer/v1/localfundtransfer',
        { debitAccount: from, creditAccount: to, amount: 13, narration: 'Second' },
        { reference: own },
      ),
    );
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('has a row for every leg of the current business date by default', async () => {
    const found = await callOver({});
    expect(found.recordCount).toBe(2);
    expect(
      found.data.map(({ accountNumber, debit, credit, financialDate }) => [
        accountNumber,
        debit,
        credit,
        financialDate,
      ]),
    ).toEqual([
      [from, 13, 0, second],
      [to, 0, 13, second],
    ]);
    expect(await businessDateOf(app)).toBe(second);
  });

  it('shows the fields and the maker of each leg', async () => {
    const { data } = await callOver({ ReferenceNumber: fee });
    expect(data).toHaveLength(4);
    expect(data[0]).toEqual({
      transactionID: expect.any(Number),
      financialDate: first,
      transactionDate: expect.stringMatching(/Z$/),
      accountNumber: from,
      accountName: 'Test Person',
      branch: expect.any(String),
      branchCode: '001',
      initiatedBy: expect.stringMatching(/^.+ \(.+\)$/),
      approvedBy: null,
      referenceNumber: expect.any(String),
      postingReferenceNumber: fee,
      amount: 12,
      debit: 12,
      credit: 0,
      narration: 'Test',
      entryCode: 'transfer',
      instrumentNumber: 'CHQ-9',
    });
    expect(data.map(({ entryCode, accountNumber, amount }) => [entryCode, accountNumber, amount])).toEqual(
      expect.arrayContaining([
        ['transfer', to, 12],
        ['transfer:fee', from, 2],
        ['transfer:fee', '4010', 2],
      ]),
    );
    expect(data.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
  });

  it('has every entry of its dates, in both orders and over pages', async () => {
    const opening = addDays(first, -1);
    for (const [FinancialDateFrom, FinancialDateTo] of [
      [opening, opening],
      [first, first],
      [second, second],
      [opening, second],
    ] as const) {
      const [row] = await app.rows<{ count: string; debits: string }>(
        `SELECT count(*) AS count, sum(amount_kobo) FILTER (WHERE side = 'debit') AS debits FROM posting_entry WHERE institution_id = $1 AND business_date BETWEEN $2 AND $3`,
        [app.institutionId, FinancialDateFrom, FinancialDateTo],
      );
      const found = await callOver({ FinancialDateFrom, FinancialDateTo, PageSize: 200 });
      expect(found.recordCount).toBe(Number(row!.count));
      expect(Math.round(found.data.reduce((sum, { debit }) => sum + debit, 0) * 100)).toBe(Number(row!.debits));
    }
    const all = (await callOver({ FinancialDateFrom: first, FinancialDateTo: second, PageSize: 200 })).data;
    const paged: Leg[] = [];
    for (let PageNumber = 1; paged.length < all.length; PageNumber += 1)
      paged.push(
        ...(await callOver({ FinancialDateFrom: first, FinancialDateTo: second, PageSize: 3, PageNumber })).data,
      );
    expect(paged).toEqual(all);
    const references = all.map(({ postingReferenceNumber }) => postingReferenceNumber);
    const ascending = (
      await callOver({ FinancialDateFrom: first, FinancialDateTo: second, Direction: 'Asc' })
    ).data.map(({ postingReferenceNumber }) => postingReferenceNumber);
    expect(ascending).toEqual([...references].sort());
  });

  it.each([
    ['an account', () => ({ AccountNumber: to, FinancialDateFrom: first, FinancialDateTo: second }), [13, 12, 11]],
    ['a ledger', () => ({ AccountNumber: '4010', FinancialDateFrom: first, FinancialDateTo: second }), [2]],
    ['an account on one date', () => ({ AccountNumber: to, FinancialDateFrom: first }), [12, 11]],
    ['a reference and an account', () => ({ ReferenceNumber: fee, AccountNumber: to }), [12]],
    ['a reference on another date', () => ({ ReferenceNumber: fee, FinancialDateFrom: second }), []],
    ['an own reference', () => ({ ReferenceNumber: own }), [13, 13]],
    ['an unknown reference', () => ({ ReferenceNumber: 'none' }), []],
    ['an unknown account', () => ({ AccountNumber: '0000000000' }), []],
    ['an unknown branch', () => ({ BranchCode: '999' }), []],
    ['a member of staff who made nothing', () => ({ StaffID: 'STF001' }), []],
    ['a date without postings', () => ({ FinancialDateFrom: '2990-01-01' }), []],
  ])('finds the legs of %s', async (_, query, amounts) => {
    expect((await callOver(query() as never)).data.map(({ amount }) => amount)).toEqual(amounts);
  });

  it.each(['Asc', 'Desc'] as const)('has cursors that give each leg once while money moves, %s', async (Direction) => {
    const query = { FinancialDateFrom: first, FinancialDateTo: second, Direction };
    const before = (await callOver({ ...query, PageSize: 200 })).data;
    const walked: Leg[] = [];
    let newest = '';
    for (let After: string | null | undefined; After !== null;) {
      const page: Found & { nextAfter: string | null } = dataOf(
        await app.get(CALL_OVER, { ...query, PageSize: 3, ...(After === undefined ? {} : { After }) }),
      );
      walked.push(...page.data);
      After = page.nextAfter;
      if (newest === '') newest = await transfer(app, from, to, 1);
    }
    const ofNewest = ({ postingReferenceNumber }: Leg): boolean => postingReferenceNumber === newest;
    expect(walked.filter((leg) => !ofNewest(leg))).toEqual(before);
    expect(walked.filter(ofNewest)).toHaveLength(Direction === 'Asc' ? 2 : 0);
  });

  it('refuses a cursor of other dates, of the other direction and of another list', async () => {
    const query = { FinancialDateFrom: first, FinancialDateTo: second, PageSize: 3 };
    const { nextAfter: After } = dataOf<{ nextAfter: string }>(await app.get(CALL_OVER, query));
    const history = { AccountNumber: from, PageSize: 1 };
    const { nextAfter: other } = dataOf<{ nextAfter: string }>(await app.get(HISTORY, history));
    for (const wrong of [
      { ...query, After, FinancialDateFrom: second },
      { ...query, After, Direction: 'Asc' },
      { ...query, After, PageNumber: 2 },
      { ...query, After: other },
    ]) {
      const answer = await app.get(CALL_OVER, wrong);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, [expect.stringMatching(/^(After|PageNumber)$/)]]);
    }
  });

  it("finds the legs of a branch's accounts", async () => {
    const { data } = await callOver({ BranchCode: '001', FinancialDateFrom: first, FinancialDateTo: second });
    expect(data.length).toBeGreaterThan(0);
    expect(data.every(({ branchCode }) => branchCode === '001')).toBe(true);
    expect(data.some(({ accountNumber }) => accountNumber === '4010')).toBe(false);
  });

  it('names maker and checker of what staff posted', async () => {
    const group = await app.post(
      '/api/admin/v1/posting-groups',
      {
        referenceNumber: freshReference(),
        narration: 'Group',
        entries: [
          { account: '1010', side: 'Debit', amount: 5 },
          { account: to, side: 'Credit', amount: 5 },
        ],
      },
      { token: await app.staff('maker') },
    );
    const { approvalId } = group.body.data as { approvalId?: number };
    if (approvalId !== undefined)
      dataOf(
        await app.post(
          `/api/admin/v1/approvals/${approvalId}/approve`,
          { note: 'Fine' },
          { token: await app.staff('checker') },
        ),
      );
    const legs = (await callOver({ StaffID: 'STF002' })).data;
    expect(legs.length).toBe(2);
    expect(legs[0]!.initiatedBy).toBe('Musa Maker (STF002)');
    if (approvalId !== undefined) expect(legs[0]!.approvedBy).toMatch(/ \(STF\d+\)$/);
  });

  it.each([
    {
      name: 'a period of more than 31 days',
      query: () => ({ FinancialDateFrom: '2026-01-01', FinancialDateTo: '2026-02-01' }),
      status: 422,
      code: 'PERIOD_TOO_LONG',
    },
    {
      name: 'a virtual account',
      query: async () => ({
        AccountNumber: (
          await app.rows<{ number: string }>(`SELECT number FROM account_number WHERE kind = 'virtual'`)
        )[0]!.number,
      }),
      status: 422,
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
    },
    {
      name: 'dates the wrong way round',
      query: () => ({ FinancialDateFrom: '2026-01-02', FinancialDateTo: '2026-01-01' }),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
    {
      name: 'an unknown parameter',
      query: () => ({ StartDate: '2026-01-02' }),
      status: 400,
      code: 'VALIDATION_FAILED',
    },
  ])('refuses $name', async ({ query, status, code }) => {
    const response = await app.get(CALL_OVER, await query());
    expect([response.status, response.body.data.statusCode]).toEqual([status, code]);
  });

  it('shows nothing to another institution', async () => {
    const token = await strangersToken(app);
    for (const query of [
      { FinancialDateFrom: first, FinancialDateTo: second },
      { ReferenceNumber: fee },
      { AccountNumber: from },
      { BranchCode: '001' },
    ]) {
      expect(dataOf<Found>(await app.get(CALL_OVER, query as never, { token })).data).toEqual([]);
    }
  });
});
