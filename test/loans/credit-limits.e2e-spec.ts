import { addDays } from '../../src/common/time/calendar';
import { addOverdraft, balancesOf, payOut, UPDATE_OVERDRAFT } from '../accounts/liens-support';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import {
  ADD_LOAN,
  disburseLoan,
  fundedCustomer,
  newLoan,
  pendingLoan,
  STAFF_LOANS,
  UPDATE_LOAN,
} from './loans-support';

const TIMEOUT_MS = 120_000;

/** 20 % of ₦1,500,000 is ₦300,000, 5 % is ₦75,000. */
const FUNDS = { SHAREHOLDERS_FUNDS: '1500000' };

describe('limits of credit', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const decide = async (
    id: number,
  ): Promise<{ status: number; body: { message: string; data: { statusCode: string } } }> =>
    app.post(`${STAFF_LOANS}/${id}/approve`, {}, { token: await app.staff('checker') });

  const statusOf = async (id: number): Promise<string> =>
    (await app.rows<{ status: string }>('SELECT status FROM loan WHERE id = $1', [id]))[0]!.status;

  const furtherAccount = async (customerID: string): Promise<string> => {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const body = { customerID, accountName: 'Second', branchCode, productCode, accountOfficerStaffID };
    return dataOf<{ accountNumber: string }>(await app.post('/api/account/v1/createaccount', body)).accountNumber;
  };

  it('do not hold before shareholders’ funds are entered, and refuse an approval above them after that', async () => {
    const { accountNumber: linkedNumber } = await fundedCustomer(app);
    const free = await pendingLoan(app, { linkedNumber, loanAmount: 200_000 });
    expect((await decide(free.id)).status).toBe(200);
    await app.configure(FUNDS);
    const exact = await pendingLoan(app, { linkedNumber, loanAmount: 100_000 });
    expect((await decide(exact.id)).status).toBe(200);
    const above = await pendingLoan(app, { linkedNumber, loanAmount: 10_000 });
    const refused = await decide(above.id);
    expect([refused.status, refused.body.data.statusCode]).toEqual([422, 'CREDIT_LIMIT_EXCEEDED']);
    expect(refused.body.message).toMatch('would owe ₦310,000.00; the limit is ₦300,000.00');
    expect(await statusOf(above.id)).toBe('PendingApproval');
    dataOf(await disburseLoan(app, free.loanAccountNumber));
    expect((await decide(above.id)).status).toBe(422);
  });

  it('count a loan and the one that replaces it once, because its disbursement settles the other', async () => {
    const { accountNumber: linkedNumber } = await fundedCustomer(app);
    const old = await pendingLoan(app, { linkedNumber, loanAmount: 250_000 });
    expect((await decide(old.id)).status).toBe(200);
    dataOf(await disburseLoan(app, old.loanAccountNumber));
    const refinancedLoanNumber = old.loanAccountNumber;
    const above = await pendingLoan(app, { linkedNumber, loanAmount: 300_001, refinancedLoanNumber });
    expect((await decide(above.id)).body.message).toMatch('would owe ₦300,001.00; the limit is ₦300,000.00');
    const topUp = await pendingLoan(app, { linkedNumber, loanAmount: 300_000, refinancedLoanNumber });
    expect((await decide(topUp.id)).status).toBe(200);
    dataOf(await disburseLoan(app, topUp.loanAccountNumber));
    expect(await statusOf(old.id)).toBe('Closed');
    const more = await pendingLoan(app, { linkedNumber, loanAmount: 10_000 });
    expect((await decide(more.id)).body.message).toMatch('would owe ₦310,000.00');
  });

  it('count related borrowers as one, also when both are approved at the same time', async () => {
    const [one, other] = [await fundedCustomer(app), await fundedCustomer(app)];
    const group = { customers: [one.customerID, other.customerID], insider: false };
    await app.configure({ LOAN_BORROWER_GROUPS: JSON.stringify({ Eze: group }) });
    const loans = [
      await pendingLoan(app, { linkedNumber: one.accountNumber, loanAmount: 160_000 }),
      await pendingLoan(app, { linkedNumber: other.accountNumber, loanAmount: 160_000 }),
    ];
    const answers = await Promise.all(loans.map(({ id }) => decide(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)!.body.message).toMatch('the related borrowers Eze');
  });

  it('hold insiders to a stricter one', async () => {
    const insider = await fundedCustomer(app);
    const group = { customers: [insider.customerID], insider: true };
    await app.configure({ LOAN_BORROWER_GROUPS: JSON.stringify({ Directors: group }) });
    const loan = await pendingLoan(app, { linkedNumber: insider.accountNumber, loanAmount: 80_000 });
    expect((await decide(loan.id)).body.message).toMatch('the insiders Directors would owe ₦80,000.00');
    await app.configure({ LOAN_CREDIT_LIMITS: '{"insider": 6}' });
    expect((await decide(loan.id)).status).toBe(200);
  });

  it('hold overdrafts too: of a new account, with a later beginning, and with a higher limit', async () => {
    const { accountNumber, customerID } = await fundedCustomer(app);
    const loan = await pendingLoan(app, { linkedNumber: accountNumber, loanAmount: 200_000 });
    expect((await decide(loan.id)).status).toBe(200);
    const refused = await addOverdraft(app, accountNumber, 100_000.01);
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'CREDIT_LIMIT_EXCEEDED' });
    expect((refused.body as { message: string }).message).toMatch(
      'With this overdraft the borrower would owe ₦300,000.01; the limit is ₦300,000.00',
    );
    expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(0);
    const startDate = addDays(await businessDateOf(app), 5);
    const { id } = dataOf<{ id: number }>(
      await addOverdraft(app, accountNumber, 60_000, { startDate, expiryDate: '2999-06-30' }),
    );
    const second = await furtherAccount(customerID);
    expect((await addOverdraft(app, second, 40_001)).status).toBe(422);
    dataOf(await addOverdraft(app, second, 40_000));
    expect((await app.put(UPDATE_OVERDRAFT, { id, limit: 60_000.01 })).status).toBe(422);
    dataOf(await app.put(UPDATE_OVERDRAFT, { id, limit: 50_000, expiryDate: '2999-07-31' }));
    const more = await pendingLoan(app, { linkedNumber: accountNumber, loanAmount: 10_001 });
    expect((await decide(more.id)).body.message).toMatch('With this loan the borrower would owe ₦300,001.00');
  });

  it('let only one of a loan and an overdraft pass that are decided at the same time', async () => {
    const { accountNumber: linkedNumber } = await fundedCustomer(app);
    const loan = await pendingLoan(app, { linkedNumber, loanAmount: 200_000 });
    const [decided, given] = await Promise.all([decide(loan.id), addOverdraft(app, linkedNumber, 200_000)]);
    expect([decided.status, given.status].sort()).toEqual([200, 422]);
  });

  it('count what an account is overdrawn by after its overdraft has ended', async () => {
    const { accountNumber } = await fundedCustomer(app);
    const expiryDate = await businessDateOf(app);
    dataOf(await addOverdraft(app, accountNumber, 250_000, { expiryDate }));
    dataOf(await payOut(app, accountNumber, 250_000));
    await rollDays(app, 1);
    expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(0);
    const loan = await pendingLoan(app, { linkedNumber: accountNumber, loanAmount: 60_000 });
    const { status, body } = await decide(loan.id);
    expect([status, body.data.statusCode]).toEqual([422, 'CREDIT_LIMIT_EXCEEDED']);
  });

  it('hold under bypass too, for a new loan and for one whose terms change', async () => {
    await app.configure({ API_BYPASS_APPROVALS: 'true' });
    const { accountNumber: linkedNumber } = await fundedCustomer(app);
    const refused = await app.post(ADD_LOAN, await newLoan(app, { linkedNumber, loanAmount: 300_001 }));
    expect([refused.status, refused.body.data.statusCode]).toEqual([422, 'CREDIT_LIMIT_EXCEEDED']);
    const { id } = dataOf<{ id: number }>(
      await app.post(ADD_LOAN, await newLoan(app, { linkedNumber, loanAmount: 300_000 })),
    );
    const changed = await app.put(UPDATE_LOAN, { id, loanAmount: 300_001 });
    expect([changed.status, changed.body.data.statusCode]).toEqual([422, 'CREDIT_LIMIT_EXCEEDED']);
    expect(await statusOf(id)).toBe('Approved');
  });

  it.each([
    ['SHAREHOLDERS_FUNDS', '-5'],
    ['SHAREHOLDERS_FUNDS', '1e9'],
    ['LOAN_CREDIT_LIMITS', '{"borrower": 150}'],
    ['LOAN_BORROWER_GROUPS', '{"A": {"customers": []}}'],
    ['LOAN_PROVISION_BASIS', 'Local'],
    ['LOAN_IMPAIRMENT_TABLES', '{"2026-01-01": {}}'],
  ])('refuse the value of %s %s', async (key, value) => {
    const path = `/api/admin/v1/configuration/${key}`;
    expect((await app.put(path, { value }, { token: await app.staff('administrator') })).status).toBe(422);
  });
});
