import { look, member, newAccount, role, staff, unique, waitingGroup } from '../sandbox';
import { expect, isInOrder, signIn, test, visit } from '../story';

test('Filters and order of a list are in its address: they stay after a reload, and Back returns to them', async ({
  as,
}) => {
  const page = await as('checker');
  await visit(page, '/customers', 'Customers');
  await page.getByLabel(/Name/).first().fill('Okafor');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/=Okafor/);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(rows.first()).toContainText(/okafor/i);
  const address = page.url();
  await page.reload();
  await expect(page.getByLabel(/Name/).first()).toHaveValue('Okafor');
  await rows.first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/okafor/i);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).not.toHaveURL(/Okafor/);
});

test('A view is kept under a name, opened again from the menu, and removed', async ({ as }) => {
  const name = unique('Large');
  const page = await as('checker');
  await visit(page, '/approvals?Status=Pending&MinAmount=1000000', 'Approvals');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Keep this view …' }).click();
  await page.getByRole('dialog').getByLabel(/Name/).fill(name);
  await isInOrder(page);
  await page.getByRole('dialog').getByRole('button', { name: /Keep/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await visit(page, '/approvals', 'Approvals');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page).toHaveURL(/MinAmount=1000000/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Remove views …' }).click();
  await page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: /Remove/ })
    .click();
  await expect(page.getByRole('dialog').getByText(name)).toHaveCount(0);
});

