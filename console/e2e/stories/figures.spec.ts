import { localTransfer } from '../records';
import { heldTransfer, requestedLoan } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('The call-over has a row for each leg of a posting, marks one after the other and turns the page whole', async ({
  as,
}) => {
  for (const amount of [101, 102, 103, 104]) await localTransfer(amount);
  const page = await as('checker');
  await visit(page, '/reports/call-over?PageSize=4', 'Call-over');
  const rows = page.getByRole('table', { name: 'Call-over' }).locator('tbody tr');
  await expect(rows).toHaveCount(4);
  const keys = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-row')));
  expect(new Set(keys).size).toBe(4);
  for (const place of [0, 1, 2, 3]) {
    await page.keyboard.press('j');
    await expect(rows.nth(place)).toHaveAttribute('aria-current', 'true');
  }
  await isInOrder(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/^5 to 8 of /)).toBeVisible();
  await expect(rows).toHaveCount(4);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText(/^1 to 4 of /)).toBeVisible();
  await expect(rows).toHaveCount(4);
});

test('The entries of a ledger begin with the first one when its days change', async ({ as }) => {
  for (const amount of [11, 12, 13]) await localTransfer(amount);
  const page = await as('checker');
  await visit(page, '/books/ledger?LedgerCode=2010&PageSize=2', 'Ledger 2010');
  await page.getByRole('button', { name: 'Further entries' }).click();
  await expect(page).toHaveURL(/After=\d+-\d+/);
  await page.getByLabel('From').fill('2026-01-01');
  await page.getByLabel('From').blur();
  await expect(page).toHaveURL(/StartDate=2026-01-01/);
  await expect(page).not.toHaveURL(/After=/);
  await expect(page.getByRole('button', { name: 'First entries' })).toHaveCount(0);
});

test('The home page shows work to who may do it, and its cards open the cases that they count', async ({ as }) => {
  const { loanAccountNumber } = await requestedLoan(73_000);
  await heldTransfer(6_210_000);
  const checker = await as('checker');
  await visit(checker, '/', /Good to see you/);
  await checker.getByRole('link', { name: /Loans that wait for a decision/ }).click();
  await expect(checker.getByRole('heading', { level: 1, name: 'Loans' })).toBeVisible();
  await expect(checker.getByRole('row').filter({ hasText: loanAccountNumber })).toBeVisible();
  await expect(checker.getByRole('alert')).toHaveCount(0);
  await checker.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(checker.getByRole('link', { name: /Loans that wait/ })).toBeVisible();
  // A checker sees holds, and does not decide them.
  await expect(checker.getByRole('link', { name: /AML holds to decide/ })).toHaveCount(0);
  const officer = await as('amlOfficer');
  await visit(officer, '/', /Good to see you/);
  await expect(officer.getByRole('link', { name: /AML holds to decide/ })).toBeVisible();
  await expect(officer.getByRole('link', { name: /Loans that wait/ })).toHaveCount(0);
  await visit(officer, '/end-of-day', 'End of day');
  await officer.getByRole('link', { name: 'AML holds that nobody has decided' }).click();
  await expect(officer).toHaveURL(/Status=Held/);
  await expect(officer.getByRole('link').filter({ hasText: '₦6,210,000.00' }).first()).toBeVisible();
});
