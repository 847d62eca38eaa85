import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { Hand } from '../hand';
import { outwardTransfer } from '../records';
import { heldTransfer, look, member, role, sandbox, waitingGroup } from '../sandbox';
import { expect, test, visit } from '../story';

type Task = [title: string, act: (hand: Hand, page: Page) => Promise<void>];

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Decides the case that the keys open: three actions and, where it is needed, a reason or a note. */
async function decide(hand: Hand, page: Page, keys: string, key: string, done: string): Promise<void> {
  await hand.press(keys);
  await expect(page.getByRole('button', { name: key === 'd' ? /Decline/ : /Release|Approve/ }).first()).toBeEnabled();
  await hand.press(key);
  const focused = dialog(page).locator(':focus');
  await expect(focused).toBeVisible();
  // A space chooses the first reason, which has the focus.
  const hasReasons = (await focused.getAttribute('type')) === 'radio';
  await hand.type(hasReasons ? ' ' : 'Confirmed with the customer.');
  await hand.press('Control+Enter');
  await expect(page.getByText(done, { exact: true })).toBeVisible();
}

/** Writes a note on the case that the keys open. */
async function note(hand: Hand, page: Page, keys: string): Promise<void> {
  await hand.press(keys);
  const notes = page.getByRole('region', { name: 'Notes' });
  await hand.fill(notes.getByLabel('New note'), 'The branch asks the customer.');
  await hand.click(notes.getByRole('button', { name: 'Add the note' }));
  await expect(notes.getByRole('listitem').last()).toContainText('The branch asks the customer.');
}

/** Opens what `Ctrl K` finds first. */
async function find(hand: Hand, page: Page, text: string, result: RegExp): Promise<void> {
  await hand.press('Control+k');
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
  await hand.type(text);
  await expect(page.getByRole('option', { name: result }).first()).toBeVisible();
  await hand.press('Enter');
}

async function opens(hand: Hand, page: Page, keys: string, title: string | RegExp): Promise<void> {
  await hand.press(keys);
  await expect(heading(page, title)).toBeVisible();
}

const menu = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });
const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true });

const AML: Task[] = [
  ['Release a held movement', (hand, page) => decide(hand, page, 'g a', 'r', 'Released.')],
  ['Decline a held movement', (hand, page) => decide(hand, page, 'g a', 'd', 'Declined.')],
  [
    'Take a case',
    async (hand, page) => {
      await hand.press('g a');
      await expect(page.getByRole('button', { name: 'Take it' })).toBeVisible();
      await hand.press('m');
      await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible();
    },
  ],
  [
    'See the holds that nobody has taken',
    async (hand, page) => {
      await hand.press('g a');
      await hand.click(tab(page, 'Nobody’s'));
      await expect(page).toHaveURL(/Unassigned=true/);
    },
  ],
  ['Write a note on a hold', (hand, page) => note(hand, page, 'g a')],
  [
    'Open the account of a held movement',
    async (hand, page) => {
      await hand.press('g a');
      await hand.click(
        page
          .getByText(/^₦[\d,.]+ (out of|into)/)
          .getByRole('link')
          .first(),
      );
      await expect(page).toHaveURL(/\/accounts\/\d{10}/);
    },
  ],
  ['Find a customer by name', (hand, page) => find(hand, page, 'Okafor', /Okafor/i)],
  ['Read the rules', (hand, page) => opens(hand, page, 'g r', 'AML rules')],
  [
    'Try a rule on past movements',
    async (hand, page) => {
      await opens(hand, page, 'g r', 'AML rules');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await hand.press('j');
      await hand.press('Enter');
      await expect(page.getByText('Movements that meet the rule')).toBeVisible();
    },
  ],
  [
    'Find what was reported',
    async (hand, page) => {
      await hand.click(menu(page, 'AML reports'));
      await expect(heading(page, /reports/i)).toBeVisible();
    },
  ],
];

