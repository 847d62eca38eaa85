import { existsSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { authenticate, authenticateStaff, type RunningServer } from '../server';
import { type View, viewsOf } from './views';

type Print = (line: Record<string, unknown>) => void;

/** What `vitals.js` gathers in a page. */
interface Vitals {
  lcpMs: number;
  lcpElement: string;
  cls: number;
  inpMs: number;
  slowest: string;
  longestTaskMs: number;
}

/** A page loaded once with an empty cache and once more, then used. */
interface Run {
  cold: Vitals;
  warm: Vitals;
  used: Vitals;
}

const CPU_SLOWDOWN = 4;
/** The slow 4G of Lighthouse. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const TARGETS = { lcpMs: 1_500, inpMs: 100, cls: 0.02, longestTaskMs: 200 };
/** So long a page shows all that it has before it counts as loaded. */
const SETTLED_MS = 1_500;
const HISTORY_WITHIN_MS = 300_000;
const STAFF = 'amlOfficer';

/** The browser of the bench: that of CHROMIUM, or Debian's; undefined where there is none. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
    (file) => file !== undefined && existsSync(file),
  );
}

/**
 * `--console [--runs N]`: LCP, INP, layout shifts and the longest task of pages of the console in a real Chromium, with
 * the processor four times slower and 1.6 Mbit/s; medians of the runs. The server needs a sandbox with a history.
 */
export async function measureConsole(
  server: RunningServer,
  executablePath: string,
  runs: number,
  print: Print,
): Promise<void> {
  await historyEnded(server);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const url = `http://localhost:${server.port}`;
    const session = await signIn(browser, url, server.sandbox.staff[STAFF]!);
    for (const view of viewsOf(...(await recordsOf(server, url)))) {
      const measured: Run[] = [];
      for (let run = 0; run < runs; run += 1)
        measured.push(await measure(browser, url, view, view.isPublic ? undefined : session));
      print({ scenario: 'console', ...lineOf(view, measured) });
    }
  } finally {
    await browser.close();
  }
}

/** The sandbox fills itself in the background; until then it is in the past. */
async function historyEnded(server: RunningServer): Promise<void> {
  const headers = { authorization: `Bearer ${await authenticate(server)}` };
  for (const until = Date.now() + HISTORY_WITHIN_MS; Date.now() < until; await sleep(1_000)) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/sandbox/v1/clock`, { headers });
    if (((await answer.json()) as { data: { daysAhead: number } }).data.daysAhead >= 0) return;
  }
  throw new Error('The history of the sandbox did not end.');
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

async function signIn(browser: Browser, url: string, staff: { email: string; password: string }): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/console/login`);
  await page.getByLabel('E-mail address').fill(staff.email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /Good to see you/ }).waitFor();
  const session = await context.storageState();
  await context.close();
  return session;
}

/** A hold that waits, and a customer. */
async function recordsOf(server: RunningServer, url: string): Promise<[hold: string, customer: string]> {
  const headers = { authorization: `Bearer ${await authenticateStaff(server, STAFF)}` };
  const first = async (list: string): Promise<Record<string, string | number>> => {
    const answer = await fetch(`${url}/api/admin/v1/${list}`, { headers });
    const { data } = (await answer.json()) as { data: { data: Record<string, string | number>[] } };
    if (!data.data[0]) throw new Error(`There is nothing in ${list}.`);
    return data.data[0];
  };
  const hold = await first('aml/holds?Status=Held');
  const customer = await first('customers/individuals');
  return [String(hold.approvalId), String(customer.customerID)];
}

async function measure(browser: Browser, url: string, view: View, session: Session | undefined): Promise<Run> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, storageState: session });
  await context.addInitScript({ path: path.join('bench', 'console', 'vitals.js') });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const cold = await load(page, url, view);
  // Another document between the two, so that the second load is no reload.
  await page.goto('about:blank');
  const warm = await load(page, url, view);
  await page.evaluate('forgetVitals()');
  await view.interact(page);
  await page.waitForTimeout(SETTLED_MS);
  const used = await page.evaluate<Vitals>('takeVitals()');
  await context.close();
  return { cold, warm, used };
}

async function load(page: Page, url: string, { path: address, content }: View): Promise<Vitals> {
  await page.goto(`${url}/console${address}`);
  // Looking for the content takes time of the page itself, so that it begins when the page has most of it.
  await page.waitForTimeout(SETTLED_MS);
  await page.getByRole('main').getByText(content).first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate<Vitals>('takeVitals()');
}

function lineOf({ name, interaction }: View, runs: readonly Run[]): Record<string, unknown> {
  const median = (value: (run: Run) => number): number => middle(runs.map(value));
  const figures = {
    lcpColdMs: Math.round(median(({ cold }) => cold.lcpMs)),
    lcpWarmMs: Math.round(median(({ warm }) => warm.lcpMs)),
    inpMs: Math.round(median(({ used }) => used.inpMs)),
    cls: Math.round(Math.max(...runs.flatMap(({ cold, warm }) => [cold.cls, warm.cls])) * 1_000) / 1_000,
    taskColdMs: Math.round(median(({ cold }) => cold.longestTaskMs)),
    taskWarmMs: Math.round(median(({ warm }) => warm.longestTaskMs)),
    taskUsedMs: Math.round(median(({ used }) => used.longestTaskMs)),
  };
  const { lcpMs, inpMs, cls, longestTaskMs } = TARGETS;
  const targets = {
    lcpColdMs: lcpMs,
    lcpWarmMs: lcpMs,
    inpMs,
    cls,
    taskColdMs: longestTaskMs,
    taskWarmMs: longestTaskMs,
    taskUsedMs: longestTaskMs,
  };
  const misses = Object.entries(targets).flatMap(([figure, target]) =>
    figures[figure as keyof typeof figures] > target ? [figure] : [],
  );
  const [{ cold, used }] = runs as [Run];
  const causes = { largest: cold.lcpElement, slowest: used.slowest };
  const load = Math.round(os.loadavg()[0]! * 10) / 10;
  return { page: name, interaction, runs: runs.length, ...figures, ...causes, misses, load };
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
