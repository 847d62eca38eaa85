import { newCustomer } from '../sandbox';
import { expect, test, visit } from '../story';

test('A page is printed dark on white, with the name of the institution and without what one does on it', async ({
  as,
}) => {
  const page = await as('maker');
  await visit(page, '/accounts', 'Accounts');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1_123 });
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color];
  });
  expect(colours).toStrictEqual(['rgb(255, 255, 255)', 'rgb(23, 33, 29)']);
  await expect(page.getByText(/, business date .* Printed by /)).toBeVisible();
  await expect(page.getByRole('search')).toBeHidden();
  await expect(page.getByRole('main').getByRole('button', { name: 'Next' })).toBeHidden();
  const cut = await page.getByRole('region', { name: /: table$/ }).evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(cut, 'The table is as wide as the paper').toBeLessThanOrEqual(0);
});

test('Numbers that are pasted in groups find the account', async ({ as }) => {
  const { accountNumber } = await newCustomer('Grouped');
  const grouped = `${accountNumber.slice(0, 4)} ${accountNumber.slice(4, 7)}\u00A0${accountNumber.slice(7)}`;
  const page = await as('maker');
  await visit(page, '/accounts', 'Accounts');
  const filter = page.getByRole('search').getByLabel('Account', { exact: true });
  await filter.fill(grouped);
  await filter.press('Enter');
  await expect(page).toHaveURL(new RegExp(`AccountNumber=${accountNumber}`));
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Account, reference/).fill(grouped);
  await expect(page.getByRole('dialog').getByText('Ngozi Grouped').first()).toBeVisible();
});
