import { client, member, role, staff, unique } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('A member of staff is added by one administrator and approved by another, and may then be given a password', async ({
  as,
}) => {
  const staffID = unique('N').replaceAll('-', '').toUpperCase();
  const page = await as('administrator');
  await visit(page, '/admin/staff', 'Staff');
  await page.getByRole('button', { name: 'Add a member of staff' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Tunde Newcomer');
  await form.getByLabel('Staff ID').fill(staffID);
  await form.getByLabel('E-mail address').fill(`${staffID.toLowerCase()}@sandbox.corebank.example`);
  await form.getByLabel('Branch').selectOption('001');
  await form.getByRole('checkbox', { name: /Maker/ }).check();
  await isInOrder(page);
  await form.getByRole('button', { name: 'Add a member of staff' }).click();
  await expect(page.getByText(/^Sent for approval/)).toBeVisible();
  const other = await as('secondAdministrator');
  await visit(other, '/approvals?Status=Pending&DecidableByMe=true', 'Approvals');
  await other.getByRole('link').filter({ hasText: staffID }).first().click();
  await expect(other.getByText('Tunde Newcomer').first()).toBeVisible();
  await other.getByRole('button', { name: /Approve/ }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Approved.', { exact: true })).toBeVisible();
  await visit(page, `/admin/staff/${staffID}`, 'Tunde Newcomer');
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
});

test('All sessions of a member are ended, and the other window asks for the sign-in', async ({ as }) => {
  const person = await member(['Maker']);
  const page = await as(person);
  await visit(page, '/customers', 'Customers');
  const administrator = await as('administrator');
  await visit(administrator, `/admin/staff/${person.staffID}?do=endStaffSessions`, 'Nneka Story');
  await administrator.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await expect(administrator.getByText('All sessions have ended.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Your session has ended|Sign in to corebank/).first()).toBeVisible();
});

test('One of the own sessions is ended from the account page', async ({ as }) => {
  const person = await member(['Maker']);
  const page = await as(person);
  const elsewhere = await as(person, { isOwnSession: true });
  await visit(elsewhere, '/customers', 'Customers');
  await visit(page, '/me', 'My account');
  const others = page
    .getByRole('row')
    .filter({ hasNotText: 'This one' })
    .filter({ has: page.getByRole('button') });
  await others.first().getByRole('button', { name: '…' }).click();
  await page.getByRole('menuitem', { name: 'End this session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End this session' }).click();
  await expect(page.getByText('The session has ended.')).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByText(/Your session has ended|Sign in to corebank/).first()).toBeVisible();
});

test('A change of a branch stands in the audit log with what was before and after', async ({ as }) => {
  const branchCode = String(Date.now()).slice(-6);
  const made = await staff('administrator', '/branches', { branchCode, branchName: 'Yaba' });
  expect(made.status, made.body.message).toBe(200);
  const page = await as('administrator');
  await visit(page, `/admin/branches?do=updateBranch&of=${branchCode}&PageSize=200`, 'Branches');
  const form = page.getByRole('dialog');
  await form.getByLabel(/Branch name|Name/).fill('Yaba Market');
  await form.getByRole('button', { name: 'Change the branch' }).click();
  await expect(page.getByText('The branch has been changed.')).toBeVisible();
  await visit(page, `/audit?Subject=branch:${branchCode}`, 'Audit log');
  await page.getByRole('row').getByText('1 change', { exact: true }).first().click();
  const change = page
    .getByRole('table', { name: '1 change' })
    .first()
    .getByRole('row', { name: /Yaba Market/ });
  await expect(change.getByRole('cell').first()).toHaveText('Yaba');
  await expect(change.getByRole('cell').last()).toHaveText('Yaba Market');
  await isInOrder(page);
});

test('The columns that somebody chose for a list stay after a reload, also when one save is slow', async ({ as }) => {
  const page = await as(await member(['Maker']));
  await visit(page, '/accounts', 'Accounts');
  let sent = 0;
  let saved = 0;
  await page.route('**/me/preferences', async (route) => {
    if (route.request().method() === 'PUT' && (sent += 1) === 1) await page.waitForTimeout(1_000);
    await route.continue();
  });
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok()) saved += 1;
  });
  // The list of texts does not wait for the table.
  await expect(page.getByRole('columnheader').nth(3)).toBeVisible();
  const names = (await page.getByRole('columnheader').allInnerTexts()).slice(2, 4).map((name) => name.trim());
  for (const name of names) {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: new RegExp(name) }).click();
    await expect(page.getByRole('columnheader', { name, exact: true })).toHaveCount(0);
  }
  await expect.poll(() => saved).toBe(2);
  await page.reload();
  await expect(page.getByRole('columnheader').first()).toBeVisible();
  for (const name of names) await expect(page.getByRole('columnheader', { name, exact: true })).toHaveCount(0);
});

