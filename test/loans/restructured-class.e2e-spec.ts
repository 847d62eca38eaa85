import { addDays } from '../../src/common/time/calendar';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, type NamedLoan } from './loans-support';
import { approve, askChange, dayProduct, eventsOf, fundCollections, loanOf, repay, takeOut } from './servicing-support';

const TIMEOUT_MS = 300_000;
/** One instalment after 30 days: 31 days later the loan of a microfinance bank is substandard. */
const LOAN = {
  productCode: 'LND01',
  loanAmount: 90_000,
  tenure: 30,
  principalRepaymentEvery: 30,
  principalRepaymentFrequency: 0,
};
const REASON = 'Slow season';

describe('class of a loan that is restructured while its income is in suspense', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    await app.configure({
      LICENCE_CLASS: 'MicrofinanceBank',
      LOAN_CURE_DAYS: '3',
      LOAN_ALLOWANCE_LEDGER_CODE: '1190',
      LOAN_IMPAIRMENT_LEDGER_CODE: '5050',
      LOAN_PROVISION_BASIS: 'Prudential',
    });
    await fundCollections(app, 1_000_000);
    await dayProduct(app);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    expect(await app.rows('SELECT * FROM end_of_day_exception')).toEqual([]);
    await app.close();
  });

  async function substandardLoan(fields: object = {}): Promise<NamedLoan> {
    const loan = await activeLoan(app, { ...LOAN, ...fields });
    await takeOut(app, loan.linkedNumber);
    await rollDays(app, 61);
    expect((await loanOf(app, loan)).loan.classification).toBe('Substandard');
    return loan;
  }

  async function restructure({ id }: NamedLoan, terms: object = {}): Promise<void> {
    const body = { reason: REASON, accruedInterest: 'Capitalised', tenure: 120, ...terms };
    await approve(app, await askChange(app, `loans/${id}/restructure`, body));
  }

  /** Pays the default interest and penalties that fall due on the day of a restructure. */
  async function payCharges(loan: NamedLoan): Promise<void> {
    await repay(app, loan, Number((await loanOf(app, loan)).loan.nextDueKobo) / 100);
  }

  const classOf = async (loan: NamedLoan): Promise<string> => (await loanOf(app, loan)).loan.classification;

  /** The class and the allowance, in percent of the exposure, at the end of the day before. */
  async function provisionOf({ loanAccountNumber }: NamedLoan): Promise<[classification: string, percent: number]> {
    const query = { Date: addDays(await businessDateOf(app), -1), LoanAccountNumber: loanAccountNumber };
    const answer = await app.get('/api/admin/v1/portfolio/provisions', query, { token: await app.staff('maker') });
    const [row] = dataOf<{ data: { classification: string; exposure: number; allowance: number }[] }>(answer).data;
    return [row!.classification, Math.round((row!.allowance / row!.exposure) * 100)];
  }

  it(
    'is that of its days past due at once by default',
    async () => {
      const loan = await substandardLoan();
      expect(await provisionOf(loan)).toEqual(['Substandard', 20]);
      await restructure(loan);
      expect(await classOf(loan)).toBe('Performing');
      await payCharges(loan);
      await rollDays(app, 1);
      expect(await provisionOf(loan)).toEqual(['Performing', 1]);
    },
    TIMEOUT_MS,
  );

  it(
    'stays with its provision until the cure ends, also after payments, a reversal and a second restructure',
    async () => {
      const loan = await substandardLoan();
      await app.configure({ LOAN_RESTRUCTURED_CLASS_KEPT: 'true' });
      await restructure(loan);
      expect(await classOf(loan)).toBe('Substandard');
      await rollDays(app, 1);
      expect(await provisionOf(loan)).toEqual(['Substandard', 20]);
      await repay(app, loan, 5_000);
      expect(await classOf(loan)).toBe('Substandard');
      await rollDays(app, 1);
      await restructure(loan, { tenure: 90 });
      await repay(app, loan, 1_000);
      const [payment] = await eventsOf(app, loan);
      await rollDays(app, 1);
      await approve(app, await askChange(app, `loans/${loan.id}/reverse`, { reason: REASON, eventId: payment!.id }));
      expect((await loanOf(app, loan)).loan).toMatchObject({ classification: 'Substandard', status: 'Restructured' });
      expect(await provisionOf(loan)).toEqual(['Substandard', 20]);
      await rollDays(app, 1);
      expect((await loanOf(app, loan)).loan).toMatchObject({ classification: 'Performing', suspendedSince: null });
      expect(await provisionOf(loan)).toEqual(['Performing', 1]);
      await app.configure({ LOAN_RESTRUCTURED_CLASS_KEPT: 'false' });
    },
    TIMEOUT_MS,
  );

  it(
    'gets worse by arrears of the new terms, and the cure begins anew',
    async () => {
      await app.configure({ LOAN_RESTRUCTURED_CLASS_KEPT: 'true' });
      const loan = await substandardLoan();
      await restructure(loan, { tenure: 30 });
      await payCharges(loan);
      await rollDays(app, 2);
      expect((await loanOf(app, loan)).loan.curingSince).not.toBeNull();
      // The cure ended on the third day; without it the class would follow the days.
      await app.configure({ LOAN_CURE_DAYS: '90' });
      await rollDays(app, 59);
      expect((await loanOf(app, loan)).loan).toMatchObject({ classification: 'Substandard', curingSince: null });
      await rollDays(app, 30);
      expect(await classOf(loan)).toBe('Doubtful');
      await app.configure({ LOAN_RESTRUCTURED_CLASS_KEPT: 'false', LOAN_CURE_DAYS: '3' });
    },
    TIMEOUT_MS,
  );

  it(
    'spreads to other loans of the customer where classes spread, and ends the night after the setting is off',
    async () => {
      const loan = await substandardLoan();
      await app.configure({ LOAN_RESTRUCTURED_CLASS_KEPT: 'true', LOAN_CONTAGION: 'true', LOAN_CURE_DAYS: '90' });
      await restructure(loan);
      const other = await activeLoan(app, { ...LOAN, linkedNumber: loan.linkedNumber });
      await rollDays(app, 1);
      expect([await classOf(loan), await classOf(other)]).toEqual(['Substandard', 'Substandard']);
      await app.configure({ LOAN_RESTRUCTURED_CLASS_KEPT: 'false' });
      await rollDays(app, 1);
      expect([await classOf(loan), await classOf(other)]).toEqual(['Performing', 'Performing']);
      await app.configure({ LOAN_CONTAGION: 'false', LOAN_CURE_DAYS: '3' });
    },
    TIMEOUT_MS,
  );
});