test('A case that was assigned to one checker is found by the supervisor, who takes it over', async ({ as }) => {
  const id = await waitingGroup(1_750);
  const page = await as('checker');
  await visit(page, `/approvals/${id}`, 'Approvals');
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible();
  const supervisor = await as(
    await member([await role(['view-approvals', 'approve-transactions', 'supervise-approvals'])], 'Sade Supervisor'),
  );
  await visit(supervisor, '/approvals?Status=Pending&Assignee=STF003', 'Approvals');
  await supervisor.getByRole('link', { name: /₦1,750.00/ }).click();
  await supervisor.getByRole('button', { name: 'Take it' }).click();
  await expect(supervisor.getByRole('button', { name: 'Give back' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Take it' })).toBeVisible();
});

test('A session that ended behind a dialog asks for the sign-in, and the decision is made once with its note', async ({
  as,
}) => {
  const id = await waitingGroup(1_760);
  const person = await member(['Checker'], 'Kemi Checker');
  const page = await as(person);
  await visit(page, `/approvals/${id}`, 'Approvals');
  await page.getByRole('button', { name: /Decline/ }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Entered twice.');
  await page.context().clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByLabel('Password').fill(person.password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('dialog').getByLabel('Note')).toHaveValue('Entered twice.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Decline|Send again/ })
    .click();
  await expect(page.getByText('Declined.', { exact: true })).toBeVisible();
  const { data } = await look('checker', `/approvals/${id}`);
  expect(data).toMatchObject({ status: 'Declined', decisions: [{ decision: 'Declined', note: 'Entered twice.' }] });
});

test('A branch that a colleague changed meanwhile is not overwritten', async ({ as }) => {
  const made = await staff('administrator', '/branches', {
    branchCode: unique('').slice(-6).replaceAll('-', '0'),
    branchName: unique('Branch'),
  });
  expect(made.status, made.body.message).toBe(200);
  const { branchCode, branchName, version } = made.body.data as Record<string, string>;
  const page = await as('administrator');
  await page.clock.install();
  await visit(page, `/admin/branches?do=updateBranch&of=${branchCode}&PageSize=200`, 'Branches');
  const form = page.getByRole('dialog', { name: 'Change the branch' });
  await form.getByLabel(/Address/).fill('12 Marina, Lagos');
  const other = await staff('secondAdministrator', `/branches/${branchCode}`, { address: '1 Broad Street' }, 'PATCH', {
    'if-match': `"${version}"`,
  });
  expect(other.status).toBe(200);
  // The list behind the form is read anew when its window comes to the front; the form keeps the version it began with.
  const again = page.waitForResponse((answer) => answer.url().includes('/v1/branches?'));
  await page.clock.fastForward(20_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await again;
  await form.getByRole('button', { name: 'Change the branch' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await isInOrder(page);
  // The form holds unsent text, so the browser asks before it is closed.
  page.once('dialog', (asked) => void asked.accept());
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
  await visit(page, '/admin/branches?PageSize=200', 'Branches');
  const row = page.getByRole('row').filter({ hasText: branchName });
  await expect(row).toContainText('1 Broad Street');
});

test('A till that a colleague changed meanwhile is not overwritten, and the page shows the change', async ({ as }) => {
  const { staffID } = await member(['Maker'], 'Tayo Teller');
  const terms = { name: unique('Till'), branchCode: '001', tellerStaffID: staffID };
  const accountNumber = unique('T').slice(0, 20);
  const made = await staff('administrator', '/tills', { ...terms, accountNumber, cashLimit: 500_000 });
  expect(made.status, made.body.message).toBe(200);
  const id = String(made.body.data.id);
  const page = await as('administrator');
  await visit(page, `/tills/${id}?do=updateTill`, terms.name);
  const form = page.getByRole('dialog', { name: 'Change the till' });
  await form.getByLabel(/^Name/).fill(`${terms.name} of the hall`);
  const colleague = await staff('secondAdministrator', `/tills/${id}`, { ...terms, cashLimit: 200_000 }, 'PUT');
  expect(colleague.status, colleague.body.message).toBe(200);
  await form.getByRole('button', { name: 'Change the till' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(page.getByText('₦200,000.00')).toBeVisible();
  expect((await look('administrator', `/tills/${id}`)).data).toMatchObject({ name: terms.name, cashLimit: 200_000 });
});

test('Wrong passwords lock the sign-in, and an administrator opens it again', async ({ as, page }) => {
  const person = await member(['Maker']);
  await page.goto('/console/login');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const refused = page.waitForResponse((response) => response.url().includes('/session') && !response.ok());
    await signIn(page, { ...person, password: `not the password ${attempt}` });
    await refused;
  }
  await signIn(page, person);
  await expect(page.getByRole('alert')).toBeVisible();
  const administrator = await as('administrator');
  await visit(administrator, `/admin/staff/${person.staffID}`, 'Nneka Story');
  await administrator.getByRole('button', { name: /^(Actions|Change)/ }).click();
  await administrator.getByRole('menuitem', { name: 'Unlock the sign-in' }).click();
  await administrator.getByRole('dialog').getByRole('button', { name: 'Unlock the sign-in' }).click();
  await expect(administrator.getByText(/unlocked|Sent for approval/).first()).toBeVisible();
  await signIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
});

test('An identity number is revealed for a reason, and the audit log has both', async ({ as }) => {
  const account = await newAccount(unique('Reveal'));
  const { data } = await look('maker', `/accounts/${account}`);
  const reader = await member([await role(['view-customers', 'reveal-personal-data', 'view-audit-log'])]);
  const page = await as(reader);
  await visit(page, `/customers/${String(data.customerID)}?tab=data&do=revealIdentityNumbers`, /Reveal/);
  const form = page.getByRole('dialog');
  await form.getByRole('checkbox').first().check();
  await form.getByLabel('Reason').fill('Complaint 2026-114');
  await form.getByRole('button', { name: 'Reveal' }).click();
  await expect(page.getByRole('dialog', { name: 'Identity numbers' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await visit(page, `/audit?Actor=staff:${reader.staffID}`, 'Audit log');
  await expect(page.getByRole('row').filter({ hasText: 'Complaint 2026-114' }).first()).toBeVisible();
});

test('A telephone number finds its customer in Ctrl K, and a ledger opens its entries', async ({ as }) => {
  const page = await as('maker');
  await visit(page, '/', /Good to see you/);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search or go to' });
  await search.getByRole('combobox').fill('08030000001');
  await search
    .getByRole('option', { name: /Customer/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/customers\//);
  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill('1021');
  await search
    .getByRole('option', { name: /Ledger/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ledger 1021' })).toBeVisible();
  expect(page.url()).toContain('LedgerCode=1021');
});