test('Somebody who switched single keys off is not moved by them', async ({ as }) => {
  const page = await as(await member(['Maker']));
  await visit(page, '/me', 'My account');
  const saved = page.waitForResponse((response) => response.url().includes('preferences') && response.ok());
  await page.getByRole('checkbox').first().click();
  await saved;
  await visit(page, '/', /Good to see you/);
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search or go to' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
});

test('A till is opened for a teller, and takes no second one of the same ledger', async ({ as }) => {
  const code = `10${String(Date.now()).slice(-6)}`;
  const teller = await member(['Maker'], 'Titi Teller');
  const page = await as('administrator');
  const open = async (): Promise<void> => {
    await visit(page, '/tills?do=createTill', 'Tills');
    const form = page.getByRole('dialog');
    await form.getByLabel('Code of the cash ledger').fill(code);
    await form.getByLabel(/^Name/).fill('Till of Titi');
    await form.getByLabel('Branch').selectOption('001');
    await form.getByLabel('Teller (staff ID)').selectOption(teller.staffID);
    await form.getByLabel(/Most cash to keep/).fill('250000');
    await form.getByRole('button', { name: 'Open a till' }).click();
  };
  await open();
  await expect(page.getByRole('heading', { level: 1, name: 'Till of Titi' })).toBeVisible();
  await expect(page.getByText('₦250,000.00')).toBeVisible();
  await isInOrder(page);
  await open();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
});

test('A cashier who may see tills alone opens the own one and changes nothing', async ({ as }) => {
  const page = await as(await member([await role(['view-tills', 'view-postings'])], 'Kola Cashier'));
  await visit(page, '/tills', 'Tills');
  await expect(page.getByRole('button', { name: 'Open a till' })).toHaveCount(0);
  await page
    .getByRole('link', { name: /Till 1/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Till 1/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the till' })).toHaveCount(0);
});

test('Finance proves the ledger, and the balance sheet of a chosen day has a link of its own', async ({ as }) => {
  const page = await as(
    await member([await role(['view-ledgers', 'view-trial-balance', 'view-postings'])], 'Femi Finance'),
  );
  const { body } = await client('/api/sandbox/v1/clock', undefined, undefined, 'GET');
  const day = String(body.data.businessDate);
  await visit(page, `/books/balance-sheet?Date=${day}`, 'Balance sheet');
  await expect(page.getByText('Balanced').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('At the end of')).toHaveValue(day);
  await visit(page, '/books/proof', 'Proof of the ledger');
  await page.getByRole('button', { name: 'Prove the ledger' }).click();
  await expect(page.getByText('The ledger is proved.')).toBeVisible();
});

test('The pages of a role are exactly those of its permissions', async ({ as }) => {
  const page = await as(await member([await role(['view-loans', 'view-branches'])], 'Bisi Branch'));
  await visit(page, '/', /Good to see you/);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Loans', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Branches', exact: true })).toBeVisible();
  for (const name of ['Customers', 'AML holds', 'Approvals', 'Staff', 'Trial balance'])
    await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0);
});

test('The form of a policy offers every operation that the server puts under one', async ({ as }) => {
  const terms = { operation: 'none', requiredCheckers: 1, active: true };
  const refused = await staff('administrator', '/approval-policies', terms);
  const known = /use one of (.*)\.$/.exec(refused.body.message)?.[1]?.split(', ') ?? [];
  expect(known.length).toBeGreaterThan(5);
  const page = await as('administrator');
  await visit(page, '/admin/policies?do=createApprovalPolicy', 'Approval policies');
  const options = page.getByRole('dialog').getByRole('combobox').first().locator('option');
  await expect(options).not.toHaveCount(0);
  const offered = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(offered.filter((value) => value !== '').sort()).toStrictEqual(known.sort());
});
