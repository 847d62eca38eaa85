import { Client } from 'pg';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { fingerprintOf } from '../../src/common/idempotency/claims';
import { ApiClientLimit } from '../../src/ledger/engine/api-client-limit.entity';
import { availableBalanceKobo } from '../../src/ledger/engine/available-balance';
import { ClientLimits } from '../../src/ledger/engine/client-limits';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { LedgerPool } from '../../src/ledger/engine/ledger-pool';
import { definePostingOperation, SYSTEM_POSTING } from '../../src/ledger/engine/posting-operation';
import type { PostingRequest } from '../../src/ledger/engine/posting-request';
import { ORDINARY } from '../../src/ledger/engine/posting-request';
import { type CommonApp } from '../support/common-app';
import {
  accountOf,
  CASH,
  failedProofs,
  FIRST_CUSTOMER,
  HOUSE,
  openAccounts,
  startLedgerApp,
} from '../support/ledger-app';
import { itWithoutPooler } from '../support/pooler-settings';

const CUSTOMERS = 40;
const OPENING_KOBO = 1_000_000n;

/** `posted`, `replayed`, or the code of the refusal. */
type Result = string;

/** A posting that counts towards limits and keeps its facts as metadata. */
const counted = definePostingOperation<{ text: string }>({
  name: 'test-counted-posting',
  title: 'Test posting',
  countsTowardsLimits: true,
  answer: (_facts, { postingId }) => ({ message: 'Successful', data: { postingId } }),
  metadata: (facts) => facts,
});

