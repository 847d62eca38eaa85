import { requestedGroup } from '../records';
import { client, look, member, requestedLoan, role, staff, unique } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('A group loan of four members is rejected with a note, and each loan with it', async ({ as }) => {
  const group = await requestedGroup(4);
  const checker = await as('checker');
  await visit(checker, `/group-loans/${group.id}`, group.name);
  await expect(checker.getByRole('table', { name: 'Loans of the members' }).getByRole('link')).toHaveCount(4);
  await checker.getByRole('button', { name: 'Reject the group loan' }).click();
  const form = checker.getByRole('dialog');
  await expect(form).toContainText('The requests of all 4 loans end.');
  await form.getByLabel(/Note/).fill('The guarantor withdrew.');
  await isInOrder(checker);
  await form.getByRole('button', { name: 'Reject the group loan' }).click();
  await expect(checker.getByText('The group loan has been rejected.')).toBeVisible();
  const rows = checker.getByRole('table', { name: 'Loans of the members' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Rejected' })).toHaveCount(4);
  for (const loan of group.loans) {
    await visit(checker, `/loans/${loan}`, `Loan ${loan}`);
    await expect(checker.getByText('Rejected', { exact: true }).first()).toBeVisible();
  }
});

test('A credit officer rejects a request with a note, and the queue of loans has it no more', async ({ as }) => {
  const loan = await requestedLoan(180_000);
  const page = await as('checker');
  await visit(page, `/loans/${loan.id}`, `Loan ${loan.loanAccountNumber}`);
  await page.getByRole('button', { name: 'Reject the loan' }).click();
  await page.getByRole('dialog').getByLabel(/Note/).fill('Income is not enough.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject the loan' }).click();
  await expect(page.getByText('The loan has been rejected.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve the loan' })).toHaveCount(0);
  await visit(page, `/loans?LoanAccountNumber=${loan.loanAccountNumber}`, 'Loans');
  await expect(page.getByRole('row').filter({ hasText: loan.loanAccountNumber })).toContainText('Rejected');
});

test('A write-off shows its journal before it is asked for, and changes nothing until a second person approves', async ({
  as,
}) => {
  const loan = await runningLoan(90_000);
  const maker = await as('maker');
  await visit(maker, `/loans/${loan.id}?tab=adjustments`, `Loan ${loan.loanAccountNumber}`);
  await maker.getByRole('button', { name: 'Show the loss' }).click();
  const trial = maker.getByRole('region', { name: 'Try out a write-off' });
  await expect(trial.getByRole('table').getByRole('row').nth(2)).toBeVisible();
  await expect(trial).toContainText('₦90,000.00');
  await isInOrder(maker);
  await maker.getByRole('button', { name: 'Write the loan off' }).click();
  const form = maker.getByRole('dialog');
  await form.getByLabel('Reason').fill('The borrower has died without an estate.');
  await form.getByRole('button', { name: 'Write the loan off' }).click();
  await expect(maker.getByText(/^Sent for approval/)).toBeVisible();
  expect((await look('maker', `/loans/${loan.id}`)).data.loanStatus).toBe('Active');
  const checker = await as('checker');
  await visit(checker, '/approvals?Status=Pending&DecidableByMe=true&Operation=loan-write-off', 'Approvals');
  await checker.getByRole('link').filter({ hasText: loan.loanAccountNumber }).first().click();
  await checker.getByRole('button', { name: /Approve/ }).click();
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(checker.getByText('Approved.', { exact: true })).toBeVisible();
  await visit(maker, `/loans/${loan.id}`, `Loan ${loan.loanAccountNumber}`);
  await expect(maker.getByText('Written off', { exact: true }).first()).toBeVisible();
});

test('A charge on a loan is declined by a colleague, and the loan owes what it owed', async ({ as }) => {
  const loan = await runningLoan(80_000);
  const owed = (await look('maker', `/loans/${loan.id}`)).data.totalOutstanding;
  const maker = await as('maker');
  await visit(maker, `/loans/${loan.id}?tab=adjustments&do=chargeLoan`, `Loan ${loan.loanAccountNumber}`);
  const form = maker.getByRole('dialog');
  await form.getByLabel('Kind of charge').selectOption('Penalty');
  await form.getByLabel(/Amount/).fill('1500');
  await form.getByLabel('Reason').fill('Letter of demand');
  await form.getByRole('button', { name: 'Charge the loan' }).click();
  await expect(maker.getByText(/^Sent for approval/)).toBeVisible();
  const checker = await as('checker');
  await visit(checker, '/approvals?Status=Pending&DecidableByMe=true&Operation=loan-staff-charge', 'Approvals');
  await checker.getByRole('link').filter({ hasText: loan.loanAccountNumber }).first().click();
  await checker.getByRole('button', { name: /Decline/ }).click();
  await checker.getByRole('dialog').getByLabel('Note').fill('No letter was sent.');
  await checker.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(checker.getByText('Declined.', { exact: true })).toBeVisible();
  expect((await look('maker', `/loans/${loan.id}`)).data.totalOutstanding).toBe(owed);
});

test('A loan is simulated with its schedule, and nothing is kept of it', async ({ as }) => {
  const page = await as(await member([await role(['view-loans', 'view-products'])], 'Chike Credit'));
  await visit(page, '/loans/simulate', 'Simulate a loan');
  await page.getByLabel('Principal (₦)').fill('120000');
  await page.getByLabel('Interest, percent a year', { exact: true }).fill('24');
  await page.getByLabel('Instalments', { exact: true }).fill('6');
  await page.getByRole('button', { name: 'Simulate the loan' }).click();
  await expect(page.getByRole('table').first().getByRole('row').nth(6)).toBeVisible();
  await isInOrder(page);
});

/** A loan that has been paid out today. */
async function runningLoan(amount: number): Promise<{ id: number; loanAccountNumber: string }> {
  const loan = await requestedLoan(amount);
  expect((await staff('checker', `/loans/${loan.id}/approve`, {})).status).toBe(200);
  const paid = await client('/api/loanaccount/v1/disburseloan', {
    loanAccountNumber: loan.loanAccountNumber,
    referenceNumber: unique('DISB'),
    allowDisbursementToGL: false,
  });
  expect(paid.status, paid.body.message).toBe(200);
  return loan;
}

test('A loan says that it has no provision yet only when the server has said so', async ({ as }) => {
  const loan = await requestedLoan(61_000);
  const page = await as('checker');
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/portfolio/provisions?*', async (route) => {
    await asked;
    await route.abort();
  });
  await visit(page, `/loans/${loan.loanAccountNumber}`, `Loan ${loan.loanAccountNumber}`);
  const part = page.getByRole('region', { name: 'Provision' });
  await expect(part).toBeVisible();
  await expect(part).not.toContainText('Stage and provision');
  answer();
  await expect(part.getByRole('alert')).toContainText('The server gave no answer.');
  await expect(part).not.toContainText('Stage and provision');
  await page.unroute('**/portfolio/provisions?*');
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part).toContainText('Stage and provision stand here after the first end of day of the loan.');
});
