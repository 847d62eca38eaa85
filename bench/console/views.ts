import type { Page } from 'playwright-core';

/** What is measured: a page as it is loaded, and what a person does on it then. */
export interface View {
  name: string;
  /** The address below `/console`. */
  path: string;
  /** True for what is shown before anybody signs in. */
  isPublic?: boolean;
  /** Text of the last content that the page shows. */
  content: string | RegExp;
  interaction: string;
  interact: (page: Page) => Promise<void>;
}

/** Milliseconds between two keys: a person who types fast. */
const KEY_DELAY_MS = 100;

/** Presses the keys of a text, one after the other. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: KEY_DELAY_MS });
}

async function openAndClose(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(KEY_DELAY_MS);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Account, reference/).waitFor();
  await type(page, 'chukwu');
  await page.getByText('Records', { exact: true }).waitFor();
}

async function filter(page: Page): Promise<void> {
  const name = page.getByRole('search').getByLabel('Name', { exact: true });
  await name.click();
  await type(page, 'bello');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Clear' }).waitFor();
}

/** The pages and acts of the bench, by a hold that waits and a customer. */
export function viewsOf(hold: string, customer: string): View[] {
  const holds = { path: `/aml/holds/${hold}?Status=Held`, content: `Hold ${hold}` };
  return [
    {
      name: 'sign-in',
      path: '/login',
      isPublic: true,
      content: 'Sign in to corebank',
      interaction: 'address typed',
      interact: (page) => type(page, 'ada@bank.example'),
    },
    {
      name: 'home',
      path: '/',
      content: 'The institution',
      interaction: 'list of keys opened and closed',
      interact: (page) => openAndClose(page, '?'),
    },
    {
      name: 'AML holds',
      path: '/aml/holds?Status=Held',
      content: /^(Out of|Into) \d+/,
      interaction: 'first case opened',
      interact: async (page) => {
        await page.keyboard.press('j');
        await page.getByRole('heading', { name: /^Hold \d+/ }).waitFor();
      },
    },
    {
      name: 'customers',
      path: '/customers',
      content: /^\d{8}$/,
      interaction: 'filter changed',
      interact: filter,
    },
    {
      name: 'customer',
      path: `/customers/${customer}`,
      content: customer,
      interaction: 'tab opened',
      interact: async (page) => {
        await page.getByRole('tab').nth(1).click();
        await page.getByRole('tab', { selected: true }).nth(0).waitFor();
      },
    },
    {
      name: 'AML hold',
      ...holds,
      interaction: 'dialog of a decision opened and closed',
      interact: (page) => openAndClose(page, 'r'),
    },
    {
      name: 'search',
      path: '/',
      content: 'The institution',
      interaction: 'Ctrl K, name typed',
      interact: search,
    },
  ];
}
