import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { Keyring } from '../../src/common/crypto/keyring';
import { sandboxCredentials } from '../../src/seed/sandbox-credentials';
import { describeWithChromium } from '../support/chromium';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { freePort, ServerProcess } from '../support/server-process';
import { MASTER_KEY } from '../support/test-config';

const START_TIMEOUT_MS = 240_000;
const BROWSER_TIMEOUT_MS = 60_000;
const SIGN_IN = '/api/auth/v1/authenticate';
const READ = { group: 'Accounts', route: '/api/account/v1/listbranches' };

const { clientId, clientSecret } = sandboxCredentials(new Keyring([Buffer.from(MASTER_KEY, 'base64')]));

/** The reference page of integrators, as a person uses it. */
class ReferencePage {
  /** Addresses to which the page sent requests. */
  readonly called: string[] = [];
  /** Errors of the page's scripts and of its content security policy. */
  readonly errors: string[] = [];

  constructor(private readonly page: Page) {
    page.on('request', (request) => this.called.push(request.url()));
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.errors.push(message.text());
    });
  }

  async open(origin: string): Promise<void> {
    await this.page.goto(`${origin}/docs/reference`);
    await this.groups().first().waitFor();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.groups().first().waitFor();
  }

  /** The names of the groups of operations that the page shows. */
  async shownGroups(): Promise<string[]> {
    return this.groups().evaluateAll((groups) => groups.map((group) => group.getAttribute('data-tag') ?? ''));
  }

  /** Types into the search box. */
  async search(words: string): Promise<void> {
    await this.page.locator('.operation-filter-input').fill(words);
  }

  async authorize(token: string): Promise<void> {
    await this.page.locator('.auth-wrapper > .btn.authorize').click();
    // The dialog has a form for each kind of caller.
    const form = this.page
      .locator('.dialog-ux .auth-container')
      .filter({ has: this.page.locator('h4 code', { hasText: /^bearer$/ }) });
    await form.locator('input').fill(token);
    await form.locator('button.authorize').click();
    await form.locator('.btn-done').click();
  }

  /** True while the page holds a token. */
  async isAuthorized(): Promise<boolean> {
    return (await this.page.locator('.auth-wrapper > .btn.authorize.locked').count()) === 1;
  }

  /** Sends one request with Try it out. @returns the status and the text of the answer, as the page shows them */
  async tryOut(group: string, route: string, body?: object): Promise<{ status: string; text: string }> {
    const operation = await this.operation(group, route);
    await operation.locator('.try-out__btn').click();
    if (body) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body));
    await operation.locator('button.execute').click();
    const answer = operation.locator('.live-responses-table .response').first();
    await answer.waitFor();
    const status = await answer.locator('.response-col_status').innerText();
    const text = await answer.locator('.response-col_description').innerText();
    return { status: status.trim().slice(0, 3), text };
  }

  private groups(): Locator {
    return this.page.locator('.opblock-tag');
  }

  /** Opens an operation, which may be open from before. */
  private async operation(group: string, route: string): Promise<Locator> {
    const head = this.page.locator(`.opblock-tag[data-tag="${group}"]`);
    if ((await head.getAttribute('data-is-open')) !== 'true') await head.click();
    const operation = this.page
      .locator('.opblock')
      .filter({ has: this.page.locator(`[data-path="${route}"]`) })
      .first();
    const summary = operation.locator('.opblock-summary-control');
    if ((await summary.getAttribute('aria-expanded')) !== 'true') await summary.click();
    return operation;
  }
}

describeWithChromium('the reference in a browser', (executablePath) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-try-it-out-'));
  const databases: TestDatabase[] = [];
  const servers: ServerProcess[] = [];
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, BROWSER_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) await server.stop('SIGKILL');
    for (const database of databases) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }, BROWSER_TIMEOUT_MS);

  /** One server for the API and the documentation. */
  async function sandboxLayout(): Promise<{ api: string; documentation: string }> {
    const database = await createTestDatabase();
    databases.push(database);
    const settings = { SANDBOX: 'true', SANDBOX_PORT: '0', DATA_DIR: folder };
    const server = await ServerProcess.start(database.url, settings);
    servers.push(server);
    return { api: server.url, documentation: server.url };
  }

  /** The documentation on the management port, and the API on a port of its own. */
  async function productionLayout(): Promise<{ api: string; documentation: string }> {
    const database = await createTestDatabase();
    databases.push(database);
    // The database was sealed with the key of the tests, which production refuses.
    await execute(database.url, 'DELETE FROM installation_check', 'DELETE FROM institution_setting WHERE sealed');
    const [port, managementPort] = [await freePort(), await freePort()];
    const [api, documentation] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${managementPort}`];
    const settings = {
      NODE_ENV: 'production',
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      API_URL: api,
      DOCUMENTATION_ORIGINS: documentation,
      COREBANK_MASTER_KEY: randomBytes(32).toString('base64'),
    };
    servers.push(await ServerProcess.start(database.url, settings, managementPort));
    return { api, documentation };
  }

  it.each([
    ['the sandbox', sandboxLayout],
    ['production, where API and documentation have ports of their own', productionLayout],
  ])(
    'signs in, sends a request, keeps the token over a reload and finds a group of operations, in %s',
    async (_, layout) => {
      const { api, documentation } = await layout();
      const context = await browser.newContext();
      const page = new ReferencePage(await context.newPage());
      await page.open(documentation);

      const refused = await page.tryOut(READ.group, READ.route);
      expect(refused.status).toBe('401');
      await page.reload();
      const signedIn = await page.tryOut('Auth', SIGN_IN, { clientId, clientSecret });
      expect(signedIn.status).toBe('200');
      const token = /"accessToken":\s*"([^"]+)"/.exec(signedIn.text)![1]!;
      expect(await page.isAuthorized()).toBe(false);
      await page.authorize(token);
      expect((await page.tryOut(READ.group, READ.route)).status).toBe('200');

      await page.reload();
      expect(await page.isAuthorized()).toBe(true);
      expect((await page.tryOut(READ.group, READ.route)).status).toBe('200');
      expect(page.called.filter((url) => url.includes(READ.route)).every((url) => url.startsWith(`${api}/`))).toBe(
        true,
      );

      await page.reload();
      expect((await page.shownGroups()).length).toBeGreaterThan(10);
      await page.search('oans');
      await eventually(async () => expect(await page.shownGroups()).toEqual(['Loans', 'Group loans']));
      expect(page.errors).toEqual([]);
      await context.close();
    },
    START_TIMEOUT_MS,
  );
});
