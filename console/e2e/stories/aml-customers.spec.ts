import { changed, look, newCustomer, paid, sandbox } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('An officer proposes another risk level, cannot approve it, and a second officer does', async ({ as }) => {
  await changed('/configuration/RISK_RATING_ENABLED', { value: 'true' }, 'PUT');
  const { customerID } = await newCustomer('Rated');
  const rated = async (): Promise<unknown> => (await look('amlOfficer', `/risk-ratings/${customerID}`)).status;
  await expect.poll(rated, { timeout: 40_000 }).toBe(true);
  const page = await as('amlOfficer');
  await visit(page, `/customers/${customerID}?tab=risk`, /Ngozi/);
  await page.getByRole('button', { name: 'Propose another level' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Level').selectOption('high');
  await form.getByLabel('Reason').fill('Adverse media about the business.');
  await form.getByLabel('Last day').fill('2099-12-31');
  await form.getByRole('button', { name: 'Propose another level' }).click();
  await expect(page.getByText('You proposed this level; somebody else must approve it.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve the level/ })).toHaveCount(0);
  await isInOrder(page);
  const second = await as('secondAmlOfficer');
  await visit(second, '/risk-ratings?Proposed=true', 'Risk ratings');
  await second.getByRole('link', { name: customerID }).click();
  await second.getByRole('button', { name: /^Approve the level/ }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve the level' }).click();
  await expect(second.getByText(/Set by staff; the model says/)).toBeVisible();
  await expect(second.getByRole('table', { name: 'Changes' })).toContainText('Level of staff');
  await isInOrder(second);
});

test('A complaint about fraud is confirmed, its money is blocked, and the investigation is closed', async ({ as }) => {
  const payer = await newCustomer('Deceived');
  const payee = await newCustomer('Collector');
  await paid(sandbox.accounts[2]!.accountNumber, payer.accountNumber, 30_000);
  const posting = await paid(payer.accountNumber, payee.accountNumber, 25_000);
  const page = await as('amlOfficer');
  await visit(page, '/fraud-complaints', 'Fraud complaints');
  await page.getByRole('button', { name: 'Add a complaint' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Posting').fill(posting);
  await form.getByLabel('Disputed amount').fill('25,000');
  await form.getByLabel('Told by the customer').fill('The caller said to be the bank and had me send the money.');
  await form.getByRole('button', { name: 'Add a complaint' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Complaint \d+/ })).toBeVisible();
  await isInOrder(page);
  for (const step of ['Confirm the receipt', 'Block the money']) {
    await page.getByRole('main').getByRole('button', { name: step }).click();
    await page.getByRole('dialog').getByRole('button', { name: step }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByText('Lien of the disputed amount')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Close the investigation' }).click();
  await form.getByLabel('Verdict').selectOption('rejected');
  await form.getByLabel('Rationale').fill('The customer knew the payee.');
  await isInOrder(page);
  await form.getByRole('button', { name: 'Close the investigation' }).click();
  await expect(page.getByText('Nothing is left to do.')).toBeVisible();
  await expect(page.getByText('Rejected.')).toBeVisible();
  await isInOrder(page);
  await page.setViewportSize({ width: 390, height: 860 });
  await isInOrder(page);
});
