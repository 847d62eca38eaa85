import type { Page as Window } from '@playwright/test';
import { heldTransfer, member, role, sandbox } from '../sandbox';
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
