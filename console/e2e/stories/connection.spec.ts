import { sandbox } from '../sandbox';
import { expect, signIn, test } from '../story';

test('Without a connection the console stays, says what does not come, and goes on when the line is back', async ({
  browser,
}) => {
  // A window of its own: here the browser reports files that do not come, which fails every other story.
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, sandbox.staff.checker);
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
  await page.getByRole('link', { name: 'Fixed deposits', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fixed deposits' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('alert')).toContainText('This could not be opened');
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
  // A page whose script is here already says so in its place.
  await page.getByRole('link', { name: 'Fixed deposits', exact: true }).click();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Matured' }).click();
  await expect(page.getByText('The server gave no answer. Look at the connection')).toBeVisible();
  await page.getByRole('link', { name: 'Seals of the ledger', exact: true }).click();
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Search or go to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seals of the ledger' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await context.close();
});
