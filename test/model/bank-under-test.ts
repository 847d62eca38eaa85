import type { Response } from 'supertest';
import { newCustomer } from '../accounts/sandbox-accounts';
import { freshReference, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { type Account, RULES } from './bank-model';
import type { Command, Place } from './commands';
import type { Answered } from './serial-order';

const VAULT = '1010';
const TIER_UNDER_KYC = 1;
const TIER_FREE = 3;

/**
 * The state of a run in the terms of the model. Postings, holds and approvals are named by the reference of their
 * transfer.
 */
export interface Seen {
  accounts: Omit<Account, 'waits' | 'freezes' | 'unfrozen' | 'outReversed' | 'inReversed'>[];
  liens: Record<string, { account: number; amount: number; status: string }>;
  postings: Record<string, { status: string; amount: number; reversed: boolean }>;
  holds: Record<string, { status: string; goesOnBy: string; approved: boolean }>;
  approvals: Record<string, { status: string; released: boolean; outdated: boolean }>;
}

/** A transfer of a run in the database, with the decision that it waits for. */
interface Moved {
  ref: string;
  status: string;
  amount: number;
  reversed: boolean;
  hold: string | null;
  resumesBy: 'client' | 'system';
  approved: boolean;
  holdApprovalId: string;
  approval: string | null;
  released: boolean;
  approvalId: string;
}

const ACCOUNTS = `SELECT number, status, ((credits_posted_kobo - debits_posted_kobo) / 100)::int AS balance, (held_kobo / 100)::int AS held, (daily_used_kobo / 100)::int AS "usedToday",
  (screened_out_kobo / 100)::int AS out, (screened_in_kobo / 100)::int AS in FROM ledger_account WHERE institution_id = $1 AND number = ANY($2)`;
const LIENS = `SELECT reference_number AS ref, account_number AS number, (amount_kobo / 100)::int AS amount, status FROM lien WHERE institution_id = $1 AND reference_number LIKE $2`;
const MOVED = `SELECT p.reference AS ref, p.status, (p.amount_kobo / 100)::int AS amount, p.reversed_by_id IS NOT NULL AS reversed, h.status AS hold, h.resumes_by AS "resumesBy", h.approved, h.approval_id AS "holdApprovalId",
  a.status AS approval, a.released, a.id AS "approvalId" FROM posting p
  LEFT JOIN aml_hold h ON h.institution_id = p.institution_id AND h.posting_id = p.id
  LEFT JOIN approval a ON a.institution_id = p.institution_id AND a.posting_id = p.id AND a.operation = 'local-transfer'
  WHERE p.institution_id = $1 AND p.kind = 'transfer' AND p.reference LIKE $2`;
/** A change of status that waits is outdated once another change has come after its request. */
const CHANGE = `SELECT a.status, a.status = 'Pending' AND (a.details ->> 'latestChangeId') IS DISTINCT FROM (
    SELECT c.id::text FROM account_status_change c
     WHERE c.institution_id = a.institution_id AND c.account_number = a.details ->> 'accountNumber'
     ORDER BY c.at DESC, c.id DESC LIMIT 1) AS outdated
  FROM approval a WHERE a.institution_id = $1 AND a.id = $2`;
/** Decided, but not carried out yet. */
const GOING_ON = `SELECT (SELECT count(*) FROM approval WHERE status = 'Approved' AND operation = 'local-transfer' AND ran_at IS NULL)
  + (SELECT count(*) FROM aml_hold WHERE status = 'Approved' AND resumes_by = 'system') AS count`;

interface Known {
  approvalId: number;
  amlApprovalReference?: string;
}

/** Sets up the rules of every run: approvals and KYC limits. Called once, before the runs. */
export async function setUpHouse(app: TestApp): Promise<void> {
  const token = await app.staff('administrator');
  const { kyc } = RULES;
  const settings = {
    API_BYPASS_APPROVALS: 'false',
    KYC_LIMITS_ENABLED: 'true',
    KYC_TIER_1_DAILY_LIMIT: kyc.daily,
    KYC_TIER_1_MAX_SINGLE_DEPOSIT: kyc.singleDeposit,
    KYC_TIER_1_MAX_BALANCE: kyc.balance,
  };
  await app.configure(Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)])));
  await done(
    app.approved(
      app.post(
        '/api/admin/v1/approval-policies',
        { operation: 'local-transfer', amountFloor: RULES.approvedFrom },
        { token },
      ),
    ),
  );
}

