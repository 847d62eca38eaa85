import { heldTransfer, newCustomer, sandbox, staff, unique, waitingGroup } from '../sandbox';
import { expect, isInOrder, test, visit } from '../story';

test('By keyboard alone, on a telephone in dark colours, a hold and an approval are decided', async ({ as }) => {
  const held = await heldTransfer(6_700_000);
  const officer = await as('amlOfficer', { width: 390, isDark: true });
  await visit(officer, `/aml/holds/${held.approvalId}?Status=Held`, 'AML holds');
  await expect(officer.getByRole('button', { name: /Release/ })).toBeEnabled();
  await officer.keyboard.press('r');
  await expect(officer.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Release":
      - banner:
        - heading "Release" [level=2]
      - group "Reason":
        - radio "Explained by customer"
      - textbox "Note"
      - button "Cancel"
      - button "Release" [disabled]
  `);
  await expect(officer.getByRole('radio').first()).toBeFocused();
  await officer.keyboard.press('Space');
  await isInOrder(officer);
  await officer.keyboard.press('Control+Enter');
  await expect(officer.getByText('Released.', { exact: true })).toBeVisible();
  const id = await waitingGroup(1_650);
  const checker = await as('checker', { width: 390, isDark: true });
  await visit(checker, `/approvals/${id}?Status=Pending`, 'Approvals');
  await expect(checker.getByRole('button', { name: /Approve/ })).toBeEnabled();
  await checker.keyboard.press('a');
  await expect(checker.getByRole('dialog').getByLabel(/Note/)).toBeFocused();
  await isInOrder(checker);
  await checker.keyboard.press('Control+Enter');
  await expect(checker.getByText('Approved.', { exact: true })).toBeVisible();
});

test('At twice the size of the letters, a hold can be read and decided', async ({ as }) => {
  const held = await heldTransfer(6_710_000);
  // A window of half the width shows what a browser shows at 200 percent.
  const page = await as('amlOfficer', { width: 640 });
  await visit(page, `/aml/holds/${held.approvalId}`, 'AML holds');
  await isInOrder(page);
  await page.getByRole('button', { name: /Decline/ }).click();
  await page.getByRole('radio', { name: 'Denied by customer' }).check();
  await page.getByRole('dialog').getByLabel('Note').fill('Not confirmed by the customer.');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Declined.', { exact: true })).toBeVisible();
});

test('The longest name and narration without a space are as wide as the window', async ({ as }) => {
  const name = 'W'.repeat(80);
  const { customerID, accountNumber } = await newCustomer(name, { firstName: name, accountName: 'W'.repeat(250) });
  const group = await staff('maker', '/posting-groups', {
    referenceNumber: `${unique('GRP')}-`.padEnd(100, 'G'),
    narration: 'N'.repeat(250),
    entries: [
      { account: sandbox.accounts[4]!.accountNumber, side: 'Debit', amount: 1_750 },
      { account: accountNumber, side: 'Credit', amount: 1_750 },
    ],
  });
  for (const width of [390, 1280]) {
    const page = await as('checker', { width });
    await visit(page, `/approvals/${String(group.body.data.approvalId)}`, 'Approvals');
    // The queue beside the case may show it too.
    await expect(page.getByRole('paragraph').filter({ hasText: /N{250}/ })).toBeVisible();
    await isInOrder(page);
    await visit(page, `/customers/${customerID}`, new RegExp(name));
    await isInOrder(page);
    await visit(page, `/accounts/${accountNumber}`, /W{250}/);
    await isInOrder(page);
  }
});

test('The menu of a telephone opens, leads to a page and closes', async ({ as }) => {
  const page = await as('checker', { width: 390 });
  await visit(page, '/', /Good to see you/);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Loans', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await menu.getByRole('link', { name: 'Loans', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Loans', exact: true })).toBeHidden();
});
