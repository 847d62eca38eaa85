import { sandbox } from '../sandbox';
import { expect, isInOrder, signIn, test, visit } from '../story';

test('A wrong password is refused without saying which part was wrong', async ({ page }) => {
  await page.goto('/console/login');
  await page.getByLabel('E-mail address').fill(sandbox.staff.maker.email);
  await page.getByLabel('Password').fill('not the password of anybody');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('alert')).not.toContainText(/password is wrong|unknown address/i);
  await isInOrder(page);
});

test('A link to a page leads through the sign-in to that page', async ({ page }) => {
  await page.goto('/console/approvals?Status=Declined');
  await expect(page.getByRole('heading', { name: 'Sign in to corebank' })).toBeVisible();
  await page.getByLabel('E-mail address').fill(sandbox.staff.checker.email);
  await page.getByLabel('Password').fill(sandbox.staff.checker.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
  expect(page.url()).toContain('Status=Declined');
});

test('The sign-in does not lead to another site', async ({ page }) => {
  await page.goto('/console/login?next=//evil.example/');
  await page.getByLabel('E-mail address').fill(sandbox.staff.checker.email);
  await page.getByLabel('Password').fill(sandbox.staff.checker.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
});

test('After signing out no page shows anything', async ({ as }) => {
  const page = await as('checker', { isOwnSession: true });
  await page.getByRole('button', { name: /Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to corebank' })).toBeVisible();
  await page.goto('/console/approvals');
  await expect(page.getByRole('heading', { name: 'Sign in to corebank' })).toBeVisible();
});

test('A page without its permission says which one is missing', async ({ as }) => {
  const page = await as('maker');
  await page.goto(`${process.env.CONSOLE_URL}/console/admin/policies`);
  await expect(page.getByText('You may not see this page')).toBeVisible();
  await expect(page.getByText('"manage-approval-policies"')).toBeVisible();
});

test('Dark colours stay after a reload', async ({ as }) => {
  const page = await as('checker');
  await visit(page, '/', /Good to see you/);
  await page.getByRole('button', { name: /Menu of/ }).click();
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/me/preferences') && answer.ok());
  await page.getByRole('menuitem', { name: 'Dark colours' }).click();
  await expect(page.locator('html')).toHaveClass('dark');
  await kept;
  await page.reload();
  await expect(page.locator('html')).toHaveClass('dark');
  await visit(page, '/', /Good to see you/);
  await isInOrder(page);
});

test('A dialog whose file cannot be loaded says so, and offers to try again', async ({ page }) => {
  await signIn(page, sandbox.staff.administrator);
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
  await visit(page, '/admin/branches', 'Branches');
  await page.route(/action-dialog-[^/]*\.js$/, (route) => route.abort());
  await page.getByRole('button', { name: 'Open a branch' }).click();
  await expect(page.getByRole('alert')).toContainText('This could not be opened');
  await page.unroute(/action-dialog-[^/]*\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog').getByLabel('Branch code')).toBeVisible();
});