async function done(asked: Promise<Response>): Promise<Record<string, unknown>> {
  const { status, text, body } = await asked;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return (body as { data: Record<string, unknown> }).data;
}

/** The accounts of one run in the real program, used over HTTP and read from the database. */
export class BankUnderTest {
  private readonly known = new Map<string, Known>();

  private constructor(
    private readonly app: TestApp,
    readonly numbers: string[],
    private readonly run: string,
  ) {}

  static async open(app: TestApp): Promise<BankUnderTest> {
    const numbers: string[] = [];
    const { opening, heldFrom, frozenFrom, kyc, limits } = RULES;
    for (const [place, amount] of opening.entries()) {
      const { accountNumber } = await done(
        app.post('/api/account/v1/createcustomeraccount', {
          ...newCustomer(app),
          kycTier: place === kyc.account ? TIER_UNDER_KYC : TIER_FREE,
        }),
      );
      const paidIn = {
        debitAccount: VAULT,
        creditAccount: accountNumber,
        amount,
        narration: 'Opening',
        referenceNumber: freshReference('MO'),
      };
      await done(app.post('/api/postings/v1/posttransaction', paidIn));
      numbers.push(accountNumber as string);
    }
    const token = await app.staff('amlOfficer');
    const rule = (place: number, direction: string, threshold: number, action: string): Promise<unknown> =>
      done(
        app.approved(
          app.post(
            '/api/admin/v1/aml/rules',
            { name: `Model ${direction}`, direction, threshold, accountNumber: numbers[place], action },
            { token },
          ),
        ),
      );
    await rule(heldFrom.account, 'outflow', heldFrom.amount, 'hold');
    await rule(frozenFrom.account, 'inflow', frozenFrom.amount, 'hold-and-freeze');
    await done(
      app.put('/api/limit/v1/addupdateaccountlimit', {
        accountNumber: numbers[limits.account],
        userSingleTransactionLimit: limits.single,
        userDailyTransactionLimit: limits.daily,
      }),
    );
    return new BankUnderTest(app, numbers, freshReference('M'));
  }

  /** Sends commands concurrently and waits until all their effects have happened. */
  async send(commands: Command[]): Promise<Answered[]> {
    const answered = await Promise.all(commands.map(async (command) => ({ command, reply: await this.ask(command) })));
    if (commands.some((command) => 'verdict' in command && command.verdict === 'approve'))
      await eventually(async () => expect(await this.goingOn()).toBe(0));
    return answered;
  }

  /** The state of this run. */
  async look(): Promise<Seen> {
    const { institutionId } = this.app;
    const of = [institutionId, `${this.run}-%`];
    const accounts = await this.app.rows<Seen['accounts'][number] & { number: string }>(ACCOUNTS, [
      institutionId,
      this.numbers,
    ]);
    const liens = await this.app.rows<{ ref: string; number: string; amount: number; status: string }>(LIENS, of);
    const seen: Seen = { accounts: [], liens: {}, postings: {}, holds: {}, approvals: {} };
    for (const { number, ...account } of accounts) seen.accounts[this.numbers.indexOf(number)] = account;
    for (const { ref, number, amount, status } of liens)
      seen.liens[this.plain(ref)] = { account: this.numbers.indexOf(number), amount, status };
    for (const moved of await this.app.rows<Moved>(MOVED, of)) this.put(seen, moved);
    const changes = [...this.known].filter(([name]) => name.startsWith('change '));
    for (const [name, { approvalId }] of changes) {
      const [row] = await this.app.rows<{ status: string; outdated: boolean }>(CHANGE, [institutionId, approvalId]);
      seen.approvals[name.slice('change '.length)] = { ...row!, released: false };
    }
    return seen;
  }

  private put(
    seen: Seen,
    {
      ref: reference,
      status,
      amount,
      reversed,
      hold,
      resumesBy,
      approved,
      holdApprovalId,
      approval,
      released,
      approvalId,
    }: Moved,
  ): void {
    const ref = this.plain(reference);
    seen.postings[ref] = { status, amount, reversed };
    if (hold !== null) {
      seen.holds[ref] = { status: hold, goesOnBy: resumesBy === 'client' ? 'client' : 'itself', approved };
      this.learn(`hold ${ref}`, Number(holdApprovalId));
    }
    if (approval !== null) {
      seen.approvals[ref] = { status: approval, released, outdated: false };
      this.learn(`approval ${ref}`, Number(approvalId));
    }
  }

