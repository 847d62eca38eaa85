import type { Page as Window } from '@playwright/test';
import { outwardTransfer, postingOf } from '../records';
import { client, heldTransfer, member, newCustomer, requestedLoan, role, sandbox } from '../sandbox';
import { expect, test } from '../story';

const SCRIPTS = '**/assets/*.js';

/** Opens a page whose scripts do not come. @returns what the server sent. */
async function withoutScripts(window: Window, path: string): Promise<{ document: string; caching: string }> {
  await window.route(SCRIPTS, () => undefined);
  const answer = await window.goto(`${process.env.CONSOLE_URL}/console${path}`, { waitUntil: 'commit' });
  return { document: await answer!.text(), caching: answer!.headers()['cache-control']! };
}

test('The reason of a hold is seen before the scripts have come, and the page does not ask for it again', async ({
  as,
}) => {
  const { approvalId } = await heldTransfer(6_150_000);
  const window = await as('amlOfficer');
  const reads: string[] = [];
  window.on('request', (request) => {
    if (request.url().endsWith(`/aml/holds/${approvalId}`) && !request.isNavigationRequest()) reads.push(request.url());
  });
  const { caching } = await withoutScripts(window, `/aml/holds/${approvalId}?Status=Held`);
  await expect(window.locator('#first-picture')).toContainText('₦6,150,000.00');
  expect(caching).toBe('no-store');
  await window.unroute(SCRIPTS);
  await window.reload();
  await expect(window.getByText('₦6,150,000.00 out of')).toBeVisible();
  await expect(window.locator('#first-picture, #first-answer')).toHaveCount(0);
  expect(reads).toStrictEqual([]);
});

test('The document has no record for whom may not see it, and for whom has no session', async ({ as, browser }) => {
  const { approvalId } = await heldTransfer(6_160_000);
  const path = `/aml/holds/${approvalId}`;
  const account = sandbox.accounts[0]!;
  const window = await as(await member([await role(['view-accounts'])], 'Vera View'));
  const refused = await withoutScripts(window, path);
  expect(refused.document).not.toContain('6,160,000');
  expect(refused.caching).toBe('no-cache');
  const allowed = await withoutScripts(window, `/accounts/${account.accountNumber}`);
  expect(allowed.document).toContain(account.accountName);
  const stranger = await (await browser.newContext()).newPage();
  const { document } = await withoutScripts(stranger, path);
  expect(document).not.toContain('6,160,000');
  await stranger.context().close();
});

/** Scripts come so late that the first picture is painted before them on any machine. */
const SCRIPTS_AFTER_MS = 1_500;
const LONG =
  'Settlement of the outstanding balance for the supply of building materials, cement and reinforcement steel to ' +
  'the site at Lekki under contract 2026/117, third and last instalment as agreed in the meeting of the parties';

/** @returns true where nothing that the page has painted itself is larger than what came with its document. */
async function hadLargestFirst(window: Window, path: string): Promise<boolean> {
  await window.goto(`${process.env.CONSOLE_URL}/console${path}`);
  await expect(window.locator('main h1')).toBeVisible();
  await expect(window.locator('#first-picture, [aria-busy="true"]')).toHaveCount(0);
  await window.waitForLoadState('networkidle');
  return window.evaluate(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const runAt = Math.min(...scripts.map((script) => (script as PerformanceResourceTiming).responseEnd));
    return new Promise<boolean>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime < runAt));
      observer.observe({ type: 'largest-contentful-paint', buffered: true });
    });
  });
}

test('The largest text of a record is in its document, however long or short its texts are', async ({ as }) => {
  const short = await newCustomer('Eze');
  const long = await newCustomer('Adeyemi-Oluwaseun', {
    otherNames: 'Oluwafunmilayo Temitope',
    address: LONG.slice(0, 120),
  });
  const { status } = await client('/api/transfer/v1/localfundtransfer', {
    debitAccount: sandbox.accounts[2]!.accountNumber,
    creditAccount: long.accountNumber,
    amount: 150,
    narration: LONG,
  });
  expect(status).toBe(200);
  const loan = await requestedLoan(61_500);
  const transfer = await postingOf('transfers', await outwardTransfer('0123456789', 1_500));
  const window = await as('maker');
  await window.route(SCRIPTS, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SCRIPTS_AFTER_MS));
    await route.continue();
  });
  for (const path of [
    `/customers/${short.customerID}`,
    `/customers/${long.customerID}`,
    `/accounts/${long.accountNumber}`,
    `/loans/${loan.loanAccountNumber}`,
    `/loans/${loan.id}`,
    `/payments/transfers/${transfer}`,
    `/postings/${transfer}`,
  ])
    expect.soft(await hadLargestFirst(window, path), path).toBe(true);
});
