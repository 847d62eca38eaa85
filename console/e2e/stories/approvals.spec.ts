import { staff, unique, waitingGroup } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('A maker sees the own request, cannot decide it, and reads why', async ({ as }) => {
  const id = await waitingGroup(1_250);
  const page = await as('maker');
  await visit(page, `/approvals/${id}`, 'Approvals');
  await expect(page.getByRole('button', { name: /Approve/ })).toBeDisabled();
  await expect(page.getByText(/^You do not have the permission/)).toBeVisible();
  await isInOrder(page);
});

test('A checker approves once, although the button was pressed twice', async ({ as }) => {
  const id = await waitingGroup(1_350);
  const page = await as('checker');
  await visit(page, `/approvals/${id}`, 'Approvals');
  await page.getByRole('button', { name: /Approve/ }).click();
  const dialog = page.getByRole('dialog');
  await isInOrder(page);
  await dialog.getByRole('button', { name: 'Approve' }).dblclick();
  await expect(page.getByText('Approved.', { exact: true })).toHaveCount(1);
  await visit(page, `/approvals/${id}`, 'Approvals');
  await expect(page.getByText('Posted', { exact: true })).toBeVisible();
});

test('A decision whose answer was lost is sent again under the same reference and counts once', async ({ as }) => {
  const id = await waitingGroup(1_450);
  const page = await as('checker');
  await visit(page, `/approvals/${id}`, 'Approvals');
  const references: (string | undefined)[] = [];
  await page.route('**/approve', async (route) => {
    references.push(route.request().headers()['request-reference']);
    if (references.length > 1) return route.continue();
    // The server decides, but its answer does not arrive.
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: /Approve/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByText(/It is not known whether/)).toBeVisible();
  await expect(page.getByText(/^Approved by/).first(), 'The case behind the dialog is decided').toBeVisible();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Approved.', { exact: true })).toBeVisible();
  expect(new Set(references).size).toBe(1);
  await visit(page, `/approvals/${id}`, 'Approvals');
  await expect(page.getByText('Posted', { exact: true })).toBeVisible();
});

test('A request is declined only with a note', async ({ as }) => {
  const id = await waitingGroup(1_550);
  const page = await as('checker');
  await visit(page, `/approvals/${id}?Status=Pending&DecidableByMe=true`, 'Approvals');
  await page.getByRole('button', { name: /Decline/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Decline' })).toBeDisabled();
  await dialog.getByLabel('Note').fill('The charges were right.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Declined.', { exact: true })).toBeVisible();
});

test('Only who asked for a change is offered to withdraw it', async ({ as }) => {
  const asked = await staff('administrator', '/roles', {
    ...{ name: unique('Role'), description: 'Made by a story', permissions: ['view-loans'] },
  });
  expect(asked.status, asked.body.message).toBe(202);
  const path = `/approvals/${String(asked.body.data.approvalId)}`;
  const colleague = await as('secondAdministrator');
  await visit(colleague, path, 'Approvals');
  await expect(colleague.getByRole('button', { name: /^Approve/ })).toBeEnabled();
  await expect(colleague.getByRole('main').getByRole('button', { name: /^Actions/ })).toHaveCount(0);
  const maker = await as('administrator');
  await visit(maker, path, 'Approvals');
  await maker
    .getByRole('main')
    .getByRole('button', { name: /^Actions/ })
    .click();
  await maker.getByRole('menuitem', { name: 'Withdraw' }).click();
  await maker.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(maker.getByText('The request has been withdrawn.')).toBeVisible();
  // The page of the colleague learns it by itself.
  await expect(colleague.getByText(/^Canceled by/)).toBeVisible();
});

test('The largest amounts of a request are whole beside the queue of a narrow window', async ({ as }) => {
  const amount = 999_999_999_999.99;
  const asked = await staff('maker', '/posting-groups', {
    referenceNumber: unique('GRP'),
    narration: 'Correction of charges',
    entries: [
      { account: '1010', side: 'Debit', amount },
      // No screening of other stories stops what moves between ledgers.
      { account: '2070', side: 'Credit', amount },
    ],
  });
  expect(asked.status, asked.body.message).toBe(202);
  const page = await as('checker', { width: 1024 });
  await visit(page, `/approvals/${String(asked.body.data.approvalId)}`, 'Approvals');
  const entries = page.getByRole('region', { name: 'Entries' });
  await expect(entries.getByText('₦999,999,999,999.99')).toHaveCount(2);
  expect(await entries.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  await isInOrder(page);
});
