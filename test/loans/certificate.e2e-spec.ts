import { strangersToken } from '../accounts/liens-support';
import { dataOf, refusalOf } from '../accounts/sandbox-accounts';
import { TestApp } from '../support/app';
import { readPdf } from '../support/read-pdf';
import { activeLoan, addFee, approvedLoan, fundedCustomer, LOAN_CERTIFICATE, LOAN_SCHEDULE, type NamedLoan, pendingLoan, STAFF_LOANS } from './loans-support';

interface Certificate {
  id: number;
  document: string;
}

const PREFIX = 'data:application/pdf;base64,';

describe('the letter of a loan', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    const token = await app.staff('administrator');
    dataOf(await app.put('/api/admin/v1/configuration/VAT_LEDGER_CODE', { value: '2040' }, { token }));
    dataOf(await app.put('/api/admin/v1/configuration/LETTERHEAD_ADDRESS', { value: '1 Marina, Lagos Island, Lagos' }, { token }));
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** The text of all pages, without spaces. */
  const read = async ({ id }: Pick<NamedLoan, 'id'>, query: Record<string, boolean> = {}): Promise<{ text: string; pages: number }> => {
    const certificate = dataOf<Certificate>(await app.get(`${LOAN_CERTIFICATE}/${id}`, query));
    const bytes = Buffer.from(certificate.document.slice(PREFIX.length), 'base64');
    const { pages } = readPdf(bytes);
    return { text: pages.join(''), pages: pages.length };
  };
  const bare = (text: string): string => text.replace(/\s+/g, '');

  it('says what the loan is, with its schedule and its totals', async () => {
    const [guarantor, second] = [await fundedCustomer(app), await fundedCustomer(app)];
    const loanFeeID = await addFee(app, 'LN001', { name: 'Management fee 1', kind: 'Percentage', rate: 1, charged: 'Disbursement' });
    const borrower = await fundedCustomer(app, 30_000);
    const loan = await activeLoan(app, {
      linkedNumber: borrower.accountNumber, loanAmount: 1_250_000, tenure: 24, allowLoanFee: true, loanFeeID, requiredSecurityDepositAmount: 25_000,
      collateralType: 1, collateralDescription: 'Toyota Corolla 2018, LND 123 AA', collateralValuation: 1_500_000, loanGuarantors: [guarantor.customerId, second.customerId],
    });
    const answer = dataOf<Record<string, unknown>>(await app.get(`${LOAN_CERTIFICATE}/${loan.id}`));
    expect(answer).toEqual({
      id: loan.id, loanAccountNumber: loan.loanAccountNumber, isRestructure: false, mimeType: 'application/pdf', fileName: `loan-offer-${loan.loanAccountNumber}.pdf`,
      document: expect.stringMatching(/^data:application\/pdf;base64,JVBERi/) as string,
    });
    const { text, pages } = await read(loan);
    const { data, totals } = dataOf<{ data: { dueDate: string; totalDue: number }[]; totals: { interestDue: number; totalDue: number } }>(await app.get(LOAN_SCHEDULE, { LoanAccountNumber: loan.loanAccountNumber }));
    const amount = (naira: number): string => naira.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    for (const expected of [
      'Loan offer letter', '1 Marina, Lagos Island, Lagos', loan.loanAccountNumber, loan.linkedNumber, borrower.customerID, '₦1,250,000.00', 'One million, two hundred and fifty thousand Naira only',
      '24 % a year', '24 months in 24 instalments', 'Management fee 1: ₦12,500.00 and VAT of ₦937.50', 'You receive', '₦1,236,562.50', 'Toyota Corolla 2018, LND 123 AA', 'Deposit of ₦25,000.00',
      'default interest of 12 % a year', 'more than 3 days late', 'A penalty of ₦500.00', amount(totals.interestDue), amount(totals.totalDue), 'Guarantor: Test Person', 'For the institution', `Page 1 of ${pages}`,
    ]) expect(text).toContain(bare(expected));
    for (const { dueDate, totalDue } of data) {
      expect(text).toContain(dueDate);
      expect(text).toContain(amount(totalDue));
    }
  });

  it('says what is planned before the loan is paid out, and that it needs approval', async () => {
    const pending = await read(await pendingLoan(app, { interestPaymentType: 2, interestComputationModel: 0 }));
    expect(pending.text).toContain(bare('offers to lend you ₦120,000.00'));
    expect(pending.text).toContain(bare('The loan still needs the approval of the institution'));
    expect(pending.text).toContain(bare('These dates and amounts are for a loan that is paid out on'));
    expect(pending.text).toContain(bare('Interest taken upfront'));
    const approved = await read(await approvedLoan(app));
    expect(approved.text).not.toContain(bare('still needs the approval'));
  });

  it('is the offer even when the schedule has changed since', async () => {
    const loan = await activeLoan(app);
    const before = await read(loan);
    await app.rows('UPDATE loan_instalment SET interest_due_kobo = interest_due_kobo + 1 WHERE loan_id = $1', [loan.id]);
    await app.rows('UPDATE loan SET outstanding_interest_kobo = outstanding_interest_kobo + 6, next_due_kobo = next_due_kobo + 1 WHERE id = $1', [loan.id]);
    expect((await read(loan)).text.replace(/made[\d:-]+/g, '')).toBe(before.text.replace(/made[\d:-]+/g, ''));
    await app.rows('UPDATE loan_instalment SET interest_due_kobo = interest_due_kobo - 1 WHERE loan_id = $1', [loan.id]);
    await app.rows('UPDATE loan SET outstanding_interest_kobo = outstanding_interest_kobo - 6, next_due_kobo = next_due_kobo - 1 WHERE id = $1', [loan.id]);
  });

  it('of a restructure says the new terms, and the offer stays what it was', async () => {
    const loan = await activeLoan(app);
    const offer = await read(loan);
    const NEW_ID = loan.id + 900_000;
    const [row] = await app.rows<Record<string, unknown>>('SELECT * FROM loan_contract WHERE loan_id = $1', [loan.id]);
    const columns = Object.keys(row!).map((name) => `"${name}"`);
    const values = Object.keys(row!).map((name) => ({ id: String(NEW_ID), version: '2', principal_kobo: '6000000', tenure: '3', number_of_repayments: '3' })[name] ?? `"${name}"`);
    await app.rows(`INSERT INTO loan_contract (${columns.join(', ')}) SELECT ${values.join(', ')} FROM loan_contract WHERE loan_id = $1`, [loan.id]);
    await app.rows(`UPDATE loan SET contract_id = $2, restructured_date = disbursement_date WHERE id = $1`, [loan.id, NEW_ID]);
    await app.rows(`UPDATE loan_instalment SET contract_id = $2 WHERE loan_id = $1 AND number > 3`, [loan.id, NEW_ID]);
    const answer = dataOf<Record<string, unknown>>(await app.get(`${LOAN_CERTIFICATE}/${loan.id}`, { isRestructure: true }));
    expect(answer).toMatchObject({ isRestructure: true, fileName: `loan-restructure-${loan.loanAccountNumber}.pdf` });
    const { text } = await read(loan, { isRestructure: true });
    for (const expected of ['Restructure of your loan', 'change the terms of your loan', '₦60,000.00', '3 months in 3 instalments', 'accept the new terms']) expect(text).toContain(bare(expected));
    expect(text).not.toContain(bare('You receive'));
    const { data } = dataOf<{ data: { dueDate: string }[] }>(await app.get(LOAN_SCHEDULE, { LoanAccountNumber: loan.loanAccountNumber }));
    expect(data.map(({ dueDate }) => text.includes(dueDate))).toEqual([false, false, false, true, true, true]);
    expect((await read(loan)).text.replace(/made[\d:-]+/g, '')).toBe(offer.text.replace(/made[\d:-]+/g, ''));
  });

  it('is refused for what is not there', async () => {
    const loan = await pendingLoan(app);
    const refused = await app.get(`${LOAN_CERTIFICATE}/${loan.id}`, { isRestructure: true });
    expect(refusalOf(refused)).toEqual({ httpStatus: 404, code: 'LOAN_NOT_RESTRUCTURED' });
    expect(refused.body.message).toContain('never restructured');
    expect(refusalOf(await app.get(`${LOAN_CERTIFICATE}/1`))).toEqual({ httpStatus: 404, code: 'LOAN_NOT_FOUND' });
    expect((await app.get(`${LOAN_CERTIFICATE}/abc`)).status).toBe(400);
    expect((await app.get(`${LOAN_CERTIFICATE}/${loan.id}`, { isRestructure: 'perhaps' })).status).toBe(400);
    expect(refusalOf(await app.get(`${LOAN_CERTIFICATE}/${loan.id}`, {}, { token: await strangersToken(app) }))).toEqual({ httpStatus: 404, code: 'LOAN_NOT_FOUND' });
    dataOf(await app.post(`${STAFF_LOANS}/${loan.id}/cancel`, { reason: 'No' }, { token: await app.staff('administrator') }));
    expect(refusalOf(await app.get(`${LOAN_CERTIFICATE}/${loan.id}`))).toEqual({ httpStatus: 409, code: 'LOAN_STATUS_REFUSED' });
  });
});
