import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { member, staff } from '../sandbox';
import { expect, isInOrder, signIn, test, visit } from '../story';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to corebank' })).toBeVisible();
}

test('An app is set up, its recovery codes are shown once, and a code counts once', async ({ as }) => {
  const person = await member(['Maker']);
  const page = await as(person);
  await visit(page, '/me', 'My account');
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByRole('button', { name: 'Set up' }).click();
  const secret = await card.getByText(/^[A-Z2-7]{16,}$/).innerText();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await isInOrder(page);
  await card.getByLabel('The code that the app shows now').fill(code);
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect(card.getByText('These codes are shown once.')).toBeVisible();
  const recovery = await card.getByRole('listitem').allInnerTexts();
  expect(new Set(recovery).size).toBeGreaterThanOrEqual(8);
  await card.getByRole('button', { name: 'I have kept them' }).click();
  await page.reload();
  await expect(card.getByText('You are asked for one when you sign in.')).toBeVisible();
  await expect(card.getByText(recovery[0]!)).toHaveCount(0);
  await signOut(page);
  await signIn(page, person);
  await page.getByLabel('Code of your app').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert'), 'The code that set the app up is used').toBeVisible();
  await page.getByLabel('Code of your app').fill(recovery[0]!);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
});

test('A passkey is added, signs in, and is refused after it was removed', async ({ as }) => {
  const person = await member(['Maker']);
  const page = await as(person);
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await visit(page, '/me', 'My account');
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByLabel('Name of the new passkey').fill('Telephone');
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(card.getByRole('listitem')).toContainText('Telephone');
  await signOut(page);
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
  await visit(page, '/me', 'My account');
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByText('None yet.')).toBeVisible();
  await signOut(page);
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('A session without use is announced to end, can be extended, and ends without losing what was typed', async ({
  as,
}) => {
  const person = await member(['Maker']);
  const page = await as(person);
  await page.clock.install();
  await visit(page, '/posting-groups/new', 'Enter a posting group');
  await page.getByRole('textbox', { name: 'Narration', exact: true }).fill('Charges of November');
  await page.clock.fastForward('13:30');
  await expect(page.getByText(/Your session ends in \d+ seconds/)).toBeVisible();
  const extended = page.waitForResponse((response) => response.url().endsWith('/session/extend'));
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  expect((await extended).status()).toBe(200);
  await page.clock.fastForward('16:00');
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  // The clock of the server did not move: the new session begins in its time.
  await page.clock.setSystemTime(new Date());
  await page.getByRole('dialog').getByLabel('Password').fill(person.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Narration', exact: true })).toHaveValue('Charges of November');
});

test('The window of a suspended member asks for the sign-in with the next request', async ({ as }) => {
  const person = await member(['Maker']);
  const page = await as(person);
  await visit(page, '/customers', 'Customers');
  const { status } = await staff('administrator', `/staff/${person.staffID}`, { status: 'Suspended' }, 'PATCH');
  expect(status).toBe(200);
  await page.reload();
  await expect(page.getByText(/Your session has ended|Sign in to corebank/).first()).toBeVisible();
  await signIn(page, person);
  await expect(page.getByRole('alert')).toBeVisible();
});
