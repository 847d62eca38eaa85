import type { ReturnView } from '../../src/books/returns/returns.dto';
import { add, liquidated, openSaver, present, type Saver } from '../fixed-deposits/deposits-support';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { beginMonth, businessDateOf, rollDays } from '../support/end-of-day';

const TIMEOUT_MS = 120_000;
/** 90 nights of 100,000 at 12 %, and a tenth of it. */
const [INTEREST, TAX] = [2_958.9, 295.89];

describe('the schedule of withholding tax', () => {
  let app: TestApp;
  let taxLedger: string;

  beforeAll(async () => {
    app = await TestApp.start();
    // The month ends, and pays interest, in no test that reads one day.
    await beginMonth(app);
    const [ledger] = await app.rows<{ code: string }>(
      `SELECT g.code FROM gl_account g JOIN fixed_deposit_product_terms t ON t.institution_id = g.institution_id
          AND t.withholding_tax_payable_gl_account_id = g.id WHERE g.institution_id = $1 LIMIT 1`,
      [app.institutionId],
    );
    taxLedger = ledger!.code;
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** The schedule of the business date, which ends for it. */
  async function schedule(): Promise<ReturnView> {
    const query = { Return: 'withholding-tax', Date: await businessDateOf(app) };
    await rollDays(app, 1);
    const view = dataOf<ReturnView>(
      await app.get('/api/admin/v1/returns', query, { token: await app.staff('administrator') }),
    );
    expect(view.tied).toBe(true);
    return view;
  }
  /** Payments, interest and tax of a customer. */
  const valuesOf = ({ rows }: ReturnView, { customerID }: Saver): unknown =>
    rows.find(({ code }) => code === customerID)?.values;
  const notWithheld = ({ rows }: ReturnView): unknown[] =>
    rows.filter(({ code, isTotal }) => code === null && !isTotal).map(({ title, values }) => [title, ...values]);

  it(
    'has the interest of a fixed deposit that is paid upfront, and what an early liquidation takes back of both',
    async () => {
      const [saver, other] = [await openSaver(app, 100_000), await openSaver(app, 100_000)];
      await add(app, saver, { interestPayment: 'Upfront' });
      const deposit = await add(app, other, { interestPayment: 'Upfront' });
      await liquidated(app, deposit.accountNumber);
      const view = await schedule();
      expect(valuesOf(view, saver)).toEqual([1, INTEREST, TAX]);
      // The interest of no night is earned.
      expect(valuesOf(view, other)).toEqual([2, 0, 0]);
    },
    TIMEOUT_MS,
  );

  it(
    'has the interest that a liquidation pays, also to an account that takes it net of the tax',
    async () => {
      const [saver, dormant] = [await openSaver(app, 100_000), await openSaver(app, 100_000)];
      const deposits = [await add(app, saver), await add(app, dormant)];
      await rollDays(app, 10);
      await app.rows(`UPDATE ledger_account SET status = 'Dormant' WHERE institution_id = $1 AND number = $2`, [
        app.institutionId,
        dormant.accountNumber,
      ]);
      for (const { accountNumber } of deposits) await liquidated(app, accountNumber);
      const view = await schedule();
      for (const [index, owner] of [saver, dormant].entries()) {
        const { interestPaid, withholdingTaxPaid } = await present(app, deposits[index]!.accountNumber);
        expect(withholdingTaxPaid).toBeGreaterThan(0);
        expect(valuesOf(view, owner)).toEqual([1, interestPaid, withholdingTaxPaid]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'lists what is paid to the tax authority, and its reversal, by kind and for no customer',
    async () => {
      const referenceNumber = freshReference('WHT');
      const posting = { debitAccount: taxLedger, creditAccount: '1010', amount: 100.25, narration: 'Remitted' };
      dataOf(await app.post('/api/postings/v1/posttransaction', { ...posting, referenceNumber }));
      dataOf(await app.post('/api/postings/v1/reversetransaction', { referenceNumber, reason: 'Wrong month' }));
      expect(notWithheld(await schedule())).toEqual([
        ['Not withheld: posting', 1, null, -100.25],
        ['Not withheld: reversal', 1, null, 100.25],
      ]);
    },
    TIMEOUT_MS,
  );
});