  /** The available balance from the API. */
  available(place: number): Promise<number> {
    return this.app.balance(this.numbers[place]!);
  }

  private learn(name: string, approvalId: number): void {
    this.known.set(name, { ...this.known.get(name), approvalId });
  }

  /** The references of a run have a common prefix, by which its rows are found. */
  private full(ref: string): string {
    return `${this.run}-${ref}`;
  }

  private plain(reference: string): string {
    return reference.slice(this.run.length + 1);
  }

  private async goingOn(): Promise<number> {
    const [row] = await this.app.rows<{ count: string }>(GOING_ON);
    return Number(row!.count);
  }

  private async ask(command: Command): Promise<string> {
    const { status, body } = await this.request(command);
    const { statusCode, rejection, limitName, approvalId, amlApprovalReference } = (
      body as {
        data: {
          statusCode?: string;
          rejection?: string;
          limitName?: string;
          approvalId?: number;
          amlApprovalReference?: string;
        };
      }
    ).data;
    if (status === 202) {
      const name = statusCode === 'AML_HOLD' ? 'hold' : command.kind === 'change-status' ? 'change' : 'approval';
      const ref = command.kind === 'retry' ? command.of : command.ref;
      this.known.set(`${name} ${ref}`, {
        approvalId: approvalId!,
        ...(amlApprovalReference === undefined ? {} : { amlApprovalReference }),
      });
    }
    return [status, statusCode, rejection, limitName].filter((part) => part !== undefined).join(' ');
  }

  private async request(command: Command): Promise<Response> {
    const { app } = this;
    const reference = this.full(command.ref);
    switch (command.kind) {
      case 'transfer':
        return app.post('/api/transfer/v1/localfundtransfer', this.transferBody(command), { reference });
      case 'retry': {
        const amlApprovalReference = this.known.get(`hold ${command.of}`)?.amlApprovalReference;
        return app.post(
          '/api/transfer/v1/localfundtransfer',
          { ...this.transferBody(command), amlApprovalReference },
          { reference },
        );
      }
      case 'reverse':
        return app.post(
          '/api/postings/v1/reversetransaction',
          { referenceNumber: this.full(command.of), reason: 'Model' },
          { reference },
        );
      case 'place-lien':
        return app.post(
          '/api/accountlien/v1/placelien',
          {
            accountNumber: this.numbers[command.account],
            amount: command.amount,
            referenceNumber: this.full(command.lien),
          },
          { reference },
        );
      case 'change-lien':
        return app.post(
          '/api/accountlien/v1/updatelien',
          { referenceNumber: this.full(command.lien), amount: command.amount },
          { reference },
        );
      case 'release-lien':
        return app.post('/api/accountlien/v1/unplacelien', { referenceNumber: this.full(command.lien) }, { reference });
      case 'change-status': {
        const body = { accountNumber: this.numbers[command.account], reason: 'Model' };
        if (command.action === 'freeze')
          return app.post('/api/admin/v1/accounts/freeze', body, { reference, token: await app.staff('maker') });
        return app.put(`/api/account/v1/${command.action}`, body, { reference });
      }
      case 'close':
        return app.post(
          '/api/postings/v1/closeaccount',
          { accountNumber: this.numbers[command.account], closureReason: 'Model' },
          { reference },
        );
      case 'decide-hold': {
        const { approvalId } = this.known.get(`hold ${command.of}`)!;
        return app.post(
          `/api/admin/v1/aml/holds/${approvalId}/${command.verdict}`,
          { note: 'Model' },
          { reference, token: await app.staff('amlOfficer') },
        );
      }
      case 'decide': {
        const { approvalId } = (this.known.get(`approval ${command.of}`) ?? this.known.get(`change ${command.of}`))!;
        return app.post(
          `/api/admin/v1/approvals/${approvalId}/${command.verdict}`,
          { note: 'Model' },
          { reference, token: await app.staff(command.by) },
        );
      }
    }
  }

  private transferBody({ from, to, amount }: { from: Place; to: Place; amount: number }): Record<string, unknown> {
    const number = (place: Place): string => (place === 'vault' ? VAULT : this.numbers[place]!);
    return { debitAccount: number(from), creditAccount: number(to), amount, narration: 'Model' };
  }
}
