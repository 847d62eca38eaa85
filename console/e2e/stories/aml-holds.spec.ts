import { client, heldTransfer } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('An officer releases a held transfer with a note, and the client’s repetition goes through once', async ({
  as,
}) => {
  const held = await heldTransfer(6_100_000);
  const page = await as('amlOfficer');
  await visit(page, `/aml/holds/${held.approvalId}?Status=Held`, 'AML holds');
  await expect(page.getByText('₦6,100,000.00 out of')).toBeVisible();
  await isInOrder(page);
  await page.getByRole('button', { name: /Release/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('the client must send the same request again');
  await expect(dialog.getByRole('button', { name: 'Release' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Explained by customer' }).check();
  await expect(dialog.getByLabel('Note')).toHaveValue('Explained by customer.');
  await dialog.getByLabel('Note').fill('Confirmed with the customer.');
  await isInOrder(page);
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('Released.', { exact: true })).toBeVisible();
  const repeated = await client('/api/transfer/v1/localfundtransfer', held.body, held.reference);
  expect(repeated.status).toBe(200);
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  await expect(page.getByText('Released and carried out.')).toBeVisible();
});

test('A decision of one officer reaches the window of another within two seconds', async ({ as }) => {
  const held = await heldTransfer(6_200_000);
  const first = await as('amlOfficer');
  const second = await as('secondAmlOfficer');
  await visit(second, `/aml/holds/${held.approvalId}`, 'AML holds');
  await visit(first, `/aml/holds/${held.approvalId}`, 'AML holds');
  await expect(second.getByRole('button', { name: /Decline/ })).toBeEnabled();
  await first.getByRole('button', { name: /Decline/ }).click();
  await first.getByRole('radio', { name: 'Denied by customer' }).check();
  await first.getByRole('dialog').getByLabel('Note').fill('The beneficiary is unknown to the customer.');
  await first.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(second.getByText('Declined. The movement will not be carried out.')).toBeVisible({ timeout: 20_000 });
  await expect(second.getByRole('button', { name: /Release/ })).toHaveCount(0);
});

test('A queue is worked by keyboard alone; the next case opens by itself and the view stays', async ({ as }) => {
  await heldTransfer(6_300_000);
  await heldTransfer(6_400_000);
  const page = await as('amlOfficer');
  await visit(page, '/aml/holds?Status=Held', 'AML holds');
  await expect(page.getByRole('link', { name: /₦6,400,000.00/ }).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: /^Hold \d+/ })).toBeVisible();
  const first = await page.getByRole('heading', { name: /^Hold \d+/ }).innerText();
  await page.keyboard.press('d');
  await expect(page.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Declined.', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Hold \d+/ })).not.toHaveText(first);
  expect(page.url()).toContain('Status=Held');
});

test('A hold can be decided on a telephone in dark colours', async ({ as }) => {
  const held = await heldTransfer(6_500_000);
  const page = await as('amlOfficer', { width: 390, isDark: true });
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  await isInOrder(page);
  await page.getByRole('button', { name: /Decline/ }).click();
  await page.getByRole('radio', { name: 'Denied by customer' }).check();
  await page.getByRole('dialog').getByLabel('Note').fill('Not confirmed by the customer.');
  await isInOrder(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Declined.', { exact: true })).toBeVisible();
});
