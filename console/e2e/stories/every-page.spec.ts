import type { Page as Window } from '@playwright/test';
import { PAGES } from '../../src/app/pages';
import { accessibilityFaults } from '../accessibility';
import { look, member, type Role, role } from '../sandbox';
import { expect, test } from '../story';

const LISTED = PAGES.filter(({ path }) => !path.includes('$'));
/** Pages of the AML desk, which only AML officers see. */
const DESK = LISTED.filter(({ area }) => area === 'AML desk').map(({ path }) => path);
const PATHS = LISTED.filter(({ area }) => area !== 'AML desk').map(({ path }) => path);

/** Buttons that a reader may press: they show something else and change nothing. */
const READS =
  /^(Search|More filters|Fewer filters|Clear|Next|Previous|First|Last|Columns|Download.*|Print|Show|Copy.*|Try again|CSV|PDF|Excel|Add an act|Simulate the loan|Show the (?:entries|balance)|Show the ledgers|Prove the ledger|Sort.*|Verify.*|Views|Find by BVN or NIN)$/i;

/** Opens a page and waits until it has asked for everything. @returns the document that the server sent. */
async function open(window: Window, path: string): Promise<string> {
  const answer = await window.goto(`${process.env.CONSOLE_URL}/console${path}`, { waitUntil: 'load' });
  const missing = window.getByText('You may not see this page');
  await expect(window.getByRole('heading', { level: 1 }).or(missing)).toBeVisible();
  await expect(window.locator('[aria-busy="true"]')).toHaveCount(0);
  return answer!.text();
}

/** Pages whose title names the person or the record. */
const OWN_TITLES = ['/', '/books/ledger'];
/** Pages without an introduction that is the same for everybody. */
const OWN_INTROS = [
  '/me',
  '/liens',
  '/documents',
  '/cards/transactions',
  '/books/ledger',
  '/nfiu-reports',
  '/aml/scenario-verdicts',
  '/aml/rules',
];

/** The head in the first picture is that of the page, which then takes its place. */
async function isFirstPicture(window: Window, sent: string, path: string): Promise<void> {
  const [, title, intro] = /text-2xl[^>]*>([^<]*)<[^<]*<div[^>]*text-muted[^>]*>([^<]*)</.exec(sent) ?? [];
  await expect(window.locator('#first-picture')).toHaveCount(0);
  if (!OWN_TITLES.includes(path)) await expect(window.getByRole('heading', { level: 1 })).toHaveText(title!);
  if (!OWN_INTROS.includes(path)) expect(intro, `The introduction of ${path}`).not.toBe('');
  await expect(window.locator('main header').first(), `The head of ${path}`).toContainText(intro!);
}

/** In light and dark colours, on a desk and on a telephone. */
async function isFit(window: Window, path: string): Promise<void> {
  await test.step(path, async () => {
    await window.setViewportSize({ width: 1280, height: 860 });
    const sent = await open(window, path);
    await expect(window.getByText('You may not see this page')).toHaveCount(0);
    await isFirstPicture(window, sent, path);
    const faults = await accessibilityFaults(window);
    await window.evaluate(() => document.documentElement.classList.add('dark'));
    const inDark = await accessibilityFaults(window, ['color-contrast']);
    faults.push(...inDark.map((fault) => `In dark colours: ${fault}`));
    for (const width of [1280, 390]) {
      await window.setViewportSize({ width, height: 860 });
      const overflow = (): Promise<number> =>
        window.evaluate(() => document.documentElement.scrollWidth - globalThis.innerWidth);
      await expect.poll(overflow, `${path} is as wide as a window of ${width}`).toBeLessThanOrEqual(0);
    }
    expect.soft(faults, path).toStrictEqual([]);
  });
}

/** The addresses that the server answered with a fault of its own. */
function serverFaults(window: Window): string[] {
  const seen: string[] = [];
  window.on('response', (response) => {
    if (response.status() >= 500) seen.push(`${response.status()} ${response.url()}`);
  });
  return seen;
}

// Many pages each: about a second a page on a quiet machine.
test.describe.configure({ timeout: 300_000, mode: 'parallel' });

const GROUPS: [Role, string, readonly string[]][] = [
  ['administrator', 'the work and the customers', PATHS.slice(0, 16)],
  ['administrator', 'payments and lending', PATHS.slice(16, 33)],
  ['administrator', 'the books, the day and the staff', PATHS.slice(33, 46)],
  ['administrator', 'the administration', PATHS.slice(46)],
  ['maker', 'what the maker asks for', ['/posting-groups/new', '/payments/attention']],
  ['checker', 'what the checker decides', ['/', '/approvals']],
  ['amlOfficer', 'what the AML officer decides', ['/aml/holds', '/aml/rules', '/aml/reports']],
  ['amlOfficer', 'the AML desk', DESK],
];
/** Pages of permissions that the administrator does not have. */
const OF_OTHERS = ['/posting-groups/new', '/books/credit-bureau'];

for (const [who, title, paths] of GROUPS)
  test(`The pages of ${title} are in order for the ${who}`, async ({ as }) => {
    const window = await as(who);
    const faults = serverFaults(window);
    const left = who === 'administrator' ? OF_OTHERS : [];
    for (const path of paths.filter((one) => !left.includes(one))) await isFit(window, path);
    expect(faults).toStrictEqual([]);
  });

test('Who may only view sees no enabled action on any page', async ({ as }) => {
  const known = (await look('administrator', '/permissions')).data.data as { name: string }[];
  const views = known.map(({ name }) => name).filter((name) => name.startsWith('view-'));
  const window = await as(await member([await role(views)], 'Vera View'));
  const actions: string[] = [];
  for (const path of [...PATHS, ...DESK].filter((one) => one !== '/me')) {
    await open(window, path);
    const enabled = await window.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('button')]
        .filter((button) => !button.disabled && button.ariaDisabled !== 'true' && button.checkVisibility())
        .filter((button) => (button.getAttribute('role') ?? 'button') === 'button' && !button.closest('th'))
        .map((button) => (button.ariaLabel ?? button.innerText).trim()),
    );
    actions.push(...enabled.filter((name) => !READS.test(name)).map((name) => `${path}: ${name}`));
  }
  expect(actions).toStrictEqual([]);
});