describe('the posting engine', () => {
  let first: CommonApp;
  let second: CommonApp;
  let counter = 0;

  const request = (
    debit: number,
    credit: number,
    amountKobo: bigint,
    facts: Partial<PostingRequest> = {},
  ): PostingRequest => {
    counter += 1;
    return {
      institutionId: HOUSE,
      kind: 'transfer',
      reference: `REF-${counter}`,
      origin: 'api',
      maker: 'api-client:test',
      narration: `Quotes " ' \\ { } , NULL and ₦ ${counter}`,
      legs: [
        { accountId: debit, side: 'debit', amountKobo, role: 'principal' },
        { accountId: credit, side: 'credit', amountKobo, role: 'principal' },
      ],
      amountKobo,
      feeKobo: 0n,
      operation: counted.with({ text: `"quoted" \\ ${counter}` }),
      nature: ORDINARY,
      ...facts,
    };
  };
  const claimed = (reference: string, debit: number, credit: number, amountKobo: bigint): PostingRequest =>
    request(debit, credit, amountKobo, {
      reference,
      claim: {
        institutionId: HOUSE,
        reference,
        holdId: 0,
        actor: 'api-client:test',
        endpoint: 'POST /x',
        fingerprint: fingerprintOf('POST /x', { debit, credit, kobo: amountKobo.toString() }),
      },
    });
  const post = (wanted: PostingRequest, where: CommonApp = first): Promise<Result> =>
    where.app
      .get(LedgerService, { strict: false })
      .post(wanted)
      .then(
        ({ kind }) => kind,
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
  const customer = (n: number): number => FIRST_CUSTOMER + n;
  const tally = (results: Result[]): Record<string, number> =>
    results.reduce<Record<string, number>>(
      (counts, result) => ({ ...counts, [result]: (counts[result] ?? 0) + 1 }),
      {},
    );

  beforeAll(async () => {
    first = await startLedgerApp();
    second = await startLedgerApp(first.database);
    await openAccounts(first, CUSTOMERS);
    const funding = Array.from({ length: CUSTOMERS }, (_, n) => post(request(CASH, customer(n), OPENING_KOBO)));
    expect(tally(await Promise.all(funding))).toEqual({ posted: CUSTOMERS });
  });
  afterAll(async () => {
    expect(await failedProofs(first)).toEqual([]);
    await second?.close();
    await first?.close();
  });

  it('neither loses nor creates a kobo under random parallel transfers from two processes', async () => {
    const random = (max: number): number => Math.floor(Math.random() * max);
    const results = await Promise.all(
      Array.from({ length: 600 }, (_, n) => {
        const from = random(CUSTOMERS);
        const to = (from + 1 + random(CUSTOMERS - 1)) % CUSTOMERS;
        return post(request(customer(from), customer(to), BigInt(1 + random(400_000))), n % 2 === 0 ? first : second);
      }),
    );
    expect(Object.keys(tally(results)).every((result) => ['posted', 'INSUFFICIENT_FUNDS'].includes(result))).toBe(true);
    const accounts = await Promise.all(Array.from({ length: CUSTOMERS }, (_, n) => accountOf(first, customer(n))));
    expect(accounts.reduce((sum, account) => sum + availableBalanceKobo(account), 0n)).toBe(
      OPENING_KOBO * BigInt(CUSTOMERS),
    );
    expect(accounts.every((account) => availableBalanceKobo(account) >= 0n)).toBe(true);
    expect(await failedProofs(first)).toEqual([]);
  });

  it('never passes what a client may move in a day, however many requests arrive at two processes', async () => {
    const clientId = 'bounded';
    const maker = `api-client:${clientId}`;
    const limits = (where: CommonApp): ClientLimits => where.app.get(ClientLimits, { strict: false });
    const set = (perDayKobo: bigint | null): Promise<void> =>
      first.app
        .get(UnitOfWork)
        .run(HOUSE, (tx) => limits(first).set(tx, HOUSE, clientId, { perCallKobo: null, perDayKobo }));
    const used = async (): Promise<unknown> =>
      first.app.get(UnitOfWork).read(HOUSE, (tx) => tx.findBy(ApiClientLimit, { institutionId: HOUSE, clientId }));
    await set(1_001n);
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        post(request(CASH, customer(n % 9), 100n, { maker }), n % 2 === 0 ? first : second),
      ),
    );
    expect(tally(results)).toEqual({ posted: 10, CLIENT_LIMIT_EXCEEDED: 30 });
    expect(await post(request(CASH, customer(1), 2n, { maker }), second)).toBe('CLIENT_LIMIT_EXCEEDED');
    expect(await post(request(CASH, customer(1), 1n, { maker }), second)).toBe('posted');
    expect(await used()).toMatchObject([{ usedKobo: 1_001n }]);
    await set(null);
    expect(await used()).toEqual([]);
    expect(await post(request(CASH, customer(1), 2n, { maker }), second)).toBe('posted');
  });

  it('spends a balance once, however many requests arrive at the same time', async () => {
    const from = customer(0);
    const { creditsPostedKobo, debitsPostedKobo } = await accountOf(first, from);
    await post(request(CASH, from, 1_000n));
    const each = (creditsPostedKobo - debitsPostedKobo + 1_000n) / 7n;
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        post(request(from, customer(1 + (n % 9)), each), n % 2 === 0 ? first : second),
      ),
    );
    expect(tally(results)).toEqual({ posted: 7, INSUFFICIENT_FUNDS: 33 });
  });

  it('executes a request reference once across processes and replays the answer to the other requests', async () => {
    await post(request(CASH, customer(2), 100_000n));
    const before = await accountOf(first, customer(2));
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post(claimed('ONCE', customer(2), customer(3), 100n), n % 2 === 0 ? first : second),
      ),
    );
    expect(tally(results)).toMatchObject({ posted: 1 });
    expect(Object.keys(tally(results)).every((result) => ['posted', 'replayed'].includes(result))).toBe(true);
    expect((await accountOf(first, customer(2))).debitsPostedKobo).toBe(before.debitsPostedKobo + 100n);
    expect(await post(claimed('ONCE', customer(2), customer(3), 101n))).toBe('DUPLICATE_REFERENCE');
  });

  it('accepts a business reference once across processes, also without request references', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post(request(CASH, customer(4), 100n, { reference: 'BUSINESS' }), n % 2 === 0 ? first : second),
      ),
    );
    expect(tally(results)).toEqual({ posted: 1, DUPLICATE_REFERENCE: 19 });
  });

  it('answers DUPLICATE_REFERENCE to a used reference, even when the money is spent', async () => {
    const from = customer(16);
    await post(request(CASH, from, 500n));
    const { creditsPostedKobo, debitsPostedKobo } = await accountOf(first, from);
    const all = creditsPostedKobo - debitsPostedKobo;
    expect(await post(request(from, customer(17), all, { reference: 'LAST-MONEY' }))).toBe('posted');
    expect(await post(request(from, customer(17), all, { reference: 'LAST-MONEY' }))).toBe('DUPLICATE_REFERENCE');
    expect(await post(request(from, customer(17), all))).toBe('INSUFFICIENT_FUNDS');
  });

  it('replays a stored refusal, even when the account has been credited since', async () => {
    const huge = claimed('POOR', customer(5), customer(6), 10_000_000_000n);
    expect(await post(huge)).toBe('INSUFFICIENT_FUNDS');
    await post(request(CASH, customer(5), 10_000_000_000n));
    expect(await post(huge)).toBe('replayed');
    expect(await post(claimed('RICH', customer(5), customer(6), 10_000_000_000n))).toBe('posted');
  });

  it('keeps a daily limit under parallel transfers', async () => {
    const from = customer(7);
    await post(request(CASH, from, 1_000_000n));
    await first.asOwner(
      `UPDATE ledger_account SET daily_limit_kobo = daily_used_kobo + 300000,
              daily_used_on = (now() AT TIME ZONE 'Africa/Lagos')::date
        WHERE id = ${from}`,
    );
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => post(request(from, customer(8), 100_000n), n % 2 === 0 ? first : second)),
    );
    expect(tally(results)).toEqual({ posted: 3, LIMIT_EXCEEDED: 7 });
  });

  it('posts to other accounts while one account is locked by another transaction', async () => {
    const slow = customer(9);
    await post(request(CASH, slow, 1_000n));
    const elsewhere = new Client({ connectionString: first.database.url });
    await elsewhere.connect();
    await elsewhere.query(
      `BEGIN; SELECT 1 FROM ledger_account WHERE institution_id = ${HOUSE} AND id = ${slow} FOR UPDATE`,
    );
    let finished: Result | undefined;
    const blocked = post(request(slow, customer(10), 1n)).then((result) => (finished = result));
    expect(tally(await Promise.all(Array.from({ length: 20 }, () => post(request(CASH, customer(11), 1n)))))).toEqual({
      posted: 20,
    });
    expect(finished).toBeUndefined();
    await elsewhere.query('COMMIT');
    await elsewhere.end();
    expect(await blocked).toBe('posted');
  });

  it('refuses only the request whose data the database refuses', async () => {
    const tooLong = request(CASH, customer(12), 1n, { instrumentNumber: 'x'.repeat(60) });
    const others = Array.from({ length: 10 }, () => request(CASH, customer(13), 1n));
    const results = await Promise.all([...others.slice(0, 5), tooLong, ...others.slice(5)].map((each) => post(each)));
    expect(tally(results)).toMatchObject({ posted: 10 });
    expect(results[5]).toBe('22001');
  });

  it('throws when post is called inside a unit of work', async () => {
    const inside = first.app
      .get(UnitOfWork)
      .run(HOUSE, () => first.app.get(LedgerService, { strict: false }).post(request(CASH, customer(1), 1n)));
    await expect(inside).rejects.toThrow('postWithin');
  });

  it('posts within the transaction of the caller, and not when it rolls back', async () => {
    const ledger = first.app.get(LedgerService, { strict: false });
    const before = await accountOf(first, customer(14));
    const rolledBack = first.app.get(UnitOfWork).run(HOUSE, async (tx) => {
      expect((await ledger.postWithin(tx, request(CASH, customer(14), 500n))).kind).toBe('posted');
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect((await accountOf(first, customer(14))).creditsPostedKobo).toBe(before.creditsPostedKobo);
    await first.app
      .get(UnitOfWork)
      .run(HOUSE, async (tx) => void (await ledger.postWithin(tx, request(CASH, customer(14), 500n))));
    expect((await accountOf(first, customer(14))).creditsPostedKobo).toBe(before.creditsPostedKobo + 500n);
  });

  it('posts again after its connections were cut', async () => {
    await first.asOwner(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const results = await Promise.all(Array.from({ length: 5 }, () => post(request(CASH, customer(15), 1n))));
    expect(Object.keys(tally(results)).every((result) => ['posted', 'SERVICE_UNAVAILABLE'].includes(result))).toBe(
      true,
    );
    expect(await post(request(CASH, customer(15), 1n))).toBe('posted');
  });

  itWithoutPooler('keeps running when a connection is lost that is taken but not in use', async () => {
    const client = await first.app.get(LedgerPool, { strict: false }).connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    await first.asOwner(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    // Without a listener, the error of the connection would end the process here.
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    expect(await post(request(CASH, customer(15), 1n))).toBe('posted');
  });
});

describe('the proof', () => {
  let ledger: CommonApp;
  beforeAll(async () => {
    ledger = await startLedgerApp();
    await openAccounts(ledger, 2);
    const service = ledger.app.get(LedgerService, { strict: false });
    for (const reference of ['A', 'B']) {
      const leg = (accountId: number, side: 'debit' | 'credit'): PostingRequest['legs'][number] => ({
        accountId,
        side,
        amountKobo: 100n,
        role: 'principal',
      });
      await service.post({
        institutionId: HOUSE,
        kind: 'transfer',
        reference,
        origin: 'system',
        maker: 'test',
        narration: 'x',
        legs: [leg(CASH, 'debit'), leg(FIRST_CUSTOMER, 'credit')],
        amountKobo: 100n,
        feeKobo: 0n,
        operation: SYSTEM_POSTING,
        nature: ORDINARY,
      });
    }
  });
  afterAll(() => ledger?.close());

  it.each([
    [
      'an entry changed',
      `UPDATE posting_entry SET amount_kobo = 99 WHERE account_id = 10 AND seq = 1`,
      ['entries-balance', 'account-totals', 'running-totals'],
    ],
    [
      'a balance changed',
      `UPDATE ledger_account SET credits_posted_kobo = 201 WHERE id = 10`,
      ['account-totals', 'trial-balance'],
    ],
    [
      'an entry removed',
      `DELETE FROM posting_entry WHERE account_id = 10 AND seq = 2`,
      ['entries-balance', 'account-totals'],
    ],
    ['a posting removed', `DELETE FROM posting WHERE reference = 'A'`, ['no-orphans']],
    [
      'a running total changed',
      `UPDATE posting_entry SET credits_after_kobo = 5 WHERE account_id = 10 AND seq = 2`,
      ['running-totals'],
    ],
    [
      'a customer account without its control ledger',
      `UPDATE ledger_account SET control_account_id = NULL WHERE id = 11`,
      ['control-ledgers'],
    ],
  ])('finds %s', async (_, sabotage, checks) => {
    expect(await failedProofs(ledger)).toEqual([]);
    await ledger.asOwner(
      'CREATE TABLE saved_entry AS TABLE posting_entry',
      'CREATE TABLE saved_posting AS TABLE posting',
      'CREATE TABLE saved_account AS TABLE ledger_account',
      sabotage,
    );
    try {
      expect((await failedProofs(ledger)).map(({ name }) => name)).toEqual(checks);
    } finally {
      const restore = (table: string, saved: string): string[] => [
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} SELECT * FROM ${saved}`,
        `DROP TABLE ${saved}`,
      ];
      await ledger.asOwner(
        ...restore('posting_entry', 'saved_entry'),
        ...restore('posting', 'saved_posting'),
        ...restore('ledger_account', 'saved_account'),
      );
    }
  });
});
