import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { type Member, type Role, sandbox } from './sandbox';

/** The faults that no story may have: errors of scripts, of the console, and refusals of the security policy. */
const faults = new WeakMap<BrowserContext, string[]>();

/** Messages of the browser itself about answers that a story asks for, such as a refused password. */
const OF_THE_NETWORK =
  /^Failed to load resource: (the server responded with a status of (401|403|404|409|422)|net::ERR_FAILED)/;

function watch(context: BrowserContext): void {
  const seen: string[] = [];
  faults.set(context, seen);
  context.on('console', (message) => {
    if (message.type() === 'error' && !OF_THE_NETWORK.test(message.text())) seen.push(message.text());
  });
  context.on('weberror', (error) => seen.push(error.error().message));
}

/** Signs a member of staff in with a window of their own. */
async function desk(browser: Browser, who: Role | Member, width: number, isDark: boolean): Promise<Page> {
  const { email, password } = typeof who === 'string' ? sandbox.staff[who] : who;
  const context = await browser.newContext({ viewport: { width, height: 860 }, reducedMotion: 'reduce' });
  watch(context);
  const url = process.env.CONSOLE_URL!;
  if (isDark) await context.addCookies([{ name: 'corebank-theme', value: 'dark', url: `${url}/console/` }]);
  const page = await context.newPage();
  await page.goto(`${url}/console/login`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
  return page;
}

interface Fixtures {
  /** Opens a window of a member of staff. Its errors, and what a browser may keep, are checked when the story ends. */
  as: (who: Role | Member, options?: { width?: number; isDark?: boolean }) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  as: async ({ browser }, use) => {
    const pages: Page[] = [];
    await use(async (who, { width = 1280, isDark = false } = {}) => {
      const page = await desk(browser, who, width, isDark);
      pages.push(page);
      return page;
    });
    for (const page of pages) {
      expect(faults.get(page.context())).toStrictEqual([]);
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(kept, 'Nothing is kept in the browser').toBe('[{},{}]');
      await page.context().close();
    }
  },
});

/** Opens a page of the console and waits for its heading. */
export async function visit(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`${process.env.CONSOLE_URL}/console${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** No fault of accessibility, and nothing wider than the window. */
export async function isInOrder(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toStrictEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'The page is as wide as the window').toBeLessThanOrEqual(0);
}

export { expect };
