import { balanceOf, localTransfer, outwardTransfer, ownPayer } from '../records';
import { client, unique } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

/** The receiving bank refuses so that only staff can settle it. */
const FOR_STAFF = '9900000134';

test('A payment that only staff can settle is confirmed as reversed, and its money comes back once', async ({ as }) => {
  const payer = await ownPayer(5_000);
  const before = await balanceOf(payer);
  const reference = await outwardTransfer(FOR_STAFF, 1_310, payer);
  expect(await balanceOf(payer), 'The money has left').toBeLessThan(before - 1_300);
  const maker = await as('maker');
  await visit(maker, '/payments/attention', 'Payments that need attention');
  await maker.getByRole('row').filter({ hasText: reference }).getByRole('link').first().click();
  await expect(maker.getByRole('heading', { level: 1, name: `Transfer ${reference}` })).toBeVisible();
  await expect(maker.getByText('Nobody but a member of staff can settle it', { exact: false })).toBeVisible();
  await isInOrder(maker);
  await maker.getByRole('button', { name: 'Confirm with evidence' }).click();
  const form = maker.getByRole('dialog');
  await form.getByLabel('What happened to the money').selectOption('Reversed');
  await form.getByLabel('Evidence').fill('Letter of the receiving bank of today.');
  await form.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(maker.getByText(/^Sent for approval/)).toBeVisible();
  await expect(maker.getByText('A confirmation waits for the approval of a colleague.')).toBeVisible();
  const checker = await as('checker');
  await visit(checker, '/approvals?Status=Pending&DecidableByMe=true', 'Approvals');
  await checker.getByRole('link').filter({ hasText: '₦1,310.00' }).first().click();
  await expect(checker.getByText('Letter of the receiving bank of today.').first()).toBeVisible();
  await checker.getByRole('button', { name: /Approve/ }).click();
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).dblclick();
  await expect(checker.getByText('Approved.', { exact: true })).toBeVisible();
  await maker.reload();
  await expect(maker.getByText('Money given back')).toBeVisible();
  await expect.poll(() => balanceOf(payer)).toBe(before);
});

test('A posting is reversed when a colleague approves, and cannot be reversed twice', async ({ as }) => {
  const payer = await ownPayer(5_000);
  const before = await balanceOf(payer);
  const posting = await localTransfer(1_190, payer);
  const maker = await as('maker');
  await visit(maker, `/postings/${posting}`, `Posting ${posting}`);
  await maker.getByRole('button', { name: 'Reverse the posting' }).click();
  await maker.getByRole('dialog').getByLabel('Reason').fill('Paid to the wrong account.');
  await maker.getByRole('dialog').getByRole('button', { name: 'Ask for the reversal' }).click();
  await expect(maker.getByText(/^Sent for approval/)).toBeVisible();
  const checker = await as('checker');
  await visit(checker, '/approvals?Status=Pending&DecidableByMe=true&Operation=reverse-transaction', 'Approvals');
  await checker.getByRole('link').filter({ hasText: '₦1,190.00' }).first().click();
  await checker.getByRole('button', { name: /Approve/ }).click();
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(checker.getByText('Approved.', { exact: true })).toBeVisible();
  // The server carries an approved request out a moment later.
  await expect.poll(() => balanceOf(payer)).toBe(before);
  await visit(maker, `/postings/${posting}`, `Posting ${posting}`);
  await expect(maker.getByRole('button', { name: 'Reverse the posting' })).toBeDisabled();
  await expect(maker.getByRole('term').filter({ hasText: 'Reversed by' })).toBeVisible();
});

test('Money that came in is found by its session, and filters stay in the address', async ({ as }) => {
  const { body } = await client('/api/sandbox/v1/simulate/inward-transfer', {
    accountNumber: '0000000028',
    amount: 1_230,
  });
  expect(body.status, body.message).toBe(true);
  const page = await as('maker');
  await visit(page, '/payments/inward', 'Inward transfers');
  await page.getByLabel('Account').fill('0000000028');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/AccountNumber=0000000028/);
  await expect(page.getByRole('row').filter({ hasText: '₦1,230.00' })).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Account')).toHaveValue('0000000028');
  await expect(page.getByRole('row').filter({ hasText: '₦1,230.00' })).toHaveCount(1);
  await page.getByLabel('Account').fill(unique('9'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Nothing matches these filters|must/)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Account')).toHaveValue('0000000028');
});
