import { readFile } from 'node:fs/promises';
import { client, look, sandbox, staff, unique } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

/** The first day of the month after the server's, to which the institution is moved. */
async function nextMonth(): Promise<{ closed: string; first: string }> {
  const { body } = await client('/api/sandbox/v1/clock', undefined, undefined, 'GET');
  const now = new Date(`${String(body.data.businessDate)}T00:00:00Z`);
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return { first: day(first), closed: day(new Date(first.getTime() - 86_400_000)) };
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

test('Days close with a proof, books agree with their file, and a closed month takes no posting', async ({ as }) => {
  const { closed, first } = await nextMonth();
  const administrator = await as('administrator');
  await test.step('The board shows the steps of the day that closes, and its proof', async () => {
    await visit(administrator, '/end-of-day', 'End of day');
    await expect(administrator.getByRole('button', { name: 'Run the end of day' })).toBeDisabled();
    let reads = 0;
    administrator.on('request', (request) => (reads += request.url().endsWith('/admin/v1/session') ? 1 : 0));
    const since = performance.now();
    const moved = await client('/api/sandbox/v1/clock', { date: first });
    expect(moved.status).toBe(200);
    await expect
      .poll(async () => (await client('/api/sandbox/v1/clock', undefined, undefined, 'GET')).body.data.status, {
        // Several days close, each with its proof.
        timeout: 40_000,
      })
      .toBe('Standing');
    // Each step of a day is told to the page, which reads the business date for all of half a second together.
    expect(reads).toBeLessThanOrEqual(5 + (performance.now() - since) / 500);
    await visit(administrator, `/end-of-day?Date=${closed}`, 'End of day');
    const steps = administrator.getByRole('table', { name: /Steps of/ });
    await expect(steps.getByRole('row').nth(1)).toContainText('Completed');
    await expect(administrator.getByRole('term').filter({ hasText: 'Proved' })).toBeVisible();
    await isInOrder(administrator);
  });
  await test.step('The trial balance of the closed day leads to a ledger and a posting; its file has its figures', async () => {
    await visit(administrator, `/books/trial-balance?Date=${closed}`, 'Trial balance');
    const table = administrator.getByRole('table', { name: 'Trial balance' });
    await expect(table.getByRole('row').nth(5)).toBeVisible();
    await expect(administrator.getByText('Balanced').first()).toBeVisible();
    const saving = administrator.waitForEvent('download');
    await administrator.getByRole('button', { name: 'CSV' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    const lines = await table
      .getByRole('row')
      .filter({ has: administrator.getByRole('link') })
      .allInnerTexts();
    const shown = lines.map((line) => {
      const [code, , , debits, credits] = line.split('\t').map((cell) => cell.replace(/[₦,–]/g, '').trim());
      return [code, Number(debits), Number(credits)];
    });
    const written = file
      .split(/\r?\n/)
      .map((line) => line.replaceAll('"', '').replace('\uFEFF', '').split(','))
      // Ledgers of tills have the number of their till.
      .filter(([code]) => /^(\d{4,}|T-[\w-]+)$/.test(code ?? ''))
      .map((cells) => [cells[0], Number(cells.at(-3)), Number(cells.at(-2))]);
    expect(written.length).toBeGreaterThan(5);
    expect(shown).toStrictEqual(written);
    await table.getByRole('link', { name: '2010' }).click();
    await expect(administrator.getByRole('heading', { level: 1, name: /Ledger 2010/ })).toBeVisible();
    await administrator.getByRole('link', { name: /^PST/ }).first().click();
    await expect(administrator.getByRole('heading', { level: 1, name: /PST/ })).toBeVisible();
  });
  await test.step('The month is closed by two people', async () => {
    await visit(administrator, '/books/periods', 'Accounting periods');
    await administrator.getByRole('button', { name: 'Close a period' }).click();
    const form = administrator.getByRole('dialog');
    await form.getByLabel('Period').fill(closed.slice(0, 7));
    await isInOrder(administrator);
    await form.getByRole('button', { name: 'Close a period' }).click();
    await expect(administrator.getByText('Sent for approval.')).toBeVisible();
    const { data } = await look('administrator', '/accounting-periods');
    const [period] = data.data as { approvalId: number }[];
    const checker = await as('checker');
    await visit(checker, `/approvals/${period!.approvalId}`, 'Approvals');
    await checker.getByRole('button', { name: /Approve/ }).click();
    await checker.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(checker.getByText('Approved.', { exact: true })).toBeVisible();
    await administrator.reload();
    await expect(administrator.getByText('Closed', { exact: true }).first()).toBeVisible();
  });
  await test.step('A posting dated into the closed month is refused in words', async () => {
    const legOf = (index: number, side: string): unknown => ({
      account: sandbox.accounts[index]!.accountNumber,
      side,
      amount: 100,
    });
    const refused = await staff('maker', '/posting-groups', {
      referenceNumber: unique('GRP'),
      narration: 'Too late',
      valueDate: closed,
      entries: [legOf(4, 'Debit'), legOf(1, 'Credit')],
    });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body.message).toMatch(/closed/);
  });
});

test('Screening is turned off only after a proof and by two people, everybody is told, and it is turned on again', async ({
  as,
}) => {
  // The proof gives the session a new token, so it is not one that other stories share.
  const page = await as('amlOfficer', { isOwnSession: true });
  await visit(page, '/aml/rules', 'AML rules');
  // The proof of the sign-in is minutes old only; the server's demand for a newer one is played once.
  let isAsked = false;
  await page.route('**/aml/screening', async (route) => {
    if (route.request().method() !== 'PUT' || isAsked) return route.continue();
    isAsked = true;
    const body = { status: false, message: 'Prove that it is you.', data: { statusCode: 'STEP_UP_REQUIRED' } };
    return route.fulfill({ status: 403, json: body });
  });
  await page.getByRole('button', { name: /Turn screening off/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn screening off' }).click();
  const proof = page.getByRole('dialog', { name: 'Prove that it is you' });
  await proof.getByLabel('Your password').fill('not the password of anybody');
  await proof.getByRole('button', { name: 'Go on' }).click();
  await expect(proof.getByRole('alert')).toBeVisible();
  await proof.getByLabel('Your password').fill(sandbox.staff.amlOfficer.password);
  await proof.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Sent for approval.')).toBeVisible();
  await expect(page.getByText('Screening is on.', { exact: true })).toBeVisible();
  const officer = await as('secondAmlOfficer');
  await visit(officer, '/approvals?Status=Pending&DecidableByMe=true', 'Approvals');
  await officer
    .getByRole('link')
    .filter({ hasText: /screening/i })
    .first()
    .click();
  await officer.getByRole('button', { name: /Approve/ }).click();
  await officer.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(officer.getByText('Approved.', { exact: true })).toBeVisible();
  const maker = await as('maker');
  await visit(maker, '/aml/rules', 'AML rules');
  await expect(maker.getByRole('alert')).toContainText('Screening is off.');
  await isInOrder(maker);
  await page.getByRole('button', { name: /Turn screening on/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn screening on' }).click();
  await officer
    .getByRole('link')
    .filter({ hasText: /screening/i })
    .first()
    .click();
  await officer.getByRole('button', { name: /Approve/ }).click();
  await officer.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Screening is on.', { exact: true })).toBeVisible();
});
