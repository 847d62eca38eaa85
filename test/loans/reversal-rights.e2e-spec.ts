import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { activeLoan, type NamedLoan } from './loans-support';
import { approve, askChange, dayProduct, eventsOf, REPAY_EARLY, SHORT_LOAN } from './servicing-support';

const PAID = 60_000;

describe('the reversal of a payment that the borrower’s account made', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await dayProduct(app);
  });

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function paidEarly(): Promise<{ loan: NamedLoan; eventId: number; balance: number }> {
    const loan = await activeLoan(app, SHORT_LOAN);
    const { loanAccountNumber } = loan;
    const body = { loanAccountNumber, amount: PAID, paymentOption: 2, referenceNumber: freshReference('ER') };
    dataOf(await app.post(REPAY_EARLY, body));
    const [act] = await eventsOf(app, loan);
    return { loan, eventId: act!.id, balance: await app.balance(loan.linkedNumber) };
  }

  async function reverse({ id }: NamedLoan, eventId: number): Promise<void> {
    await approve(app, await askChange(app, `loans/${id}/reverse`, { eventId, reason: 'Wrong loan' }));
  }

  it('gives the money back to an account that has become inactive meanwhile', async () => {
    const { loan, eventId, balance } = await paidEarly();
    const account = { accountNumber: loan.linkedNumber, reason: 'Asked for by the customer' };
    dataOf(await app.put('/api/account/v1/deactivate', account));
    await reverse(loan, eventId);
    expect(await app.balance(loan.linkedNumber)).toBe(balance + PAID);
  });

  it('gives the money back above the limits of the KYC tier, because it is no new deposit', async () => {
    const { loan, eventId, balance } = await paidEarly();
    await app.configure({ KYC_LIMITS_ENABLED: 'true' });
    try {
      await reverse(loan, eventId);
    } finally {
      await app.configure({ KYC_LIMITS_ENABLED: 'false' });
    }
    expect(await app.balance(loan.linkedNumber)).toBe(balance + PAID);
  });

  it('takes the payment out of the AML windows of the account, in which its return is no inflow', async () => {
    const { loan, eventId } = await paidEarly();
    const last = async (): Promise<Record<string, string | null>> => {
      const [row] = await app.rows<Record<string, string | null>>(
        `SELECT e.screened_in_after_kobo AS inflow, e.screened_out_after_kobo AS outflow, e.role,
                e.posted_at::text AS "postedAt", e.reverses_posted_at::text AS "reversesPostedAt"
           FROM posting_entry e JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
          WHERE a.number = $1 ORDER BY e.seq DESC LIMIT 1`,
        [loan.linkedNumber],
      );
      return row!;
    };
    const payment = await last();
    await reverse(loan, eventId);
    expect(await last()).toMatchObject({
      inflow: payment['inflow'],
      outflow: payment['outflow'],
      role: 'reversal',
      reversesPostedAt: payment['postedAt'],
    });
  });
});
