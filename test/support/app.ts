import 'reflect-metadata';
import type { Provider } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import request, { type Response, type Test } from 'supertest';
import { AppModule } from '../../src/app.module';
import { createHttpApp } from '../../src/common/http/http-app';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import { SettingCatalogue } from '../../src/institutions/settings/setting-catalogue';
import { SANDBOX_INSTITUTION } from '../../src/seed/sandbox-plan';
import { type Sandbox, seedSandbox } from '../../src/seed/seed-sandbox';
import { createTestDatabase } from './database';
import { failedProofs } from './ledger-app';
import { testConfig } from './test-config';

export type StaffPart = keyof Sandbox['staff'];

interface SendOptions {
  token?: string | undefined;
  /** `request-reference`; a fresh one by default, none when null. */
  reference?: string | null;
  headers?: Record<string, string>;
}

let references = 0;

/** A reference that no other request of the run has. */
export function freshReference(prefix = 'REF'): string {
  references += 1;
  return `${prefix}-${process.pid}-${Date.now()}-${references}`;
}

/** The whole application, listening, on a database of its own that holds the sandbox institution. */
export class TestApp {
  private clientToken: string | undefined;
  private readonly staffTokens = new Map<StaffPart, string>();

  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly sandbox: Sandbox,
    /** The owner of the database, whom row-level security does not limit. */
    readonly database: Client,
    private readonly drop: () => Promise<void>,
  ) {}

  /**
   * `settings` are variables of the environment beside the usual ones; `added` are providers beside the application's,
   * such as members of a registry. Loans have the classes of a commercial bank, the default, where a suite does not set
   * `LICENCE_CLASS`.
   */
  static async start(settings: Record<string, string> = {}, added: Provider[] = []): Promise<TestApp> {
    const app = await TestApp.startWithPolicies(settings, added);
    await app.rows('DELETE FROM approval_policy');
    await app.rows(`DELETE FROM institution_setting WHERE key = 'LICENCE_CLASS'`);
    return app;
  }

  /** With the approval policies that the sandbox begins with. `start` has none, so that requests are done at once. */
  static async startWithPolicies(settings: Record<string, string> = {}, added: Provider[] = []): Promise<TestApp> {
    const { url, drop } = await createTestDatabase();
    const config = testConfig(url, settings);
    const app = await createHttpApp({ ...AppModule.forRoot(config), providers: added }, config);
    await app.init();
    const sandbox = await seedSandbox(app);
    await app.listen(0, '127.0.0.1');
    const database = new Client({ connectionString: url });
    await database.connect();
    return new TestApp(app, await app.getUrl(), sandbox, database, drop);
  }

  get institutionId(): number {
    return SANDBOX_INSTITUTION.institutionId;
  }

  /** Access token of the sandbox's API client. */
  async client(): Promise<string> {
    this.clientToken ??= await this.tokenOf('/api/auth/v1/authenticate', this.sandbox.client);
    return this.clientToken;
  }

  /** Access token of a member of the sandbox's staff. */
  async staff(part: StaffPart): Promise<string> {
    const token = this.staffTokens.get(part) ?? (await this.tokenOf('/api/admin/v1/login', this.sandbox.staff[part]));
    this.staffTokens.set(part, token);
    return token;
  }

  /** A GET as the sandbox's client, or with `token`. */
  async get(
    path: string,
    query: Record<string, string | number | boolean> = {},
    { token, headers = {} }: SendOptions = {},
  ): Promise<Response> {
    return request(this.url)
      .get(path)
      .query(query)
      .set(headers)
      .auth(token ?? (await this.client()), { type: 'bearer' });
  }

  /** A POST as the sandbox's client under a fresh reference; `options` may name another token and reference. */
  async post(path: string, body: object | string, options: SendOptions = {}): Promise<Response> {
    return this.send(request(this.url).post(path), body, options);
  }

  async patch(path: string, body: object, options: SendOptions = {}): Promise<Response> {
    return this.send(request(this.url).patch(path), body, options);
  }

  async put(path: string, body: object | string, options: SendOptions = {}): Promise<Response> {
    return this.send(request(this.url).put(path), body, options);
  }

  async delete(path: string, { token, reference = freshReference() }: SendOptions = {}): Promise<Response> {
    const prepared = request(this.url)
      .delete(path)
      .auth(token ?? (await this.client()), { type: 'bearer' });
    return reference === null ? prepared : prepared.set('request-reference', reference);
  }

  /**
   * Has the second person approve a change of rights or configuration that waits, and answers as if the change had been
   * made at once: `data` is the changed resource. Any other answer is returned as it is.
   * @param token of the second person; by default the sandbox's second administrator or AML officer.
   */
  async approved(asked: Response | Promise<Response>, token?: string): Promise<Response> {
    const answer = await asked;
    const { approvalId } = (answer.body as { data?: { approvalId?: number } }).data ?? {};
    if (answer.status !== 202 || approvalId === undefined) return answer;
    const path = `/api/admin/v1/approvals/${approvalId}`;
    const decision = await this.post(`${path}/approve`, {}, { token: token ?? (await this.secondPerson(path)) });
    if (decision.status === 200) decision.body.data = decision.body.data.result;
    return decision;
  }

  /** Sets configuration keys of the sandbox together, as two administrators do; null restores a default. */
  async configure(settings: Record<string, string | null>): Promise<void> {
    const changes = Object.entries(settings).map(([key, value]) => ({ key, value }));
    const token = await this.staff('administrator');
    const answer = await this.approved(this.put('/api/admin/v1/configuration', { changes }, { token }));
    if (answer.status !== 200) throw new Error(`Not configured: ${answer.text}`);
  }

  /** Gives a provider another address and in the same change its present secrets, or they would be cleared. */
  async moveProvider(addressKey: string, url: string): Promise<void> {
    const secrets = this.app
      .get(SettingCatalogue, { strict: false })
      .list()
      .flatMap(({ key, sentTo }) => (sentTo?.[0] === addressKey ? [key] : []));
    const stored = await this.app.get(InstitutionSettings, { strict: false }).getMany(this.institutionId, secrets);
    const kept = Object.entries(stored).filter((entry): entry is [string, string] => entry[1] !== undefined);
    await this.configure({ [addressKey]: url, ...Object.fromEntries(kept) });
  }

  /** Opens a customer account and pays the balance in at the vault. @returns the account number */
  async openAccount(balance = 0): Promise<string> {
    const { branchCode, productCode, accountOfficerStaffID } = this.sandbox;
    const opened = await this.post('/api/account/v1/createcustomeraccount', {
      lastName: 'Test',
      firstName: 'Person',
      accountName: 'Test Person',
      branchCode,
      productCode,
      accountOfficerStaffID,
    });
    if (opened.status !== 200) throw new Error(`No account: ${opened.text}`);
    const { accountNumber } = (opened.body as { data: { accountNumber: string } }).data;
    if (balance > 0) await this.payIn(accountNumber, balance);
    return accountNumber;
  }

  /** Pays cash in from the vault. */
  async payIn(accountNumber: string, amount: number): Promise<void> {
    const paid = await this.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: '1010',
      creditAccount: accountNumber,
      amount,
      narration: 'Cash in',
      postingsTransactionType: 1,
    });
    if (paid.status !== 200) throw new Error(`Not paid in: ${paid.text}`);
  }

  async balance(accountNumber: string): Promise<number> {
    const { body } = await this.post('/api/transfer/v1/balanceenquiry', { accountNumber });
    return (body as { data: { availableBalance: number } }).data.availableBalance;
  }

  /** Rows as the database's owner. */
  async rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.database.query(sql, values)).rows as Row[];
  }

  /** The failed checks of the ledger's proof. They must be empty after every suite that moves money. */
  failedProofs(): ReturnType<typeof failedProofs> {
    return failedProofs({ app: this.app }, this.institutionId);
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.app.close();
    await this.drop();
  }

  private async send(
    test: Test,
    body: object | string,
    { token, reference = freshReference(), headers = {} }: SendOptions,
  ): Promise<Response> {
    const prepared = test
      .set('content-type', 'application/json')
      .set(headers)
      .auth(token ?? (await this.client()), { type: 'bearer' });
    if (reference !== null) void prepared.set('request-reference', reference);
    return prepared.send(typeof body === 'string' ? body : JSON.stringify(body));
  }

  private async secondPerson(approvalPath: string): Promise<string> {
    const administrator = await this.staff('secondAdministrator');
    const { body } = await this.get(approvalPath, {}, { token: administrator });
    // Administrators see no change of the AML desk.
    const { operation } = (body as { data: { operation?: string } }).data;
    return (operation ?? 'change-aml').startsWith('change-aml') ? this.staff('secondAmlOfficer') : administrator;
  }

  private async tokenOf(path: string, credentials: object): Promise<string> {
    const response = await request(this.url).post(path).send(credentials);
    const { accessToken } = response.body as { accessToken?: string };
    if (accessToken === undefined) throw new Error(`No token: ${response.text}`);
    return accessToken;
  }
}
