import { changed, member, staff, unique, waitingGroup } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('Selected requests are approved together; one that a colleague decided meanwhile is explained', async ({ as }) => {
  const ids = [await waitingGroup(2_110), await waitingGroup(2_120), await waitingGroup(2_130)];
  const page = await as('checker');
  await visit(page, '/approvals?Status=Pending&Operation=posting-group&MinAmount=2110&MaxAmount=2130', 'Approvals');
  for (const id of ids) await page.getByRole('checkbox', { name: `Select ${id}` }).check();
  await expect(page.getByText('3 cases, ₦6,360.00')).toBeVisible();
  await page.getByRole('region', { name: /Queue/ }).getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 3 cases' });
  await isInOrder(page);
  const declined = await staff('checker', `/approvals/${ids[1]}/decline`, { note: 'Entered twice.' });
  expect(declined.status).toBe(200);
  await dialog.getByRole('button', { name: 'Approve 3 cases' }).click();
  await expect(dialog.getByText('2 cases decided, 1 not.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await isInOrder(page);
  await dialog.getByText('Close', { exact: true }).click();
  await expect(page.getByRole('checkbox', { name: `Select ${ids[0]}` })).toHaveCount(0);
});

test('Where two people must approve, the first approval says so, cannot be repeated, and the second posts', async ({
  as,
}) => {
  const amountFloor = 70_000 + (Date.now() % 9_000);
  await changed('/approval-policies', { operation: 'posting-group', amountFloor, requiredCheckers: 2, active: true });
  const second = await member(['Checker'], 'Kemi Checker');
  const id = await waitingGroup(amountFloor);
  const first = await as('checker');
  await visit(first, `/approvals/${id}`, 'Approvals');
  await first.getByRole('button', { name: /Approve/ }).click();
  await expect(first.getByRole('dialog')).toContainText('One more person must approve before anything happens.');
  await first.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(first.getByText('Approved.', { exact: true })).toBeVisible();
  await visit(first, `/approvals/${id}`, 'Approvals');
  await expect(first.getByRole('definition').filter({ hasText: '1 of 2' })).toBeVisible();
  await expect(first.getByRole('button', { name: /Approve/ })).toBeDisabled();
  const other = await as(second);
  await visit(other, `/approvals/${id}`, 'Approvals');
  await other.getByRole('button', { name: /Approve/ }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Approved.', { exact: true })).toBeVisible();
  // The server carries an approved request out a moment later.
  await expect(async () => {
    await visit(other, `/approvals/${id}`, 'Approvals');
    await expect(other.getByText('Posted', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});

test('A posting group shows its difference while one types, and a refused account on its leg', async ({ as }) => {
  const page = await as('maker');
  const reference = unique('GRP');
  await visit(page, '/posting-groups/new', 'Enter a posting group');
  await page.getByRole('textbox', { name: 'Reference' }).fill(reference);
  await page.getByRole('textbox', { name: 'Narration', exact: true }).fill('Correction of charges');
  await page.getByRole('button', { name: 'Add a leg' }).click();
  const legs = [
    ['0000000059', 'Debit', '3000'],
    ['0000000028', 'Credit', '1000'],
    ['0000000012', 'Credit', '1500'],
  ] as const;
  for (const [index, [account, side, amount]] of legs.entries()) {
    await page.getByLabel(`Account or ledger of leg ${index + 1}`).fill(account);
    await page.getByLabel(`Side of leg ${index + 1}`).selectOption(side);
    await page.getByLabel(`Amount of leg ${index + 1}`).fill(amount);
  }
  const send = page.getByRole('button', { name: 'Enter the posting group' });
  await expect(page.getByRole('status').getByText('Debits are more by ₦500.00')).toBeVisible();
  await expect(send).toBeDisabled();
  await page.getByLabel('Amount of leg 3').fill('2000');
  await expect(page.getByRole('status').getByText('Balanced')).toBeVisible();
  await send.click();
  await expect(page.getByLabel('Account or ledger of leg 3')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Account or ledger of leg 2')).toHaveAttribute('aria-invalid', 'false');
  await isInOrder(page);
  await page.getByLabel('Account or ledger of leg 3').fill('0000000035');
  await send.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Posting groups' })).toBeVisible();
  await expect(page.getByText(reference)).toBeVisible();
});

test('A posting group whose answer was lost keeps its reference while nothing is stored, and is posted once', async ({
  as,
}) => {
  const page = await as('maker');
  const references: (string | undefined)[] = [];
  await page.route('**/v1/posting-groups', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    references.push(route.request().headers()['request-reference']);
    if (references.length === 1) {
      // The server does it, but its answer does not arrive.
      await route.fetch();
      return route.abort();
    }
    if (references.length > 2) return route.continue();
    const data = { statusCode: 'REQUEST_IN_PROGRESS' };
    return route.fulfill({ status: 409, json: { status: false, message: 'It is being worked on.', data } });
  });
  const reference = unique('GRP');
  await visit(page, '/posting-groups/new', 'Enter a posting group');
  await page.getByRole('textbox', { name: 'Reference' }).fill(reference);
  await page.getByRole('textbox', { name: 'Narration', exact: true }).fill('Correction of charges');
  const legs = [
    ['0000000059', 'Debit'],
    ['0000000028', 'Credit'],
  ] as const;
  for (const [index, [account, side]] of legs.entries()) {
    await page.getByLabel(`Account or ledger of leg ${index + 1}`).fill(account);
    await page.getByLabel(`Side of leg ${index + 1}`).selectOption(side);
    await page.getByLabel(`Amount of leg ${index + 1}`).fill('1000');
  }
  await page.getByRole('button', { name: 'Enter the posting group' }).click();
  // Other amounts would be another group, posted besides the one whose answer was lost.
  await expect(page.getByLabel('Amount of leg 1')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add a leg' })).toBeDisabled();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('It is being worked on.')).toBeVisible();
  await expect(page.getByLabel('Amount of leg 1')).toBeDisabled();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Posting groups' })).toBeVisible();
  await expect(page.getByText(reference)).toHaveCount(1);
  expect(references).toEqual(Array(3).fill(references[0]));
});
