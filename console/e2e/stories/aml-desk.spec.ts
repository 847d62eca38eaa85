import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { changed, heldTransfer, look } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

interface AlertRow {
  id: number;
  status: string;
  postings: string[];
  customerID: string;
}

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  // No alert joins a case by itself, so that officers have something to do.
  await changed('/configuration/AML_CASE_MIN_SCORE', { value: '101' }, 'PUT');
});

/** An alert that waits in the queue. */
async function waitingAlert(amount: number): Promise<AlertRow> {
  const before = new Set((await newAlerts()).map(({ id }) => id));
  await heldTransfer(amount, 1, 0);
  let alert: AlertRow | undefined;
  await expect
    .poll(async () => (alert = (await newAlerts()).find(({ id }) => !before.has(id))) !== undefined, {
      timeout: 30_000,
    })
    .toBe(true);
  return alert!;
}

async function newAlerts(): Promise<AlertRow[]> {
  return (await look('amlOfficer', '/aml/alerts?Status=new&Source=hold&PageSize=200')).data.data as AlertRow[];
}

/** Does an action of the open record from its menu. */
async function choose(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: title }).click();
}

/** Stores a file with the open case, and opens it again. */
async function uploadsEvidence(page: Page): Promise<void> {
  const content = Buffer.from('%PDF-1.7\nAn invoice');
  await page.getByRole('tab', { name: 'Evidence' }).click();
  await page.getByRole('button', { name: 'Upload a file' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File').setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: content });
  await dialog.getByLabel('Description').fill('The invoice of the deposit');
  await isInOrder(page);
  await dialog.getByRole('button', { name: 'Upload the file' }).click();
  await expect(page.getByText('The file is in the case.')).toBeVisible();
  await isInOrder(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download invoice.pdf' }).click(),
  ]);
  expect(readFileSync(await download.path())).toEqual(content);
}

test('An officer puts an alert into a case, writes a note and asks to close it, and a second officer closes it', async ({
  as,
}) => {
  const alert = await waitingAlert(8_110_000);
  const page = await as('amlOfficer');
  await visit(page, `/aml/alerts/${alert.id}?Status=new`, 'Alerts');
  await expect(page.getByRole('heading', { name: `Alert ${alert.id}` })).toBeVisible();
  await isInOrder(page);
  await page.getByRole('button', { name: 'Put into the case of the customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put into the case of the customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Case \d+/ })).toBeVisible();
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible();
  await choose(page, 'Add a note');
  await page.getByRole('dialog').getByLabel('Note').fill('The customer showed the invoice.');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a note' }).click();
  await expect(page.getByText('The note is in the history.')).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText('The customer showed the invoice.')).toBeVisible();
  await uploadsEvidence(page);
  await isInOrder(page);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Ask to close' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Outcome').selectOption({ label: 'No action' });
  await form.getByLabel('Reason').selectOption('explained-by-customer');
  await form.getByLabel('Rationale').fill('The invoice explains the payment.');
  await form.getByRole('button', { name: 'Ask to close' }).click();
  await expect(page.getByText('You proposed this closing; somebody else must decide it.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Close as proposed/ })).toBeDisabled();
  const second = await as('secondAmlOfficer');
  await visit(second, new URL(page.url()).pathname.replace('/console', ''), /^Case \d+/);
  await second.getByRole('button', { name: /Close as proposed/ }).click();
  await expect(second.getByRole('dialog')).toContainText('are closed');
  await isInOrder(second);
  await second.getByRole('dialog').getByRole('button', { name: 'Close as proposed' }).click();
  await expect(second.getByText('The case is closed.', { exact: true })).toBeVisible();
  await expect(second.getByText('Closed', { exact: true }).first()).toBeVisible();
});

test('The counterparties of a case are a picture and a table with the same accounts, also on a telephone', async ({
  as,
}) => {
  const alert = await waitingAlert(8_120_000);
  const page = await as('amlOfficer', { width: 390, isDark: true });
  await visit(page, `/aml/alerts/${alert.id}`, 'Alerts');
  await page.getByRole('button', { name: 'Put into the case of the customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put into the case of the customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Case \d+/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Counterparties' }).click();
  await expect(page.getByRole('img', { name: /account/ })).toBeVisible();
  await page.getByLabel('Steps from the customer').selectOption('1');
  await expect(page).toHaveURL(/steps=1/);
  await isInOrder(page);
});

test('The alert of a hold is not closed together with others: the button says why', async ({ as }) => {
  await waitingAlert(8_130_000);
  const page = await as('amlOfficer');
  await visit(page, '/aml/alerts?Status=new&Source=hold', 'Alerts');
  await page.getByRole('checkbox').first().check();
  await expect(page.getByRole('button', { name: 'Close together' })).toBeDisabled();
  await expect(page.getByText('The alert of a hold is decided with the hold.')).toBeVisible();
});
