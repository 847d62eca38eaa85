import type { Route } from '@playwright/test';
import { changed, client, heldTransfer, look, sandbox, staff, unique } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('An officer takes a case with M, finds it among the own ones, and gives it back', async ({ as }) => {
  const held = await heldTransfer(7_110_000);
  const page = await as('amlOfficer');
  await visit(page, `/aml/holds/${held.approvalId}?Status=Held`, 'AML holds');
  await expect(page.getByRole('button', { name: 'Take it' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible();
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await expect(page).toHaveURL(/Assignee=STF004/);
  await expect(page.getByRole('link', { name: /₦7,110,000.00/ })).toBeVisible();
  const other = await as('secondAmlOfficer');
  await visit(other, `/aml/holds/${held.approvalId}`, 'AML holds');
  await expect(other.getByRole('definition').filter({ hasText: 'STF004' })).toBeVisible();
  await page.getByRole('link', { name: /₦7,110,000.00/ }).click();
  await page.getByRole('button', { name: 'Give back' }).click();
  await expect(page.getByRole('button', { name: 'Take it' })).toBeVisible();
  await expect(page.getByRole('link', { name: /₦7,110,000.00/ })).toHaveCount(0);
});

test('A hold that a colleague declined while the dialog was open is refused in words and changes nothing', async ({
  as,
}) => {
  const held = await heldTransfer(7_120_000);
  const page = await as('amlOfficer');
  // The window does not hear of the colleague's decision.
  await page.route('**/work/events', (route) => route.abort());
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  await page.getByRole('button', { name: /Release/ }).click();
  await page.getByRole('radio', { name: 'Known business' }).check();
  await page.getByRole('dialog').getByLabel('Note').fill('Known supplier; invoice seen.');
  const declined = await staff('secondAmlOfficer', `/aml/holds/${held.approvalId}/decline`, { note: 'Unknown.' });
  expect(declined.status).toBe(200);
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/already/i);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Declined. The movement will not be carried out.')).toBeVisible();
  const repeated = await client('/api/transfer/v1/localfundtransfer', held.body, held.reference);
  expect(repeated.status).toBeGreaterThanOrEqual(400);
});

test('Two holds, one selected before any case is open, are declined together with one note', async ({ as }) => {
  // The rule of the sandbox holds larger amounts than those that are decided in bulk at first.
  await changed('/configuration/BULK_DECISION_MAX_AMOUNT', { value: '8000000' }, 'PUT');
  await heldTransfer(7_130_000);
  await heldTransfer(7_130_001);
  const page = await as('amlOfficer');
  await visit(page, '/aml/holds?Status=Held&MinAmount=7130000&MaxAmount=7130001', 'AML holds');
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  await page.getByRole('checkbox').first().check();
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByText(/^2 cases/)).toBeVisible();
  await page.getByRole('region', { name: /Queue/ }).getByRole('button', { name: 'Decline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline 2 cases' });
  await expect(dialog.getByRole('button', { name: 'Decline 2 cases' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Denied by customer' }).check();
  await dialog.getByLabel('Note').fill('Not confirmed by the customer.');
  await dialog.getByRole('button', { name: 'Decline 2 cases' }).click();
  await expect(page.getByRole('dialog').getByText(/^2 cases decided/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing matches this view.')).toBeVisible();
});

test('A release is withdrawn before the client uses it, and the repetition is refused', async ({ as }) => {
  const held = await heldTransfer(7_140_000);
  await staff('amlOfficer', `/aml/holds/${held.approvalId}/approve`, { note: 'Confirmed with the customer.' });
  const page = await as('amlOfficer');
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw the release' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('The customer called again.');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the release' }).click();
  await expect(page.getByText('The release was withdrawn before it was used.')).toBeVisible();
  const repeated = await client('/api/transfer/v1/localfundtransfer', held.body, held.reference);
  expect(repeated.status).toBeGreaterThanOrEqual(400);
});

test('A note on a hold is kept, with its author, for the next officer', async ({ as }) => {
  const held = await heldTransfer(7_150_000);
  const page = await as('amlOfficer');
  // The first answer, without the note, arrives when the note has been added.
  const added = page.waitForResponse((answer) => answer.request().method() === 'POST' && /notes$/.test(answer.url()));
  const late = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await added;
    await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route(/\/notes\?/, late, { times: 1 });
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByLabel('New note').fill('Called the branch; the manager asks the customer.');
  await notes.getByRole('button', { name: 'Add the note' }).click();
  await expect(notes.getByRole('listitem')).toContainText('Called the branch');
  const other = await as('secondAmlOfficer');
  await visit(other, `/aml/holds/${held.approvalId}`, 'AML holds');
  await expect(other.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toContainText('STF004');
});

test('Counts are right again after the connection was lost', async ({ as }) => {
  const page = await as('amlOfficer');
  await visit(page, '/', /Good to see you/);
  const count = async (): Promise<number> => {
    const { data } = await look('amlOfficer', '/work');
    return (data.amlHolds as { open: number }).open;
  };
  await page.context().setOffline(true);
  const shown = page.getByRole('link', { name: /AML holds to decide/ });
  const held = await heldTransfer(7_160_000);
  await page.context().setOffline(false);
  // Other stories hold and decide movements at the same time.
  await expect
    .poll(async () => Number(/\d+/.exec((await shown.textContent())!)?.[0]) - (await count()), { timeout: 20_000 })
    .toBe(0);
  await staff('amlOfficer', `/aml/holds/${held.approvalId}/decline`, { note: 'End of the story.' });
});

test('A rule is tried out on past movements and made; of two changes at once the second is refused', async ({ as }) => {
  const name = unique('Rule');
  const rule = await changedRule(name);
  const page = await as('amlOfficer');
  await visit(page, `/aml/rules/${rule}/trial`, name);
  await expect(page.getByText('Movements that meet the rule')).toBeVisible();
  await isInOrder(page);
  await visit(page, `/aml/rules?do=updateAmlRule&of=${rule}`, 'AML rules');
  const form = page.getByRole('dialog', { name: 'Change the rule' });
  await form.getByLabel(/Description/).fill('Changed in one window');
  const rules = (await look('amlOfficer', '/aml/rules?PageSize=200')).data.data as RuleRow[];
  const { version, ...before } = rules.find(({ id }) => id === rule)!;
  const body = { name, direction: before.direction, threshold: before.threshold, description: 'Changed in the other' };
  const other = await staff('secondAmlOfficer', `/aml/rules/${rule}`, body, 'PUT', { 'if-match': `"${version}"` });
  expect([200, 202]).toContain(other.status);
  if (other.status === 202) await approvedBy('amlOfficer', Number(other.body.data.approvalId));
  await form.getByRole('button', { name: 'Change the rule' }).click();
  await expect(form.getByRole('alert')).toContainText(/changed|meanwhile|version/i);
  await isInOrder(page);
  const after = (await look('amlOfficer', '/aml/rules?PageSize=200')).data.data as RuleRow[];
  expect(after.find(({ id }) => id === rule)!.description).toBe('Changed in the other');
  await staff('amlOfficer', `/aml/rules/${rule}/deactivate`, {});
});

interface RuleRow {
  id: number;
  version: string;
  direction: string;
  threshold: number;
  description: string | null;
}

/** A rule for one account that nothing meets. @returns its id. */
async function changedRule(name: string): Promise<number> {
  const { status, body } = await staff('amlOfficer', '/aml/rules', {
    name,
    direction: 'inflow',
    threshold: 900_000_000,
    accountNumber: sandbox.accounts[3]!.accountNumber,
    action: 'hold',
    active: true,
  });
  if (status === 200) return Number(body.data.id);
  if (status !== 202) throw new Error(`No rule: ${status} ${JSON.stringify(body)}`);
  return Number((await approvedBy('secondAmlOfficer', Number(body.data.approvalId))).id);
}

async function approvedBy(who: 'amlOfficer' | 'secondAmlOfficer', id: number): Promise<Record<string, unknown>> {
  const { status, body } = await staff(who, `/approvals/${id}/approve`, {});
  if (status !== 200) throw new Error(`Not approved: ${status} ${JSON.stringify(body)}`);
  return body.data.result as Record<string, unknown>;
}