const CHECKER: Task[] = [
  ['Approve a request', (hand, page) => decide(hand, page, 'g p', 'a', 'Approved.')],
  ['Decline a request', (hand, page) => decide(hand, page, 'g p', 'd', 'Declined.')],
  [
    'Look at the second case first',
    async (hand, page) => {
      await hand.press('g p');
      const first = page.url();
      await expect(page.getByRole('button', { name: /Approve/ }).first()).toBeEnabled();
      await hand.press('j');
      await expect(page).not.toHaveURL(first);
    },
  ],
  ['Write a note on a request', (hand, page) => note(hand, page, 'g p')],
  [
    'See what is past its time',
    async (hand, page) => {
      await hand.press('g p');
      await hand.click(tab(page, 'Overdue'));
      await expect(page).toHaveURL(/Overdue=true/);
    },
  ],
  [
    'See the loans that wait',
    async (hand, page) => {
      await opens(hand, page, 'g l', 'Loans');
      await hand.click(tab(page, 'To approve'));
      await expect(page).toHaveURL(/LoanStatus=/);
    },
  ],
  ['Open an account by its number', (hand, page) => find(hand, page, sandbox.accounts[0]!.accountNumber, /Account/)],
  ['Read the trial balance', (hand, page) => opens(hand, page, 'g b', 'Trial balance')],
  ['See transfers without an answer', (hand, page) => opens(hand, page, 'g u', /attention/)],
  ['Show the keys', (hand, page) => hand.press('?').then(() => expect(dialog(page)).toBeVisible())],
];

const SUPERVISOR: Task[] = [
  ['Approve a request', (hand, page) => decide(hand, page, 'g p', 'a', 'Approved.')],
  [
    'Take over a case',
    async (hand, page) => {
      await hand.press('g p');
      await expect(page.getByRole('button', { name: 'Take it' })).toBeVisible();
      await hand.press('m');
      await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible();
    },
  ],
  [
    'See the holds past their time',
    async (hand, page) => {
      await hand.press('g a');
      await hand.click(tab(page, 'Overdue'));
      await expect(page).toHaveURL(/Overdue=true/);
    },
  ],
  ['See how far the end of day is', (hand, page) => opens(hand, page, 'g e', 'End of day')],
  ['See payments that need attention', (hand, page) => opens(hand, page, 'g u', /attention/)],
  [
    'See the portfolio at risk',
    async (hand, page) => {
      await hand.click(menu(page, 'Portfolio'));
      await expect(heading(page, 'Portfolio')).toBeVisible();
    },
  ],
  [
    'See the tills',
    async (hand, page) => {
      await hand.click(menu(page, 'Tills'));
      await expect(heading(page, 'Tills')).toBeVisible();
    },
  ],
  ['Read the audit log', (hand, page) => opens(hand, page, 'g i', 'Audit log')],
  ['Find a customer by telephone', (hand, page) => find(hand, page, '08030000002', /Adeyemi/i)],
  ['Read the entries of a ledger', (hand, page) => find(hand, page, '1021', /Ledger/)],
];

