import { look, newCustomer, paid, sandbox, staff, unique } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

const code = unique('story').toLowerCase();

test.afterAll(async () => {
  // Its alerts end with the story: a second officer agrees to the retirement.
  const asked = await staff('amlOfficer', `/aml/scenarios/${code}/retire`, {});
  if (asked.status === 202)
    await staff('secondAmlOfficer', `/approvals/${String(asked.body.data.approvalId)}/approve`, {});
});

/** The definition that the form begins with, for outflows from ₦70,000 on. */
function definition(text: string): string {
  const begun = JSON.parse(text) as { code: string; title: string; parameters: { minimumKobo: { value: number } } };
  begun.code = code;
  begun.title = 'Outflow of a story';
  begun.parameters.minimumKobo.value = 7_100_000;
  return JSON.stringify(begun, null, 2);
}

test('A scenario goes from draft over shadow to live by two officers', async ({ as }) => {
  test.setTimeout(120_000);
  const page = await as('amlOfficer');
  await visit(page, '/aml/scenarios', 'Scenarios');
  await page.getByRole('button', { name: 'New scenario' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Code').fill(code);
  const input = form.getByLabel('Definition');
  const begun = await input.inputValue();
  await input.fill(definition(begun).replace('parameter.minimumKobo', 'parameter.none'));
  await form.getByRole('button', { name: 'New scenario' }).click();
  await expect(form.getByRole('alert')).toContainText('conditions[0].when');
  await isInOrder(page);
  await input.fill(definition(begun));
  await form.getByRole('button', { name: 'New scenario' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outflow of a story' })).toBeVisible();
  await expect(page.getByText('The draft has been checked and has no problem.')).toBeVisible();

  await page.getByRole('button', { name: 'Change the figures' }).click();
  await page.getByRole('dialog').getByLabel('Least amount').fill('70,000');
  await isInOrder(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Change the figures' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '₦70,000.00' })).toBeVisible();
  await page.getByRole('button', { name: 'Run in shadow' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run in shadow' }).click();
  await expect(page.getByText('Shadow 1')).toBeVisible();
  await isInOrder(page);

  const payer = await newCustomer('Scenario');
  await paid(sandbox.accounts[2]!.accountNumber, payer.accountNumber, 90_000);
  const posting = await paid(payer.accountNumber, sandbox.accounts[2]!.accountNumber, 72_000);
  const verdicts = `/aml/scenario-verdicts?ScenarioCode=${code}&PostingReferenceNumber=${posting}`;
  await expect.poll(async () => (await look('amlOfficer', verdicts)).data.recordCount, { timeout: 30_000 }).toBe(1);
  await page.getByRole('tab', { name: 'Verdicts' }).click();
  await expect(page.getByRole('link', { name: posting })).toBeVisible();
  await isInOrder(page);

  await page.getByRole('tab', { name: 'Past movements' }).click();
  await page.getByRole('button', { name: 'Try on past movements' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try on past movements' }).click();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible({ timeout: 30_000 });
  await isInOrder(page);

  await visit(page, `/aml/scenarios/${code}`, 'Outflow of a story');
  await page.getByRole('button', { name: 'Put live' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put live' }).click();
  await expect(page.getByText('Sent for approval. Nothing changes before a colleague approves it.')).toBeVisible();
  await expect(page.getByText('Live 1')).toHaveCount(0);
  const second = await as('secondAmlOfficer');
  await visit(second, '/approvals', 'Approvals');
  await second
    .getByRole('main')
    .getByRole('link', { name: /scenario/i })
    .first()
    .click();
  await second.getByRole('button', { name: /^Approve/ }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await visit(second, `/aml/scenarios/${code}`, 'Outflow of a story');
  await expect(second.getByText('Live 1')).toBeVisible();
});

test('The scenarios of the program and their groups are read on a telephone in dark colours', async ({ as }) => {
  const page = await as('amlOfficer', { width: 390, isDark: true });
  await visit(page, '/aml/scenarios?PageSize=100', 'Scenarios');
  await page.getByRole('link', { name: 'A quiet account wakes' }).click();
  await expect(page.getByRole('heading', { name: 'Conditions' })).toBeVisible();
  await isInOrder(page);
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('link', { name: 'Version 1' }).click();
  await expect(page.getByRole('heading', { name: 'Figures of version 1' })).toBeVisible();
  await visit(page, '/aml/scenario-groups', 'Scenario groups');
  await expect(page.getByRole('table', { name: 'Scenario groups' })).toBeVisible();
  await isInOrder(page);
});
