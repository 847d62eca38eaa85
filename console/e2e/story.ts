import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { accessibilityFaults } from './accessibility';
import { type Member, type Role, sandbox } from './sandbox';

/** The faults that no story may have: errors of scripts, of the console, and refusals of the security policy. */
const faults = new WeakMap<BrowserContext, string[]>();

/** Messages of the browser itself about answers that a story asks for, such as a refused password. */
const ASKED_FOR = [
  'the server responded with a status of (401|403|404|409|422)',
  'net::ERR_(FAILED|INTERNET_DISCONNECTED)',
];
const OF_THE_NETWORK = new RegExp(`^Failed to load resource: (${ASKED_FOR.join('|')})`);

function watch(context: BrowserContext): void {
  const seen: string[] = [];
  faults.set(context, seen);
  context.on('console', (message) => {
    if (message.type() === 'error' && !OF_THE_NETWORK.test(message.text())) seen.push(message.text());
  });
  context.on('weberror', (error) => seen.push(error.error().message));
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** How long a session is shared: the server asks for a newer proof some minutes after the sign-in. */
const SHARED_FOR_MS = 600_000;

/** The sessions of the sandbox's staff, who sign in once for many stories of a worker. */
const sessions = new Map<Role, { session: Session; until: number }>();

interface Desk {
  width?: number;
  isDark?: boolean;
  /** True for a story that ends its session: it signs in by itself. */
  isOwnSession?: boolean;
}

/** Opens a window for a member of staff who has signed in. It shows no page yet. */
async function desk(browser: Browser, who: Role | Member, options: Desk): Promise<Page> {
  const { width = 1280, isDark = false, isOwnSession = false } = options;
  const isShared = typeof who === 'string' && !isOwnSession;
  const known = isShared ? sessions.get(who) : undefined;
  const session = known && known.until > Date.now() ? known.session : undefined;
  const viewport = { width, height: 860 };
  const colorScheme = isDark ? 'dark' : 'light';
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', storageState: session });
  watch(context);
  const page = await context.newPage();
  if (session) return page;
  await signIn(page, typeof who === 'string' ? sandbox.staff[who] : who);
  await expect(page.getByRole('heading', { level: 1, name: /Good to see you/ })).toBeVisible();
  if (isShared) sessions.set(who, { session: await context.storageState(), until: Date.now() + SHARED_FOR_MS });
  return page;
}

/** Signs in on the page of the sign-in. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(`${process.env.CONSOLE_URL}/console/login`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

interface Fixtures {
  /** Opens a window of a member of staff. Its errors, and what a browser may keep, are checked when the story ends. */
  as: (who: Role | Member, options?: Desk) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  as: async ({ browser }, use) => {
    const pages: Page[] = [];
    await use(async (who, options = {}) => {
      const page = await desk(browser, who, options);
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

/** Opens a page of the console and waits for its heading, also where the address opens a dialog over it. */
export async function visit(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`${process.env.CONSOLE_URL}/console${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading, includeHidden: true })).toBeVisible();
}

/** No fault of accessibility, and nothing wider than the window. */
export async function isInOrder(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toStrictEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'The page is as wide as the window').toBeLessThanOrEqual(0);
}

export { expect };
