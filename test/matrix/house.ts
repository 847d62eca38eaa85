import { hashPassword } from '../../src/common/crypto/password-hash';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { PermissionCatalogue } from '../../src/institutions/staff/permission-catalogue';
import { Roles } from '../../src/institutions/staff/roles';
import { StaffMembers } from '../../src/institutions/staff/staff-members';
import { InstitutionSetup } from '../../src/seed/institution-setup';
import { SandboxPeople } from '../../src/seed/sandbox-people';
import { microfinanceBank } from '../../src/seed/templates/microfinance-bank';
import { addSecondInstitution } from '../auth/second-institution';
import { freshReference, type TestApp } from '../support/app';
import { furnish } from './furnish';
import type { Identifiers } from './identifiers';

/** A member of staff of the sandbox institution with all permissions. */
export const MANAGER = 'MTX001';

export const PASSWORD = 'a long enough password';

/**
 * The caller: an API client, a member of staff, a provider's middleware with its key, or the recovery partner with its
 * secret.
 */
export type Audience = 'channel' | 'staff' | 'gateway' | 'partner';

type Data = Record<string, unknown>;

/** One institution with callers that have all permissions and one record of each kind. */
export interface House {
  institutionId: number;
  /** `checker` is the second person for changes of rights and configuration. */
  tokens: Record<Audience | 'checker', string>;
  ids: Identifiers;
}

/** Access to one institution: every answer must be a success or a 202, and its `data` is returned. */
export class Clerk {
  constructor(
    readonly app: TestApp,
    readonly institutionId: number,
    readonly tokens: House['tokens'],
    /** Staff id of the member of staff with the staff token. */
    readonly manager: string,
    /** Address of the simulator of the providers. */
    readonly providersUrl: string,
  ) {}

  post<Answer = Data>(
    path: string,
    body: object,
    audience: 'channel' | 'staff' = 'channel',
    reference = freshReference(),
  ): Promise<Answer> {
    return this.answered<Answer>(path, this.app.post(path, body, { token: this.tokens[audience], reference }));
  }

  put<Answer = Data>(path: string, body: object, audience: 'channel' | 'staff' = 'channel'): Promise<Answer> {
    return this.answered<Answer>(path, this.app.put(path, body, { token: this.tokens[audience] }));
  }

  /** A change of rights or configuration, approved by the second person. @returns the changed resource. */
  change<Answer = Data>(method: 'post' | 'put', path: string, body: object): Promise<Answer> {
    const asked = this.app[method](path, body, { token: this.tokens.staff });
    return this.answered<Answer>(path, this.app.approved(asked, this.tokens.checker));
  }

  get<Answer = Data>(
    path: string,
    query: Record<string, string>,
    audience: 'channel' | 'staff' = 'channel',
  ): Promise<Answer> {
    return this.answered<Answer>(path, this.app.get(path, query, { token: this.tokens[audience] }));
  }

  /** Sends a callback of a provider's middleware. */
  callBack(path: string, body: object): Promise<Data> {
    return this.answered(path, this.app.post(path, body, { headers: { 'x-gateway-key': this.tokens.gateway } }));
  }

  /** Sends a notice of the recovery partner. */
  tell(path: string, body: object): Promise<Data> {
    return this.answered(
      path,
      this.app.post(`/api/integrations/recoverypartner/v1/${this.institutionId}/${path}`, body, {
        token: this.tokens.partner,
        reference: null,
      }),
    );
  }

  /** The numeric id of a record of the institution. */
  async idOf(table: string, column: string, value: string): Promise<number> {
    const [row] = await this.app.rows<{ id: string }>(
      `SELECT id FROM ${table} WHERE institution_id = $1 AND ${column} = $2`,
      [this.institutionId, value],
    );
    return Number(row!.id);
  }

  private async answered<Answer>(path: string, answer: ReturnType<TestApp['post']>): Promise<Answer> {
    const { status, text, body } = await answer;
    if (status !== 200 && status !== 202) throw new Error(`${path}: ${text}`);
    return (body as { data: Answer }).data;
  }
}

/** The sandbox institution, with a member of staff who has all permissions. */
export async function furnishSandbox(app: TestApp, providersUrl: string): Promise<House> {
  const { institutionId } = app;
  const manager = {
    staffID: MANAGER,
    name: 'Matrix Manager',
    email: 'matrix@first.example',
    branchCode: app.sandbox.branchCode,
    roles: ['Everything'],
  };
  const passwordHash = await hashPassword(PASSWORD);
  await app.app.get(UnitOfWork).run(institutionId, async (tx) => {
    const permissions = app.app.get(PermissionCatalogue, { strict: false }).list();
    await app.app.get(Roles, { strict: false }).create(tx, { institutionId, name: 'Everything', permissions });
    await app.app.get(StaffMembers, { strict: false }).create(tx, { institutionId, ...manager, passwordHash });
  });
  const tokens = {
    channel: await app.client(),
    staff: await tokenOf(app, LOGIN, { email: manager.email, password: PASSWORD }),
    checker: await app.staff('secondAdministrator'),
    gateway: 'the-gateway-key-of-the-first-institution',
    partner: 'the-secret-of-the-partner-of-the-first',
  };
  return furnished(new Clerk(app, institutionId, tokens, MANAGER, providersUrl), '4');
}

/** Another institution, with the sandbox's ledgers, products and rules. */
export async function furnishSecondInstitution(app: TestApp, providersUrl: string): Promise<House> {
  const { institutionId, client, manager, checker } = await addSecondInstitution(app);
  // Numbers are allocated by institution, so without this both institutions would have the same ones.
  await app.rows(
    `INSERT INTO number_series (institution_id, series, next_serial) SELECT $1, series, 700000 FROM unnest(ARRAY['account', 'agent', 'customer']) AS series`,
    [institutionId],
  );
  // A business date in the past would be rolled during the test.
  const [first] = await app.rows<{ date: string }>(
    'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
    [app.institutionId],
  );
  await app.rows('UPDATE institution SET business_date = $2 WHERE institution_id = $1', [institutionId, first!.date]);
  const setup = new InstitutionSetup(app.app, institutionId);
  await setup.openLedgers(microfinanceBank.ledgers);
  await setup.createProducts(microfinanceBank.products);
  await setup.configure(microfinanceBank.settings);
  await new SandboxPeople(app.app, institutionId).setRules();
  const { email, password, staffID } = manager;
  const tokens = {
    channel: await tokenOf(app, AUTHENTICATE, client),
    staff: await tokenOf(app, LOGIN, { email, password }),
    checker: await tokenOf(app, LOGIN, { email: checker.email, password }),
    gateway: 'the-gateway-key-of-the-second-institution',
    partner: 'the-secret-of-the-partner-of-the-second',
  };
  return furnished(new Clerk(app, institutionId, tokens, staffID, providersUrl), '7');
}

const AUTHENTICATE = '/api/auth/v1/authenticate';
const LOGIN = '/api/admin/v1/login';

async function furnished(clerk: Clerk, mark: string): Promise<House> {
  return { institutionId: clerk.institutionId, tokens: clerk.tokens, ids: await furnish(clerk, mark) };
}

async function tokenOf(app: TestApp, path: string, credentials: object): Promise<string> {
  const { body, text } = await app.post(path, credentials);
  const token = (body as { data?: { accessToken?: string } }).data?.accessToken;
  if (token === undefined) throw new Error(`${path}: ${text}`);
  return token;
}
