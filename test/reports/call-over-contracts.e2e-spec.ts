import { strangersToken } from '../accounts/liens-support';
import { add, openSaver } from '../fixed-deposits/deposits-support';
import { activeLoan } from '../loans/loans-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { CALL_OVER } from './reports-support';

interface Found {
  data: { accountNumber: string; transactionID: number; debit: number; credit: number }[];
  recordCount: number;
}

describe('call-over of the accounts of loans and fixed deposits', () => {
  let app: TestApp;
  let depositNumber: string;
  let loanNumber: string;

  const callOver = async (query: Record<string, string | number>, token?: string): Promise<Found> =>
    dataOf<Found>(await app.get(CALL_OVER, { PageSize: 200, ...query }, { token }));

  beforeAll(async () => {
    app = await TestApp.start();
    depositNumber = (await add(app, await openSaver(app, 300_000))).accountNumber;
    loanNumber = (await activeLoan(app)).loanAccountNumber;
    const collected = await app.post('/api/loanaccount/v1/earlyrepaymentloan', {
      loanAccountNumber: loanNumber,
      paymentOption: 2,
      amount: 20_000,
      referenceNumber: 'CALL-OVER-1',
    });
    dataOf(collected);
  });
  afterAll(() => app.close());

  it('finds the legs of every account number that its rows show', async () => {
    const all = await callOver({});
    const numbers = [...new Set(all.data.map(({ accountNumber }) => accountNumber))];
    expect(numbers).toEqual(expect.arrayContaining([depositNumber, loanNumber]));
    for (const AccountNumber of numbers) {
      const found = await callOver({ AccountNumber });
      const shown = all.data.filter(({ accountNumber }) => accountNumber === AccountNumber);
      expect([AccountNumber, found.recordCount, found.data]).toEqual([AccountNumber, shown.length, shown]);
    }
  });

  it('finds a leg by contract number and reference, and none under the number of another part', async () => {
    const legs = await callOver({ ReferenceNumber: 'CALL-OVER-1', AccountNumber: loanNumber });
    expect(legs.data).toMatchObject([{ accountNumber: loanNumber, debit: 0, credit: 20_000 }]);
    for (const AccountNumber of [
      `${loanNumber}-none`,
      `${loanNumber}-`,
      `${depositNumber}-interest`,
      '-',
      'PROVISION-',
    ])
      expect((await callOver({ AccountNumber })).recordCount).toBe(0);
  });

  it("shows nothing of another institution's contracts", async () => {
    const token = await strangersToken(app);
    for (const AccountNumber of [depositNumber, loanNumber, `${loanNumber}-interest`])
      expect((await callOver({ AccountNumber }, token)).recordCount).toBe(0);
  });
});
