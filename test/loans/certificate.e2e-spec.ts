import { printedDate } from '../../src/common/time/printed-date';
import { SANDBOX_INSTITUTION } from '../../src/seed/sandbox-plan';
import { strangersToken } from '../accounts/liens-support';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { readPdf } from '../support/read-pdf';
import {
  activeLoan,
  addFee,
  approvedLoan,
  fundedCustomer,
  LOAN_CERTIFICATE,
  LOAN_SCHEDULE,
  type NamedLoan,
  pendingLoan,
  STAFF_LOANS,
} from './loans-support';
import { approve, askChange, dayProduct, fundCollections, loanOf, repay, takeOut } from './servicing-support';

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
    dataOf(await app.approved(app.put('/api/admin/v1/configuration/VAT_LEDGER_CODE', { value: '2040' }, { token })));
    dataOf(
      await app.approved(
        app.put(
          '/api/admin/v1/configuration/LETTERHEAD_ADDRESS',
          { value: '1 Marina, Lagos Island, Lagos' },
          { token },
        ),
      ),
    );
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** The text of all pages, and of each, without spaces. */
  const read = async (
    { id }: Pick<NamedLoan, 'id'>,
    query: Record<string, boolean> = {},
  ): Promise<{ text: string; pages: number; texts: string[] }> => {
    const certificate = dataOf<Certificate>(await app.get(`${LOAN_CERTIFICATE}/${id}`, query));
    const bytes = Buffer.from(certificate.document.slice(PREFIX.length), 'base64');
    const { pages } = readPdf(bytes);
    return { text: pages.join(''), pages: pages.length, texts: pages };
  };
  const bare = (text: string): string => text.replace(/\s+/g, '');
  /** A letter without the minute in which it was made, which each page shows at its foot. */
  const undated = (text: string): string => {
    const made = /made\d+[A-Z][a-z]+\d{4},\d\d:\d\d/g;
    expect(text).toMatch(made);
    return text.replace(made, '');
  };

  it('shows the terms of the loan with its schedule and totals', async () => {
    const [guarantor, second] = [await fundedCustomer(app), await fundedCustomer(app)];
    const loanFeeID = await addFee(app, 'LN001', {
      name: 'Management fee 1',
      kind: 'Percentage',
      rate: 1,
      charged: 'Disbursement',
    });
    const borrower = await fundedCustomer(app, 30_000);
    const loan = await activeLoan(app, {
      linkedNumber: borrower.accountNumber,
      loanAmount: 1_250_000,
      tenure: 24,
      allowLoanFee: true,
      loanFeeID,
      requiredSecurityDepositAmount: 25_000,
      collateralType: 1,
      collateralDescription: 'Toyota Corolla 2018, LND 123 AA',
      collateralValuation: 1_500_000,
      loanGuarantors: [guarantor.customerId, second.customerId],
    });
    const answer = dataOf<Record<string, unknown>>(await app.get(`${LOAN_CERTIFICATE}/${loan.id}`));
    expect(answer).toEqual({
      id: loan.id,
      loanAccountNumber: loan.loanAccountNumber,
      isRestructure: false,
      mimeType: 'application/pdf',
      fileName: `loan-offer-${loan.loanAccountNumber}.pdf`,
      document: expect.stringMatching(/^data:application\/pdf;base64,JVBERi/) as string,
    });
    const { text, pages } = await read(loan);
    const { data, totals } = dataOf<{
      data: { dueDate: string; totalDue: number }[];
      totals: { interestDue: number; totalDue: number };
    }>(await app.get(LOAN_SCHEDULE, { LoanAccountNumber: loan.loanAccountNumber }));
    const amount = (naira: number): string =>
      naira.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    for (const expected of [
      'Loan offer letter',
      '1 Marina, Lagos Island, Lagos',
      loan.loanAccountNumber,
      loan.linkedNumber,
      borrower.customerID,
      '₦1,250,000.00',
      'One million, two hundred and fifty thousand Naira only',
      '24 % a year',
      '24 months in 24 instalments',
      'Management fee 1: ₦12,500.00 and VAT of ₦937.50',
      'You receive',
      'Total cost of credit',
      'Annual percentage rate',
      '₦1,236,562.50',
      'Toyota Corolla 2018, LND 123 AA',
      'Deposit of ₦25,000.00',
      'default interest of 12 % a year',
      'more than 3 days late',
      'A penalty of ₦500.00',
      amount(totals.interestDue),
      amount(totals.totalDue),
      'Guarantor: Test Person',
      'For the institution',
      `Page 1 of ${pages}`,
    ])
      expect(text).toContain(bare(expected));
    for (const { dueDate, totalDue } of data) {
      expect(text).toContain(bare(printedDate(dueDate)));
      expect(text).toContain(amount(totalDue));
    }
    // All interest, the fee and the VAT on it; the security deposit is no cost.
    expect(text).toContain(bare(`Total cost of credit ₦${amount(totals.interestDue + 12_500 + 937.5)}`));
    // Above the nominal 24 %, because less than the principal is paid out.
    expect(text).toMatch(/Annualpercentagerate25\.\d\d%/);
  });

  it('shows the planned schedule before disbursement, and that the loan needs approval', async () => {
    const pending = await read(await pendingLoan(app, { interestPaymentType: 2, interestComputationModel: 0 }));
    expect(pending.text).toContain(bare('offers to lend you ₦120,000.00'));
    expect(pending.text).toContain(bare('The loan still needs the approval of the institution'));
    expect(pending.text).toContain(bare('These dates and amounts are for a loan that is paid out on'));
    expect(pending.text).toContain(bare('Interest taken upfront'));
    const approved = await read(await approvedLoan(app));
    expect(approved.text).not.toContain(bare('still needs the approval'));
  });

  it('counts the interest that a moratorium adds to the principal as interest', async () => {
    const productCode = await dayProduct(app, 'LNC01', {
      moratorium: 3,
      moratoriumPeriods: 2,
      moratoriumInterest: 'CAPITALISE',
      minTenure: 30,
    });
    const loan = await approvedLoan(app, { productCode, tenure: 60, principalRepaymentEvery: 10 });
    const { totals } = dataOf<{ totals: { principalDue: number; totalDue: number } }>(
      await app.get(LOAN_SCHEDULE, { LoanAccountNumber: loan.loanAccountNumber }),
    );
    const { text } = await read(loan);
    const amount = (naira: number): string =>
      `₦${naira.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
    expect(totals.principalDue).toBeGreaterThan(120_000);
    expect(text).toContain(bare(`Total interest ${amount(totals.totalDue - 120_000)}`));
    expect(text).toContain(bare(`Interest added to the principal ${amount(totals.principalDue - 120_000)}`));
  });

  it('stays the original offer after the schedule has changed', async () => {
    const loan = await activeLoan(app);
    const before = await read(loan);
    await app.rows('UPDATE loan_instalment SET interest_due_kobo = interest_due_kobo + 1 WHERE loan_id = $1', [
      loan.id,
    ]);
    await app.rows(
      'UPDATE loan SET outstanding_interest_kobo = outstanding_interest_kobo + 6, next_due_kobo = next_due_kobo + 1 WHERE id = $1',
      [loan.id],
    );
    expect(undated((await read(loan)).text)).toBe(undated(before.text));
    await app.rows('UPDATE loan_instalment SET interest_due_kobo = interest_due_kobo - 1 WHERE loan_id = $1', [
      loan.id,
    ]);
    await app.rows(
      'UPDATE loan SET outstanding_interest_kobo = outstanding_interest_kobo - 6, next_due_kobo = next_due_kobo - 1 WHERE id = $1',
      [loan.id],
    );
  });

  it('shows the new terms after a restructure, and the offer letter does not change', async () => {
    const [guarantor, borrower] = [await fundedCustomer(app), await fundedCustomer(app, 20_000)];
    const loan = await activeLoan(app, {
      linkedNumber: borrower.accountNumber,
      loanAmount: 600_000,
      tenure: 12,
      loanGuarantors: [guarantor.customerId],
    });
    const offer = await read(loan);
    await rollDays(app, 10);
    const day = await businessDateOf(app);
    await approve(
      app,
      await askChange(app, `loans/${loan.id}/restructure`, {
        reason: 'Slow season',
        accruedInterest: 'Capitalised',
        interestRate: 18,
        tenure: 24,
        moratorium: 1,
        moratoriumPeriods: 2,
      }),
    );
    const { contract, instalments } = await loanOf(app, loan);
    const answer = dataOf<Record<string, unknown>>(
      await app.get(`${LOAN_CERTIFICATE}/${loan.id}`, { isRestructure: true }),
    );
    expect(answer).toMatchObject({
      id: loan.id,
      loanAccountNumber: loan.loanAccountNumber,
      isRestructure: true,
      mimeType: 'application/pdf',
      fileName: `loan-restructure-${loan.loanAccountNumber}.pdf`,
    });
    const { text, pages, texts } = await read(loan, { isRestructure: true });
    expect(contract.principalKobo).toBeGreaterThan(60_000_000n);
    const amount = (kobo: bigint): string =>
      (Number(kobo) / 100).toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    for (const expected of [
      'Restructure of your loan',
      `change the terms of your loan ${loan.loanAccountNumber} from ${printedDate(day)} on`,
      `₦${amount(contract.principalKobo)}`,
      '18 % a year',
      '24 months in 24 instalments',
      'The first 2 instalments have no principal',
      'accept the new terms',
      'All that this letter does not change of the loan stays as it was agreed',
    ])
      expect(text).toContain(bare(expected));
    // Who signs, on what.
    for (const expected of [
      'Borrower: Test Person',
      'Guarantor: Test Person',
      'For the institution',
      SANDBOX_INSTITUTION.name,
      '1 Marina, Lagos Island, Lagos',
      borrower.customerID,
      borrower.accountNumber,
      loan.loanAccountNumber,
    ])
      expect(text).toContain(bare(expected));
    expect(text).not.toContain(bare('You receive'));
    // The schedule is the new one: its row of the day of the change ends the old schedule, and no old date is left.
    const rows = instalments.filter(({ dueDate }) => dueDate > day);
    expect(rows).toHaveLength(24);
    for (const { dueDate, principalDueKobo, interestDueKobo, closingBalanceKobo } of rows) {
      expect(text).toContain(bare(printedDate(dueDate)));
      expect(text).toContain(bare(`${amount(principalDueKobo + interestDueKobo)} ${amount(closingBalanceKobo)}`));
    }
    const [told] = await app.rows<{ details: { replaced: { dueDate: string }[] } }>(
      `SELECT details FROM loan_transaction WHERE loan_id = $1 AND kind = 'Restructure'`,
      [loan.id],
    );
    for (const { dueDate } of told!.details.replaced) expect(text).not.toContain(dueDate);
    expect(pages).toBeGreaterThan(1);
    texts.forEach((page, index) => expect(page).toContain(`Page${index + 1}of${pages}`));
    expect(undated((await read(loan)).text)).toBe(undated(offer.text));
  });

  it('keeps the letter of a restructure as agreed, after payments, charges and a write-off too', async () => {
    const loan = await activeLoan(app, { loanAmount: 600_000, tenure: 12 });
    await takeOut(app, loan.linkedNumber);
    await rollDays(app, 3);
    const reason = 'Slow season';
    const ask = async (path: string, body: object): Promise<void> =>
      approve(app, await askChange(app, `loans/${loan.id}/${path}`, { reason, ...body }));
    await ask('restructure', { accruedInterest: 'Due', interestRate: 18, tenure: 24 });
    const agreed = undated((await read(loan, { isRestructure: true })).text);
    const unchanged = async (): Promise<void> =>
      expect(undated((await read(loan, { isRestructure: true })).text)).toBe(agreed);
    await ask('charge', { component: 'Penalty', amount: 1_234.56 });
    await unchanged();
    await fundCollections(app, 200_000);
    await repay(app, loan, 150_000);
    await unchanged();
    await ask('write-off', {});
    await unchanged();
  });

  it('keeps the VAT that was charged when the rate of VAT changes, and offers new loans at the new rate', async () => {
    const fee = { kind: 'Flat', amount: 10_000, vatApplies: true };
    const atStart = await addFee(app, 'LN001', { ...fee, name: 'Fee at start', charged: 'Disbursement' });
    const eachTime = await addFee(app, 'LN001', { ...fee, name: 'Fee each time', charged: 'PerInstalment' });
    const linkedNumber = (await fundedCustomer(app, 50_000)).accountNumber;
    const terms = { linkedNumber, allowLoanFee: true, loanAmount: 600_000, tenure: 6 };
    const paidOut = [
      await activeLoan(app, { ...terms, loanFeeID: atStart }),
      await activeLoan(app, { ...terms, loanFeeID: eachTime }),
      await activeLoan(app, { ...terms, loanFeeID: eachTime }),
    ];
    const waiting = await approvedLoan(app, { ...terms, loanFeeID: atStart });
    const before: string[] = [];
    for (const loan of paidOut) before.push(undated((await read(loan)).text));
    for (const text of before) expect(text).toContain(bare('₦10,000.00 and VAT of ₦750.00'));
    await rollDays(app, 1);
    const change = { reason: 'Slow season', accruedInterest: 'Capitalised', tenure: 12 };
    await approve(app, await askChange(app, `loans/${paidOut[2]!.id}/restructure`, change));
    await app.configure({ VAT_RATE: '0.1' });
    for (const [index, loan] of paidOut.entries()) expect(undated((await read(loan)).text)).toBe(before[index]);
    expect((await read(waiting)).text).toContain(bare('₦10,000.00 and VAT of ₦1,000.00'));
    await app.configure({ VAT_RATE: '0.075' });
  });

  it('is refused for unknown loans and loans without a restructure', async () => {
    const loan = await pendingLoan(app);
    const refused = await app.get(`${LOAN_CERTIFICATE}/${loan.id}`, { isRestructure: true });
    expect(refusalOf(refused)).toEqual({ status: 404, code: 'LOAN_NOT_RESTRUCTURED' });
    expect(refused.body.message).toContain('not been restructured');
    expect(refusalOf(await app.get(`${LOAN_CERTIFICATE}/1`))).toEqual({ status: 404, code: 'LOAN_NOT_FOUND' });
    expect((await app.get(`${LOAN_CERTIFICATE}/abc`)).status).toBe(400);
    expect((await app.get(`${LOAN_CERTIFICATE}/${loan.id}`, { isRestructure: 'perhaps' })).status).toBe(400);
    expect(
      refusalOf(await app.get(`${LOAN_CERTIFICATE}/${loan.id}`, {}, { token: await strangersToken(app) })),
    ).toEqual({ status: 404, code: 'LOAN_NOT_FOUND' });
    dataOf(
      await app.post(`${STAFF_LOANS}/${loan.id}/cancel`, { reason: 'No' }, { token: await app.staff('administrator') }),
    );
    expect(refusalOf(await app.get(`${LOAN_CERTIFICATE}/${loan.id}`))).toEqual({
      status: 409,
      code: 'LOAN_STATUS_REFUSED',
    });
  });
});
