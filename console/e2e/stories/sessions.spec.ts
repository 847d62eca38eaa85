import type { Response } from '@playwright/test';
import { heldTransfer, look, member, newAccount, sandbox, staff, unique } from '../sandbox';
import { expect, signIn, test, visit } from '../story';

test('A link in an e-mail opens its page in the session that the browser has', async ({ as }) => {
  const page = await as('amlOfficer');
  await page.goto('about:blank');
  await page.setContent(`<a href="${process.env.CONSOLE_URL}/console/aml/holds?Status=Held">A hold waits</a>`);
  await page.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'AML holds' })).toBeVisible();
  expect(page.url()).toContain('/console/aml/holds?Status=Held');
});

test('A link in an e-mail leads to the sign-in where there is no session, and then to its page', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage();
  await page.setContent(`<a href="${process.env.CONSOLE_URL}/console/aml/holds?Status=Held">A hold waits</a>`);
  await page.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to corebank' })).toBeVisible();
  await page.context().close();
});

test('Decisions of others arrive again after a session has ended and the same person has signed in', async ({ as }) => {
  const held = await heldTransfer(6_170_000);
  const person = await member(['AML officer'], 'Ada Returns');
  const page = await as(person);
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  await expect(page.getByRole('button', { name: /Decline/ })).toBeEnabled();
  const isStream = (response: Response): boolean => response.url().endsWith('/work/events');
  const refused = page.waitForResponse((response) => isStream(response) && response.status() === 401);
  const ended = await staff('administrator', `/staff/${person.staffID}/sessions`, undefined, 'DELETE');
  expect(ended.status, ended.body.message).toBe(200);
  await refused;
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const note = { note: 'The beneficiary is unknown.', reasonCode: 'fraud-suspected' };
  const declined = await staff('amlOfficer', `/aml/holds/${held.approvalId}/decline`, note);
  expect(declined.status, declined.body.message).toBe(200);
  await expect(page.getByText('Declined. The movement will not be carried out.')).toBeVisible({ timeout: 5_000 });
});

test('Another person who signs in over an ended session sees nothing of the one before', async ({ as }) => {
  const held = await heldTransfer(6_180_000);
  const first = await member(['AML officer'], 'Ada First');
  const second = await member(['Administrator'], 'Bola Second');
  const page = await as(first);
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  await page.getByLabel('New note').fill('For AML officers only.');
  await page.context().clearCookies();
  // A read in the background may meet the ended session first: its dialog then stands over the button.
  await page
    .getByRole('button', { name: 'Add the note' })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('E-mail address').fill(second.email);
  await dialog.getByLabel('Password').fill(second.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Good to see you, Bola' })).toBeVisible();
  await expect(page.getByText('For AML officers only.')).toHaveCount(0);
});

test('A sign-out that does not reach the server does not look like one', async ({ as }) => {
  const page = await as(await member(['Maker'], 'Musa Offline'));
  await visit(page, '/customers', 'Customers');
  const ending = '**/api/admin/v1/session';
  await page.route(ending, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Menu of Musa Offline' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText(/You are still signed in/)).toBeVisible();
  await page.unroute(ending);
  await page.getByRole('button', { name: 'Menu of Musa Offline' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to corebank' })).toBeVisible();
});

test('A note that is sent by two clicks is written once, and without a fault', async ({ as }) => {
  const held = await heldTransfer(6_190_000);
  const page = await as('amlOfficer');
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  await page.route('**/notes', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel('New note').fill('Called the customer.');
  await page.getByRole('button', { name: 'Add the note' }).dblclick();
  await expect(page.getByRole('listitem').filter({ hasText: 'Called the customer.' })).toHaveCount(1);
  await expect(page.getByLabel('New note')).toHaveValue('');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('A lost answer is explained by what was asked: a read, a write, and a write that counts once', async ({ as }) => {
  const held = await heldTransfer(6_195_000);
  const page = await as('amlOfficer');
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  await page.route(/\/(assign|assignee|notes)$|v1\/aml\/holds\?MinAmount=1/, (route) => route.abort());
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText(/Look at what it was to change before you try again/)).toBeVisible();
  await page.getByLabel('New note').fill('Called the customer.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByText(/it carries the same reference, so it cannot be done twice/)).toBeVisible();
  await visit(page, `/aml/holds?MinAmount=1`, 'AML holds');
  await expect(page.getByRole('alert')).toContainText('The server gave no answer. Look at the connection');
});

test('When somebody else signs in beside in the same browser, a decision that waits in a dialog is not theirs', async ({
  as,
}) => {
  const { approvalId } = await heldTransfer(6_170_000);
  const page = await as('amlOfficer', { isOwnSession: true });
  await visit(page, `/aml/holds/${approvalId}?Status=Held`, 'AML holds');
  await expect(page.getByText('₦6,170,000.00 out of')).toBeVisible();
  await page.keyboard.press('d');
  await expect(page.getByRole('dialog')).toBeVisible();
  const beside = await page.context().newPage();
  await signIn(beside, sandbox.staff.secondAmlOfficer);
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const { data } = await look('amlOfficer', `/aml/holds/${approvalId}`);
  expect(data.status).toBe('Held');
});

test('When somebody else signs in beside in the same browser, a half typed form cannot be sent in their name', async ({
  as,
}) => {
  const owner = unique('Beside');
  const account = await newAccount(owner);
  const page = await as('maker', { isOwnSession: true });
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  await visit(page, `/accounts/${account}?do=freezeAccount`, `Ngozi ${owner}`);
  // Typed by hand: a browser asks before it leaves a page only where somebody has acted on it.
  await page.getByRole('dialog').getByLabel('Reason').click();
  await page.keyboard.type('Stolen phone');
  const beside = await page.context().newPage();
  await signIn(beside, sandbox.staff.amlOfficer);
  await expect(page.getByRole('heading', { level: 1, name: 'Good to see you, Amina' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(asked, 'The page is left without a question').toEqual([]);
  const { data } = await look('amlOfficer', `/accounts/status-changes?AccountNumber=${account}`);
  expect(data.recordCount).toBe(0);
});
