import { addDays } from '../../src/common/time/calendar';
import { add, closeDay, openSaver, setBusinessDate } from '../fixed-deposits/deposits-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { RECEIPT } from './reports-support';

interface Receipt {
  transactionID: number;
  amount: number;
  amountInWords: string;
  taxes: number;
  totalDebited: number | null;
  creditAccount: string | null;
  verificationCode: string;
}

/** 90 nights of 100,000 at 12 %, and a tenth of it. */
const INTEREST = 2_958.9;
const TAX = 295.89;

describe('the receipt of a fixed deposit that begins its next term', () => {
  let app: TestApp;

  const receiptOf = async (ReferenceNumber: string): Promise<Receipt> =>
    dataOf<Receipt>(await app.get(RECEIPT, { ReferenceNumber }));

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it.each([
    ['the interest is paid out', { applyRollover: 'Principal' }],
    ['the interest is added to it', { applyRollover: 'PrincipalAndInterest' }],
    ['the interest of the next term is paid upfront', { applyRollover: 'Principal', interestPayment: 'Upfront' }],
  ])('confirms the interest that moved and never the principal, when %s', async (_, fields) => {
    const saver = await openSaver(app, 100_000);
    const deposit = await add(app, saver, fields);
    await setBusinessDate(app, addDays(deposit.maturityDate, -1));
    expect((await closeDay(app)).flatMap(({ failures }) => failures)).toEqual([]);
    const staying = fields.applyRollover === 'PrincipalAndInterest';
    const shown = {
      amount: INTEREST,
      amountInWords: 'Two thousand, nine hundred and fifty-eight Naira, ninety Kobo only',
      taxes: TAX,
      totalDebited: INTEREST,
      creditAccount: staying ? deposit.accountNumber : saver.accountNumber,
    };
    const reference = `${deposit.contractNo}-${deposit.maturityDate}`;
    const receipt = await receiptOf(reference);
    expect(receipt).toMatchObject(shown);
    const verified = await app.get('/api/report/v1/verifyreceipt', { Code: receipt.verificationCode });
    expect(dataOf<object>(verified)).toMatchObject({ amount: INTEREST });

    // As versions before this one booked it.
    await app.rows('UPDATE posting SET amount_kobo = $1 WHERE id = $2', [10_000_000, receipt.transactionID]);
    expect(await receiptOf(reference)).toMatchObject(shown);
  });
});
