import { client, look, member, newAccount, newCustomer, requestedLoan, role, staff, unique } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('Ctrl K finds an account by its number and a customer by a name with an apostrophe', async ({ as }) => {
  const lastName = `O'${unique('Brien')}`;
  const account = await newAccount(lastName);
  const page = await as('maker');
  await visit(page, '/', /Good to see you/);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search or go to' });
  await search.getByRole('combobox').fill(account);
  await expect(search.getByRole('option', { name: new RegExp(`${account}|Ngozi`) }).first()).toBeVisible();
  await isInOrder(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName);
  await expect(page.getByText(account).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill(lastName);
  await search
    .getByRole('option', { name: /Customer/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName);
});

test('A person is found by the whole BVN, which neither the address nor the browser keeps', async ({ as }) => {
  const lastName = unique('Bvn');
  const bvn = `222${String(Date.now()).slice(-8)}`;
  const { customerID } = await newCustomer(lastName, { bvn });
  const page = await as('maker');
  await visit(page, '/customers', 'Customers');
  await page.getByRole('button', { name: 'Find by BVN or NIN' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find a person by identity number' });
  await expect(dialog.getByLabel('Whole BVN')).toBeFocused();
  await page.keyboard.type('2221234');
  await expect(dialog.getByRole('button', { name: 'Find the person' })).toBeDisabled();
  await dialog.getByLabel('Whole BVN').fill('22200000009');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('No customer has this BVN');
  await isInOrder(page);
  // A BVN is no NIN: the same digits of the other kind find nobody.
  await dialog.getByLabel('Kind of number').selectOption('NIN');
  await dialog.getByLabel('Whole NIN').fill(bvn);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('No customer has this NIN');
  await dialog.getByLabel('Kind of number').selectOption('BVN');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByLabel('Whole BVN').fill(`${bvn.slice(0, 4)} ${bvn.slice(4)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName);
  await expect(dialog).toHaveCount(0);
  expect(page.url()).toMatch(new RegExp(`/customers/${customerID}$`));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  expect(page.url()).not.toContain(bvn);
  await expect(page.locator('body')).not.toContainText(bvn);
});

test('An account is frozen at once, and unfrozen when a colleague approves', async ({ as }) => {
  const owner = unique('Freeze');
  const account = await newAccount(owner);
  const maker = await as('maker');
  await visit(maker, `/accounts/${account}`, `Ngozi ${owner}`);
  const act = async (name: string, reason: string): Promise<void> => {
    await maker.getByRole('button', { name: /^(Actions|Change)/ }).click();
    await maker.getByRole('menuitem', { name }).click();
    await maker.getByRole('dialog').getByLabel('Reason').fill(reason);
    await maker.getByRole('dialog').getByRole('button', { name }).click();
  };
  await act('Freeze the account', 'Order of the court');
  await expect(maker.getByText('The account is frozen.')).toBeVisible();
  await act('Unfreeze the account', 'The order was lifted');
  await expect(maker.getByText('Sent for approval.')).toBeVisible();
  await expect(maker.getByText('Frozen', { exact: true }).first()).toBeVisible();
  const officer = await as('amlOfficer');
  await visit(officer, `/approvals?Status=Pending&DecidableByMe=true&Operation=unfreeze-account`, 'Approvals');
  await officer.getByRole('link').filter({ hasText: account }).first().click();
  await officer.getByRole('button', { name: /Approve/ }).click();
  await officer.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(officer.getByText('Approved.', { exact: true })).toBeVisible();
  await visit(maker, `/accounts/${account}?tab=events`, `Ngozi ${owner}`);
  const events = maker.getByRole('region', { name: 'What happened' }).getByRole('listitem');
  await expect(events.filter({ hasText: 'Opened' })).toHaveCount(1);
  await expect(events.filter({ hasText: 'Order of the court' }).first()).toBeVisible();
  await expect(events.filter({ hasText: 'The order was lifted' }).first()).toContainText('approved by STF004');
  await isInOrder(maker);
  await visit(maker, `/accounts/${account}?tab=history`, `Ngozi ${owner}`);
  await expect(maker.getByText('Active', { exact: true }).first()).toBeVisible();
});

test('A request whose answer was lost counts once, also from a form that was closed and opened anew', async ({
  as,
}) => {
  const owner = unique('Lost');
  const account = await newAccount(owner);
  const page = await as('maker');
  const references: (string | undefined)[] = [];
  await page.route('**/v1/accounts/freeze', async (route) => {
    references.push(route.request().headers()['request-reference']);
    if (references.length > 1) return route.continue();
    // The server does it, but its answer does not arrive.
    await route.fetch();
    await route.abort();
  });
  await visit(page, `/accounts/${account}`, `Ngozi ${owner}`);
  const drawer = page.getByRole('dialog', { name: 'Freeze the account' });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Freeze the account', exact: true }).click();
    await expect(drawer.getByLabel('Reason')).toBeVisible();
  };
  await open();
  await drawer.getByLabel('Reason').fill('Stolen phone');
  await drawer.getByRole('button', { name: 'Freeze the account' }).click();
  await expect(drawer.getByText(/It is not known whether the request was carried out/)).toBeVisible();
  // The entries stay as they were sent until the result of the request is known.
  await expect(drawer.getByLabel('Reason')).toBeDisabled();
  await expect(drawer.getByRole('button', { name: 'Send again' })).toBeEnabled();
  await isInOrder(page);
  const questions: string[] = [];
  page.once('dialog', (question) => {
    questions.push(question.message());
    void question.dismiss();
  });
  await page.keyboard.press('Escape');
  await expect(drawer).toBeVisible();
  page.once('dialog', (question) => {
    questions.push(question.message());
    void question.accept();
  });
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawer).toHaveCount(0);
  expect(questions).toEqual([
    expect.stringContaining('It is not known whether'),
    expect.stringContaining('It is not known whether'),
  ]);
  await open();
  await drawer.getByLabel('Reason').fill('Stolen phone');
  await drawer.getByRole('button', { name: 'Freeze the account' }).click();
  await expect(page.getByText('The account is frozen.')).toBeVisible();
  expect(references).toEqual([references[0], references[0]]);
  const { data } = await look('maker', `/accounts/status-changes?AccountNumber=${account}`);
  expect(data.recordCount).toBe(1);
  // The answer is known now: a further freeze for the same reason is another one.
  await open();
  await drawer.getByLabel('Reason').fill('Stolen phone');
  await drawer.getByRole('button', { name: 'Freeze the account' }).click();
  await expect(drawer).toHaveCount(0);
  expect(references[2]).not.toBe(references[0]);
});

test('A loan is approved and paid out; the schedule after a restructure is the one of its preview', async ({ as }) => {
  const loan = await requestedLoan(240_000);
  const checker = await as('checker');
  await visit(checker, `/loans/${loan.id}`, `Loan ${loan.loanAccountNumber}`);
  await checker.getByRole('button', { name: 'Approve the loan' }).click();
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve the loan' }).click();
  await expect(checker.getByText('The loan has been approved.')).toBeVisible();
  const paid = await client('/api/loanaccount/v1/disburseloan', {
    loanAccountNumber: loan.loanAccountNumber,
    referenceNumber: unique('DISB'),
    allowDisbursementToGL: false,
  });
  expect(paid.status).toBe(200);
  const maker = await as('maker');
  await visit(maker, `/loans/${loan.id}?tab=adjustments`, `Loan ${loan.loanAccountNumber}`);
  const trial = maker.getByRole('region', { name: 'Try out a restructure' });
  await trial.getByLabel('New tenure').fill('6');
  await trial.getByRole('button', { name: 'Show the effect' }).click();
  const preview = trial.getByRole('table', { name: 'Schedule after the restructure' });
  await expect(preview.getByRole('row')).toHaveCount(8);
  const promised = await preview.getByRole('row').allInnerTexts();
  await isInOrder(maker);
  await trial.getByRole('button', { name: 'Ask for this restructure' }).click();
  const form = maker.getByRole('dialog');
  await form.getByLabel('Reason').fill('The borrower asked for a shorter loan.');
  await form.getByRole('button', { name: 'Restructure the loan' }).click();
  await expect(maker.getByText('Sent for approval.')).toBeVisible();
  await visit(checker, '/approvals?Status=Pending&DecidableByMe=true&Operation=loan-restructure', 'Approvals');
  await checker.getByRole('link').filter({ hasText: loan.loanAccountNumber }).first().click();
  await checker.getByRole('button', { name: /Approve/ }).click();
  await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(checker.getByText('Approved.', { exact: true })).toBeVisible();
  await visit(maker, `/loans/${loan.id}?tab=schedule`, `Loan ${loan.loanAccountNumber}`);
  const schedule = maker.getByRole('table', { name: `Schedule of loan ${loan.loanAccountNumber}` });
  await expect(schedule.getByRole('row')).toHaveCount(8);
  expect(await schedule.getByRole('row').allInnerTexts()).toStrictEqual(promised);
});

test('The secret of an API client is shown once, and a new one ends the old', async ({ as }) => {
  const name = unique('Payroll');
  const page = await as('administrator');
  await visit(page, '/admin/clients', 'API clients');
  await page.getByRole('button', { name: 'Create an API client' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(name);
  await form.getByRole('checkbox').first().check();
  await form.getByRole('button', { name: 'Create an API client' }).click();
  const shown = page.getByRole('dialog', { name: /Secret of the client/ });
  await expect(shown).toContainText('This is shown once.');
  await isInOrder(page);
  const clientId = (await shown.getByRole('heading').innerText()).split(' ').at(-1)!;
  const first = await shown.getByRole('code').innerText();
  expect(await signsIn(clientId, first)).toBe(true);
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await page.reload();
  await expect(page.getByText('This is shown once.')).toHaveCount(0);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: /^(Actions|Change)/ }).click();
  await page.getByRole('menuitem', { name: 'Make a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
  const renewed = page.getByRole('dialog', { name: /New secret of the client/ });
  const second = await renewed.getByRole('code').innerText();
  expect(second).not.toBe(first);
  expect(await signsIn(clientId, first), 'The old secret has ended').toBe(false);
  expect(await signsIn(clientId, second)).toBe(true);
  await renewed.getByRole('button', { name: 'I have kept it' }).click();
});

/** Whether an API client gets a token with the secret. */
async function signsIn(clientId: string, clientSecret: string): Promise<boolean> {
  const response = await fetch(`${process.env.CONSOLE_URL}/api/auth/v1/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  });
  return response.ok;
}

test('A permission that a role loses leaves the menu of an open window, and its page', async ({ as }) => {
  const name = await role(['view-branches', 'view-customers', 'view-staff']);
  const page = await as(await member([name]));
  await page.clock.install();
  await visit(page, '/admin/branches', 'Branches');
  const link = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Customers', exact: true });
  await expect(link).toBeVisible();
  const roles = (await look('administrator', '/roles?PageSize=100')).data.data as { name: string; version: string }[];
  const version = roles.find((one) => one.name === name)!.version;
  const permissions = ['view-branches', 'view-staff'];
  const headers = { 'if-match': `"${version}"` };
  const change = await staff('administrator', `/roles/${name}`, { permissions }, 'PATCH', headers);
  expect(change.status).toBe(200);
  await page.clock.fastForward('00:31');
  await expect(link).toHaveCount(0);
  await page.goto(`${process.env.CONSOLE_URL}/console/customers`);
  await expect(page.getByText('You may not see this page')).toBeVisible();
});