const ADMINISTRATOR: Task[] = [
  ['See the staff', (hand, page) => opens(hand, page, 'g s', 'Staff')],
  [
    'Find a member of staff',
    async (hand, page) => {
      await find(hand, page, 'Musa Maker', /Musa Maker/);
      await expect(heading(page, 'Musa Maker')).toBeVisible();
    },
  ],
  [
    'End the sessions of a member',
    async (hand, page) => {
      await find(hand, page, 'Nobody Else', /Nobody Else/);
      await hand.click(page.getByRole('button', { name: 'Actions' }));
      await hand.click(page.getByRole('menuitem', { name: 'End all sessions' }));
      await hand.click(dialog(page).getByRole('button', { name: 'End all sessions' }));
      await expect(page.getByText('All sessions have ended.')).toBeVisible();
    },
  ],
  [
    'Open a branch',
    async (hand, page) => {
      await hand.click(menu(page, 'Branches'));
      await hand.click(page.getByRole('button', { name: 'Open a branch' }));
      await hand.fill(dialog(page).getByLabel(/Branch code|Code/), String(Date.now()).slice(-6));
      await hand.fill(dialog(page).getByLabel(/Branch name|Name/), 'Surulere');
      await hand.click(dialog(page).getByRole('button', { name: 'Open a branch' }));
      await expect(page.getByText('The branch has been opened.')).toBeVisible();
    },
  ],
  [
    'See who may do what',
    async (hand, page) => {
      await hand.click(menu(page, 'Roles'));
      await expect(heading(page, 'Roles')).toBeVisible();
    },
  ],
  [
    'Find a setting',
    async (hand, page) => {
      await hand.click(menu(page, 'Configuration'));
      await hand.fill(page.getByLabel('Find a setting'), 'idle');
      await expect(page.getByRole('row').nth(1)).toContainText(/idle/i);
    },
  ],
  [
    'See what an administrator changed',
    async (hand, page) => {
      await opens(hand, page, 'g i', 'Audit log');
      const actor = page.getByRole('search').getByLabel('Who');
      await expect(actor).toBeVisible();
      await hand.press('/');
      await expect(actor).toBeFocused();
      await hand.type('staff:STF005');
      await hand.press('Enter');
      await expect(page).toHaveURL(/Actor=staff/);
    },
  ],
  [
    'See the API clients',
    async (hand, page) => {
      await hand.click(menu(page, 'API clients'));
      await expect(heading(page, 'API clients')).toBeVisible();
    },
  ],
  ['See the state of the day', (hand, page) => opens(hand, page, 'g e', 'End of day')],
  [
    'Choose dark colours',
    async (hand, page) => {
      await hand.click(page.getByRole('button', { name: /Menu of/ }));
      await hand.click(page.getByRole('menuitem', { name: 'Dark colours' }));
      await expect(page.locator('html')).toHaveClass('dark');
    },
  ],
];

/** The counts that the documentation gives. */
function documented(who: string): Map<string, number> {
  const rows = readFileSync('../docs/console.md', 'utf8').matchAll(/^\| ([^|]+) \| ([^|]+) \| (\d+) \|$/gm);
  return new Map([...rows].filter(([, whose]) => whose === who).map(([, , title, count]) => [title!, Number(count)]));
}

async function walk(page: Page, who: string, tasks: readonly Task[]): Promise<void> {
  const counts: [string, number][] = [];
  for (const [title, act] of tasks)
    await test.step(title, async () => {
      await visit(page, '/', /Good to see you/);
      await expect(page.getByRole('link', { name: 'Home' }).first()).toBeVisible();
      const hand = new Hand(page);
      await act(hand, page);
      counts.push([title, hand.actions]);
      console.log(`| ${who} | ${title} | ${hand.actions} |`);
    });
  for (const [title, count] of counts)
    if (/^(Release|Approve|Decline)/.test(title)) expect(count, title).toBeLessThanOrEqual(3);
  expect(counts).toStrictEqual([...documented(who)]);
}

test('Ten tasks of an AML officer take as many actions as the documentation says', async ({ as }) => {
  for (const amount of [8_110_000, 8_120_000, 8_130_000]) await heldTransfer(amount);
  await walk(await as('amlOfficer'), 'AML officer', AML);
});

test('Ten tasks of a checker take as many actions as the documentation says', async ({ as }) => {
  for (const amount of [2_710, 2_720, 2_730, 2_740]) await waitingGroup(amount);
  await outwardTransfer('9900000134', 1_010);
  await walk(await as('checker'), 'Checker', CHECKER);
});

test('Ten tasks of a supervisor take as many actions as the documentation says', async ({ as }) => {
  for (const amount of [2_810, 2_820]) await waitingGroup(amount);
  await heldTransfer(8_140_000);
  const { data } = await look('administrator', '/permissions');
  const views = (data.data as { name: string }[]).map(({ name }) => name).filter((name) => name.startsWith('view-'));
  const supervisor = await member(
    [await role([...views, 'approve-transactions', 'supervise-approvals'])],
    'Sade Super',
  );
  await walk(await as(supervisor), 'Supervisor', SUPERVISOR);
});

test('Ten tasks of an administrator take as many actions as the documentation says', async ({ as }) => {
  await member(['Maker'], 'Nobody Else');
  await walk(await as('administrator'), 'Administrator', ADMINISTRATOR);
});
