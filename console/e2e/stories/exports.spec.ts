import { expect, isInOrder, test, visit } from '../story';

test('A whole list is exported under its filters, written in the background and downloaded', async ({ as }) => {
  const page = await as('checker');
  await visit(page, '/accounts?AccountStatus=Active', 'Accounts');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'All rows as CSV' }).click();
  await expect(page.getByText('The export has begun.')).toBeVisible();
  await visit(page, '/exports', 'Exports');
  const row = page.getByRole('row').filter({ hasText: 'Accounts' }).first();
  await expect(row).toContainText('Done', { timeout: 15_000 });
  await isInOrder(page);
  const arrived = page.waitForEvent('download');
  await row.getByRole('link', { name: /Download/ }).click();
  expect((await arrived).suggestedFilename()).toMatch(/^accounts-\d+\.csv$/);
  await row.getByRole('link', { name: 'Accounts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export of accounts');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await isInOrder(page);
});

test('A member without exports has no button for them', async ({ as }) => {
  const page = await as('maker');
  await visit(page, '/accounts', 'Accounts');
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
});
