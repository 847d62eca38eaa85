import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Page } from '@playwright/test';
import { localTransfer, outwardTransfer, payer, postingOf, requestedGroup } from '../records';
import { client, heldTransfer, requestedLoan, sandbox, staff, waitingGroup } from '../sandbox';
import { steady } from '../steady';
import { expect, test, visit } from '../story';

/** Says with which font the pictures were taken: another one moves every line. Stories run in the folder `console`. */
const MADE_WITH = path.resolve('../docs/pictures/console/made-with.json');
const font = process.env.CONSOLE_FONT ?? '';
const isRenewal = !!process.env.CONSOLE_RENEWS;

interface Records {
  hold: number;
  group: number;
  loan: { id: number; loanAccountNumber: string };
  running: { id: number; loanAccountNumber: string };
  failed: string;
  posting: string;
}
let records: Records;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  if (isRenewal) writeFileSync(MADE_WITH, `${JSON.stringify({ font }, null, 2)}\n`);
  test.skip(!existsSync(MADE_WITH), 'There are no pictures: take them with npm run console:pictures');
  const known = (JSON.parse(readFileSync(MADE_WITH, 'utf8')) as { font: string }).font;
  test.skip(known !== font, `The pictures were taken with ${known}, this machine has ${font}`);
  for (const amount of [5_150_000, 6_400_000, 7_250_000]) await heldTransfer(amount);
  const { approvalId } = await heldTransfer(8_900_000, 1, 0);
  for (const amount of [125_000, 48_500, 1_250_000]) await waitingGroup(amount);
  await requestedGroup(3);
  const failed = await outwardTransfer('9900000134', 19_500);
  await outwardTransfer('0123456789', 75_000);
  records = {
    hold: approvalId,
    group: await waitingGroup(312_750),
    loan: await requestedLoan(450_000),
    running: await runningLoan(240_000),
    failed: await postingOf('transfers', failed),
    posting: await localTransfer(64_000),
  };
});

async function runningLoan(amount: number): Promise<Records['running']> {
  const loan = await requestedLoan(amount);
  await staff('checker', `/loans/${loan.id}/approve`, {});
  await client('/api/loanaccount/v1/disburseloan', {
    loanAccountNumber: loan.loanAccountNumber,
    referenceNumber: `PAYOUT-${loan.id}`,
    allowDisbursementToGL: false,
  });
  return loan;
}

/** Compares the window with its reference picture. */
async function isAsPictured(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"], [role="status"][aria-label="Loading"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await steady(page);
  await expect(page).toHaveScreenshot(`${name}.png`, {
    caret: 'hide',
    mask: [page.locator('.animate-spin')],
    maskColor: '#d9dde3',
  });
}

test('The sign-in is as in its picture', async ({ page }) => {
  await page.goto('/console/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await isAsPictured(page, 'sign-in');
});

test('The screens of an AML officer are as in their pictures', async ({ as }) => {
  const page = await as('amlOfficer');
  await visit(page, '/', /Good to see you/);
  await expect(page.getByRole('link', { name: /AML holds to decide/ })).toBeVisible();
  await isAsPictured(page, 'home');
  await visit(page, `/aml/holds/${records.hold}?Status=Held`, 'AML holds');
  await expect(page.getByRole('heading', { name: 'Parties', exact: true })).toBeVisible();
  await isAsPictured(page, 'aml-hold');
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('radio', { name: 'Explained by customer' }).check();
  await page.getByRole('dialog').getByLabel('Note').fill('Confirmed with the customer by telephone.');
  await isAsPictured(page, 'release');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await isAsPictured(page, 'keys');
  await visit(page, '/aml/rules', 'AML rules');
  await isAsPictured(page, 'aml-rules');
});

test('A hold on a telephone in dark colours is as in its picture', async ({ as }) => {
  const page = await as('amlOfficer', { width: 390, isDark: true });
  await visit(page, `/aml/holds/${records.hold}?Status=Held`, 'AML holds');
  await expect(page.getByRole('heading', { name: 'Parties', exact: true })).toBeVisible();
  await isAsPictured(page, 'telephone');
});

test('The screens of a checker are as in their pictures', async ({ as }) => {
  const page = await as('checker');
  await visit(page, `/approvals/${records.group}?Status=Pending&DecidableByMe=true`, 'Approvals');
  await expect(page.getByRole('button', { name: /Approve/ })).toBeEnabled();
  await isAsPictured(page, 'approval');
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog').getByLabel(/Note/)).toBeFocused();
  await isAsPictured(page, 'approve');
  await page.keyboard.press('Escape');
  await visit(page, '/loans', 'Loans');
  await isAsPictured(page, 'loans');
  await visit(page, `/loans/${records.loan.id}`, `Loan ${records.loan.loanAccountNumber}`);
  await isAsPictured(page, 'loan-request');
  await visit(page, `/loans/${records.running.id}?tab=schedule`, `Loan ${records.running.loanAccountNumber}`);
  await expect(page.getByText('To come').first()).toBeVisible();
  await isAsPictured(page, 'loan-schedule');
  await visit(page, '/group-loans', 'Group loans');
  await isAsPictured(page, 'group-loans');
});

test('The screens of a maker are as in their pictures', async ({ as }) => {
  const page = await as('maker', { isDark: true });
  await visit(page, '/customers', 'Customers');
  await isAsPictured(page, 'customers');
  await visit(page, `/accounts/${payer()}?tab=movements`, sandbox.accounts[4]!.accountName);
  await isAsPictured(page, 'account');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Okafor');
  await expect(page.getByRole('option', { name: /Customer/ }).first()).toBeVisible();
  await isAsPictured(page, 'search');
  await page.keyboard.press('Escape');
  await visit(page, '/payments/attention', 'Payments that need attention');
  await isAsPictured(page, 'attention');
  await visit(page, `/payments/transfers/${records.failed}`, /^Transfer/);
  await isAsPictured(page, 'payment');
  await visit(page, `/postings/${records.posting}`, /^Posting/);
  await isAsPictured(page, 'posting');
  await visit(page, '/posting-groups/new', 'Enter a posting group');
  await page.getByRole('textbox', { name: 'Narration', exact: true }).fill('Correction of charges');
  await page.getByLabel('Amount of leg 1').fill('3000');
  await isAsPictured(page, 'posting-group');
});

test('The screens of an administrator are as in their pictures', async ({ as }) => {
  const page = await as('administrator');
  await visit(page, '/books/trial-balance', 'Trial balance');
  await expect(page.getByText('Balanced').first()).toBeVisible();
  await isAsPictured(page, 'trial-balance');
  await visit(page, '/end-of-day', 'End of day');
  await isAsPictured(page, 'end-of-day');
  await visit(page, '/admin/roles', 'Roles');
  await isAsPictured(page, 'roles');
  await visit(page, '/admin/policies', 'Approval policies');
  await isAsPictured(page, 'policies');
});
