import type { Page } from '@playwright/test';
import { changed, newCustomer, paid, sandbox } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test.beforeAll(async () => {
  for (const [key, value] of [
    ['NFIU_ENTITY_ID', '4711'],
    ['NFIU_REPORTER_FIRST_NAME', 'Amina'],
    ['NFIU_REPORTER_LAST_NAME', 'Officer'],
  ])
    await changed(`/configuration/${key}`, { value }, 'PUT');
});

/** Presses the button of a step on the page, and the same button in its dialog. */
async function step(page: Page, name: string, confirm = name): Promise<void> {
  await page.getByRole('main').getByRole('button', { name }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: confirm }).click();
}

/** Records the due diligence of a person on the page of the customer. */
async function recordDiligence(page: Page, customerID: string): Promise<void> {
  await visit(page, `/customers/${customerID}?tab=diligence`, /Ngozi/);
  await page.getByRole('button', { name: 'Record due diligence' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Occupation').fill('Trader in textiles');
  await form.getByLabel('Source of wealth').fill('Trade in textiles');
  await form.getByLabel('Country of residence').selectOption({ label: 'Nigeria' });
  await form.getByLabel('Document issued').fill('2021-03-04');
  await form.getByLabel('Country of the document').selectOption({ label: 'Nigeria' });
  await form.getByRole('button', { name: 'Record due diligence' }).click();
  await expect(page.getByText('The due diligence has been recorded.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Trader in textiles' })).toBeVisible();
}

test('A report to the NFIU is prepared and checked by one officer, approved and exported by another', async ({
  as,
}) => {
  test.setTimeout(120_000);
  const known = { nationality: 'Nigerian', identificationType: 'InternationalPassport' };
  const payer = await newCustomer('Reported', { ...known, bvn: '22330000101', identificationNumber: 'A0123456' });
  const payee = await newCustomer('Receiver', { ...known, bvn: '22330000102', identificationNumber: 'A0123457' });
  await paid(sandbox.accounts[2]!.accountNumber, payer.accountNumber, 50_000);
  const posting = await paid(payer.accountNumber, payee.accountNumber, 45_000);
  const page = await as('amlOfficer');
  await visit(page, '/nfiu-reports', 'NFIU reports');
  await page.getByRole('button', { name: 'Prepare a report' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Kind').selectOption('STR');
  await form.getByLabel('Customer').fill(payer.customerID);
  await form.getByLabel('Postings').fill(posting);
  await form.getByLabel('Ground of the suspicion').fill('A payment without a known business.');
  await form.getByLabel('Find in indicators').fill('MA15');
  await form.getByLabel('MA15', { exact: true }).check();
  await form.getByRole('button', { name: 'Prepare the report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Report / })).toBeVisible();
  const address = new URL(page.url()).pathname.replace('/console', '');
  await isInOrder(page);
  await step(page, 'Check the report');
  await expect(page.getByRole('heading', { name: /Result of the check: \d+ finding/ })).toBeVisible();
  await expect(page.getByRole('link', { name: `Customer ${payee.customerID}` }).first()).toBeVisible();
  await isInOrder(page);

  await recordDiligence(page, payer.customerID);
  await recordDiligence(page, payee.customerID);
  await isInOrder(page);
  await visit(page, address, /^Report /);
  await step(page, 'Check the report');
  await expect(
    page.getByText('You prepared, changed or checked this report; somebody else must approve it.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);

  const second = await as('secondAmlOfficer');
  await visit(second, address, /^Report /);
  await second.getByRole('button', { name: /^Approve/ }).click();
  await isInOrder(second);
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('The report is approved.')).toBeVisible();
  const download = second.waitForEvent('download');
  await step(second, 'Export the XML', 'Save the file');
  expect((await download).suggestedFilename()).toMatch(/\.xml$/);
  await second.getByRole('main').getByRole('button', { name: 'Record the submission' }).click();
  await second.getByRole('dialog').getByLabel('Receipt of the portal').fill('G-4711');
  await second.getByRole('dialog').getByRole('button', { name: 'Record the submission' }).click();
  await expect(second.getByText('Record the answer of the NFIU when it comes.')).toBeVisible();
  await isInOrder(second);
});
