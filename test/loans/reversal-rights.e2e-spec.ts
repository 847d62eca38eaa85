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

  it('names to the approver the messages of its day, which begins at midnight of the institution', async () => {
    const { loan, eventId } = await paidEarly();
    const [{ day } = { day: '' }] = await app.rows<{ day: string }>(
      'SELECT business_date::text AS day FROM institution',
    );
    // Lagos is an hour before UTC: the day begins at 23:00 of the day before.
    const midnight = new Date(`${day}T00:00:00+01:00`).getTime();
    for (const [id, at] of [midnight - 1, midnight, midnight + 3_600_000].entries())
      await app.rows(
        `INSERT INTO message (institution_id, id, channel, status, recipient, body, sealed, is_html, attachments,
           requested_by, attempts, account_number, event, created_at)
         VALUES ($1, $2, 'sms', 'Sent', '+2348012345678', 'Paid', false, false, '[]', 'system:test', 1, $3, $4, $5)`,
        [app.institutionId, 9_000_000 + id, loan.loanAccountNumber, `event-${id}`, new Date(at)],
      );
    const token = await app.staff('maker');
    const body = { eventId, reason: 'Wrong loan' };
    const asked = await app.post(`/api/admin/v1/loans/${loan.id}/reverse`, body, { token });
    const { messages } = (asked.body as { data: { sentBefore: { messages: { about: string; sentOn: string }[] } } })
      .data.sentBefore;
    expect(messages.filter(({ about }) => /^event-/.test(about)).map(({ about, sentOn }) => [about, sentOn])).toEqual([
      ['event-2', day],
      ['event-1', day],
    ]);
  });
});
