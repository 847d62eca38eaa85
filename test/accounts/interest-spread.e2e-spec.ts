import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { interestAmounts } from '../../src/accounts/interest/posting/interest-amounts';
import { InterestPayer } from '../../src/accounts/interest/posting/interest-payer';
import { type Lane, SpreadInterest } from '../../src/accounts/interest/posting/spread-interest';
import { SpreadPace } from '../../src/accounts/interest/posting/spread-pace';
import type { StatementResult } from '../../src/business-day/chunk-runner';
import { IdAllocator } from '../../src/common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../src/common/database/unit-of-work';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../src/ledger/engine/posting-operation';
import { ORDINARY, type PostingRequest } from '../../src/ledger/engine/posting-request';
import type { SpreadLines, SpreadPosting } from '../../src/ledger/engine/spread-posting';
import { TestApp } from '../support/app';
import {
  closeDay,
  createProduct,
  ledgerBalance,
  moveCash,
  openProductAccount,
  runStep,
  setBusinessDate,
  type TestAccount,
} from './interest-support';
import { setStatus } from './liens-support';

const DAY = '2027-05-30';
const LAST_DAY = '2027-05-31';

/** A lane with every account. */
const ALL: Lane = { after: '0', through: '9223372036854775807', pace: new SpreadPace() };

/** Ends a transaction whose result is known. */
class RolledBack extends Error {}

describe('interest of many accounts in one posting', () => {
  let app: TestApp;
  let accounts: TestAccount[];
  let productIds: number[];
  beforeAll(async () => {
    app = await TestApp.start();
    await setBusinessDate(app, DAY);
    const codes = [
      await createProduct(app),
      await createProduct(app, {}, { withholdingTaxPercent: 7.5 }),
      await createProduct(app, {}, { withholdingTaxPercent: 0 }),
    ];
    accounts = [];
    for (let index = 0; index < 9; index += 1) {
      const account = await openProductAccount(app, codes[index % codes.length]!);
      await moveCash(app, account, 5_000_000n);
      accounts.push(account);
    }
    expect(await closeDay(app, DAY)).toEqual([]);
    const rows = await app.rows<{ id: string }>('SELECT id FROM product WHERE code = ANY($1)', [codes]);
    productIds = rows.map(({ id }) => Number(id));
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const day = (): { institutionId: number; date: string; nextDate: string } => ({
    institutionId: app.institutionId,
    date: LAST_DAY,
    nextDate: '2027-06-01',
  });

  /** What `work` returns; everything that it wrote is undone. */
  async function undone<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    let result: Result | undefined;
    await app.app
      .get(UnitOfWork)
      .run(app.institutionId, async (tx) => {
        result = await work(tx);
        throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    return result as Result;
  }

  /** Everything that a payment of interest writes, without ids and times. */
  async function writtenRows(tx: Tx, postingIds: readonly number[]): Promise<unknown[]> {
    const ids = accounts.map(({ id }) => id);
    const read = (text: string, values: unknown[]): Promise<unknown[]> => tx.query(text, values);
    return [
      await read(
        `SELECT kind, reference, channel, status, narration, amount_kobo, fee_kobo, debit_total_kobo, credit_total_kobo,
                maker, business_date, value_date, forced, additional_metadata, posted_at > clock_timestamp() AS later
           FROM posting WHERE id = ANY($1) ORDER BY id`,
        [postingIds],
      ),
      await read(
        `SELECT e.account_id, e.seq, e.leg, e.side, e.role, e.amount_kobo, e.balance_after_kobo, e.debits_after_kobo,
                e.credits_after_kobo, e.screened_out_after_kobo, e.screened_in_after_kobo, e.narration,
                e.virtual_account_id, e.branch_id, e.business_date, e.reverses_posted_at,
                e.posted_at = p.posted_at AS timed
           FROM posting_entry e JOIN posting p ON p.id = e.posting_id WHERE e.posting_id = ANY($1)
          ORDER BY e.account_id, e.branch_id, e.side`,
        [postingIds],
      ),
      await read(
        `SELECT id, status, debits_posted_kobo, credits_posted_kobo, daily_used_kobo, daily_used_on, screened_out_kobo,
                screened_in_kobo, entry_seq FROM ledger_account ORDER BY id`,
        [],
      ),
      await read(
        `SELECT account_id, kind, through_date, accrued_kobo, gross_kobo, tax_kobo FROM interest_posting
          WHERE posting_id = ANY($1) ORDER BY account_id`,
        [postingIds],
      ),
      await read(
        `SELECT account_id, accrued_kobo, accrued_through, posted_through FROM savings_interest
          WHERE account_id = ANY($1) ORDER BY account_id`,
        [ids],
      ),
      await read(
        `SELECT product_id, branch_id, accrued_kobo, booked_kobo, ledger_id, is_booked FROM interest_total
          ORDER BY product_id, branch_id`,
        [],
      ),
      await read('SELECT types, cardinality(posting_ids) AS postings FROM queued_event ORDER BY types', []),
    ];
  }

  async function setAccrued(tx: Tx, accrued: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE savings_interest s SET accrued_kobo = u.accrued
         FROM unnest($1::bigint[], $2::numeric[]) AS u (id, accrued)
        WHERE s.institution_id = $3 AND s.account_id = u.id`,
      [accounts.map(({ id }) => id), accrued, app.institutionId],
    );
  }

  /** Accounts that used their limits on other dates, whose use begins anew, or on none; the clock was ahead of one. */
  async function setUsed(tx: Tx): Promise<void> {
    await tx.query(
      `UPDATE ledger_account SET daily_used_kobo = 700, daily_used_on = CASE WHEN id = $2 THEN DATE '2020-01-01' END
        WHERE institution_id = $1 AND id IN ($2, $3)`,
      [app.institutionId, accounts[0]!.id, accounts[1]!.id],
    );
    await tx.query(
      `UPDATE ledger_account SET last_posted_at = date_trunc('second', clock_timestamp()) + interval '1 hour'
        WHERE institution_id = $1 AND id = $2`,
      [app.institutionId, accounts[2]!.id],
    );
  }

  const newPostings = async (tx: Tx, before: number): Promise<number[]> =>
    (await tx.query<{ id: string }[]>('SELECT id FROM posting WHERE id > $1 ORDER BY id', [before])).map(({ id }) =>
      Number(id),
    );
  const lastPosting = async (): Promise<number> =>
    Number((await app.rows<{ id: string }>('SELECT max(id) AS id FROM posting'))[0]!.id);

  it('writes the same rows as a posting with a leg for each entry, whatever was earned', async () => {
    await app.rows(
      `UPDATE institution SET wanted_events = '{account.credited,account.debited}' WHERE institution_id = $1`,
      [app.institutionId],
    );
    const before = await lastPosting();
    const earned = fc
      .tuple(
        fc.integer({ min: 1, max: 30_000 }),
        fc.constantFrom('0', '5', '499999999999', '500000000001', '000000000001', '25', '75'),
      )
      .map(([whole, decimals]) => `${whole}.${decimals}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(earned, { minLength: accounts.length, maxLength: accounts.length }),
        async (accrued) => {
          const ordinary = await undone(async (tx) => {
            await setAccrued(tx, accrued);
            await setUsed(tx);
            const author = { origin: 'system' as const, maker: 'system:end-of-day', valueDate: LAST_DAY };
            const ids = accounts.map(({ id }) => id);
            const { refused } = await app.app
              .get(InterestPayer, { strict: false })
              .pay(tx, app.institutionId, ['savings'], ids, author, 'together');
            expect(refused).toEqual([]);
            return writtenRows(tx, await newPostings(tx, before));
          });
          const spread = await undone(async (tx) => {
            await setAccrued(tx, accrued);
            await setUsed(tx);
            const paid = await app.app.get(SpreadInterest, { strict: false }).pay(tx, day(), productIds, ALL);
            expect(paid).toEqual({ last: String(accounts.at(-1)!.id), done: accounts.length, leftOverIds: [] });
            return writtenRows(tx, await newPostings(tx, before));
          });
          expect(spread).toEqual(ordinary);
        },
      ),
      { numRuns: 20 },
    );
    await app.rows(`UPDATE institution SET wanted_events = '{}' WHERE institution_id = $1`, [app.institutionId]);
  });

  it('computes interest and tax to the kobo as for one account', async () => {
    const accrued = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.constantFrom('5', '499999999999', '500000000001', '1'))
      .map(([whole, decimals]) => `${whole}.${decimals}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(accrued, { minLength: accounts.length, maxLength: accounts.length }),
        async (amounts) => {
          const rows = await undone(async (tx) => {
            await setAccrued(tx, amounts);
            await app.app.get(SpreadInterest, { strict: false }).pay(tx, day(), productIds, ALL);
            return tx.query<{ account_id: string; gross_kobo: string; tax_kobo: string; percent: string }[]>(
              `SELECT i.account_id, i.gross_kobo, i.tax_kobo, t.withholding_tax_percent AS percent
               FROM interest_posting i JOIN ledger_account a ON a.id = i.account_id
               JOIN savings_product_terms t ON t.id = a.product_id WHERE i.through_date = $1`,
              [DAY],
            );
          });
          for (const { account_id: id, gross_kobo: gross, tax_kobo: tax, percent } of rows) {
            const index = accounts.findIndex((account) => account.id === Number(id));
            if (index === -1) continue;
            expect({ grossKobo: BigInt(gross), taxKobo: BigInt(tax) }).toEqual(
              interestAmounts(amounts[index]!, percent),
            );
          }
          const due = amounts.filter((amount) => interestAmounts(amount, '0').grossKobo > 0n);
          expect(
            rows.filter(({ account_id: id }) => accounts.some((account) => account.id === Number(id))),
          ).toHaveLength(due.length);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('leaves accounts over that may not be credited and debited, and posts the others', async () => {
    const frozen = accounts[4]!;
    await setStatus(app, frozen.number, 'Frozen');
    const paid = await undone((tx) => app.app.get(SpreadInterest, { strict: false }).pay(tx, day(), productIds, ALL));
    await setStatus(app, frozen.number, 'Active');
    expect(paid).toEqual({ last: String(accounts.at(-1)!.id), done: accounts.length - 1, leftOverIds: [frozen.id] });
  });

  describe('in the ledger', () => {
    const ledgerId = async (code: string): Promise<number> =>
      Number(
        (
          await app.rows<{ id: string }>('SELECT id FROM ledger_account WHERE institution_id = $1 AND number = $2', [
            app.institutionId,
            code,
          ])
        )[0]!.id,
      );

    async function spreadOf(
      lines: Partial<SpreadLines> = {},
      fields: Partial<PostingRequest> = {},
    ): Promise<SpreadPosting> {
      const [payableId, taxId] = [await ledgerId('2065'), await ledgerId('2060')];
      return {
        id: await app.app.get(IdAllocator, { strict: false }).next(),
        request: {
          institutionId: app.institutionId,
          kind: 'savings-interest',
          reference: 'spread-test',
          origin: 'system',
          maker: 'system:end-of-day',
          narration: 'Interest',
          legs: [
            {
              accountId: payableId,
              branchId: 0,
              side: 'debit',
              amountKobo: 300n,
              role: 'interest',
              namedByCaller: false,
            },
            { accountId: taxId, branchId: 0, side: 'credit', amountKobo: 30n, role: 'tax', namedByCaller: false },
          ],
          amountKobo: 300n,
          feeKobo: 0n,
          valueDate: LAST_DAY,
          nature: ORDINARY,
          operation: SYSTEM_POSTING,
          ...fields,
        },
        lines: {
          count: 2,
          accountIds: `{${accounts[0]!.id},${accounts[1]!.id}}`,
          creditsKobo: '{100,200}',
          debitsKobo: '{10,20}',
          narrations: '{One,Two}',
          debitNarration: 'Tax',
          roles: { credit: 'interest', debit: 'tax' },
          creditTotalKobo: 300n,
          debitTotalKobo: 30n,
          ...lines,
        },
      };
    }
    /** The posting inside a transaction that is undone, with the number of entries it wrote. */
    async function tried(spread: SpreadPosting): Promise<{ posted: boolean; entries: number }> {
      const before = await lastPosting();
      return undone(async (tx) => {
        const posted = await app.app.get(LedgerService, { strict: false }).postSpreadWithin(tx, spread);
        const [row] = await tx.query<[{ count: number }]>(
          'SELECT count(*)::int AS count FROM posting_entry WHERE posting_id > $1',
          [before],
        );
        return { posted: posted !== undefined, entries: row.count };
      });
    }

    it('posts a balanced spread', async () => {
      expect(await tried(await spreadOf())).toEqual({ posted: true, entries: 6 });
    });

    it.each(['Frozen', 'Dormant', 'Inactive'])('writes nothing when an account is %s', async (status) => {
      await app.rows('UPDATE ledger_account SET status = $2 WHERE id = $1', [accounts[1]!.id, status]);
      const result = await tried(await spreadOf());
      await app.rows('UPDATE ledger_account SET status = $2 WHERE id = $1', [accounts[1]!.id, 'Active']);
      expect(result).toEqual({ posted: false, entries: 0 });
    });

    it('writes nothing when an account is frozen while it waits for the lock', async () => {
      const { id } = accounts[1]!;
      const spread = await spreadOf();
      await app.rows('BEGIN');
      await app.rows(`UPDATE ledger_account SET status = 'Frozen' WHERE id = $1`, [id]);
      const waiting = undone((tx) => app.app.get(LedgerService, { strict: false }).postSpreadWithin(tx, spread));
      await setTimeout(300);
      await app.rows('COMMIT');
      const posted = await waiting;
      await app.rows(`UPDATE ledger_account SET status = 'Active' WHERE id = $1`, [id]);
      expect(posted).toBeUndefined();
    });

    it('writes nothing for an account that is a ledger or that does not exist', async () => {
      const ledger = await ledgerId('1010');
      for (const id of [ledger, 999_999_999_999]) {
        const accountIds = `{${[accounts[0]!.id, id].sort((a, b) => a - b).join(',')}}`;
        expect(await tried(await spreadOf({ accountIds }))).toEqual({ posted: false, entries: 0 });
      }
    });

    it('writes nothing on a control ledger, or on a ledger without the funds', async () => {
      const [leg, ...others] = (await spreadOf()).request.legs;
      const control = { ...leg!, accountId: await ledgerId('2010') };
      expect(await tried(await spreadOf({}, { legs: [control, ...others] }))).toEqual({ posted: false, entries: 0 });
      const poor = { ...leg!, accountId: await ledgerId('1010'), side: 'credit' as const };
      const setNegative = (may: boolean): Promise<unknown> =>
        app.rows('UPDATE ledger_account SET may_go_negative = $2 WHERE id = $1', [poor.accountId, may]);
      const huge = 10n ** 15n;
      const legs = [{ ...poor, amountKobo: huge }, { ...leg!, amountKobo: huge + 300n }, ...others];
      await setNegative(false);
      expect(await tried(await spreadOf({}, { legs }))).toEqual({ posted: false, entries: 0 });
      await setNegative(true);
      expect(await tried(await spreadOf({}, { legs }))).toEqual({ posted: true, entries: 7 });
      await setNegative(false);
    });

    it('writes nothing for a value date after the business date', async () => {
      expect(await tried(await spreadOf({}, { valueDate: '2099-01-01' }))).toEqual({ posted: false, entries: 0 });
    });

    it('writes nothing when a posting has the reference', async () => {
      const [used] = await app.rows<{ reference: string }>(
        `SELECT reference FROM posting WHERE kind = 'savings-accrual' LIMIT 1`,
      );
      const spread = await spreadOf({}, { kind: 'savings-accrual', reference: used!.reference });
      expect(await tried(spread)).toEqual({ posted: false, entries: 0 });
    });

    it.each([
      ['a sum of credits that its lines do not have', { creditsKobo: '{100,201}' }],
      ['a sum of debits that its lines do not have', { debitsKobo: '{10,21}' }],
      ['a debit above its credit', { creditsKobo: '{1,299}' }],
      ['a credit of nothing', { creditsKobo: '{0,300}', debitsKobo: '{0,30}' }],
      ['an account twice', { accountIds: '{ID,ID}' }],
    ])('fails on %s and changes no balance', async (_fault, lines) => {
      const account = accounts[0]!;
      const before = await ledgerBalance(app, account.number);
      const fixed =
        'accountIds' in lines ? { accountIds: lines.accountIds.replaceAll('ID', String(account.id)) } : lines;
      const outcome = await tried(await spreadOf(fixed)).catch(() => 'failed');
      expect(['failed', { posted: false, entries: 0 }]).toContainEqual(outcome);
      expect(await ledgerBalance(app, account.number)).toBe(before);
    });

    it('refuses a request whose debits and credits differ', async () => {
      await expect(tried(await spreadOf({ creditTotalKobo: 301n }))).rejects.toThrow('must be equal');
    });

    it('refuses a request of a client', async () => {
      await expect(tried(await spreadOf({}, { origin: 'api' }))).rejects.toThrow('by the system');
    });
  });

  describe('at the end of the month', () => {
    const pay = (tx: Tx, lane: Partial<Lane> = {}): Promise<StatementResult<string>> =>
      app.app.get(SpreadInterest, { strict: false }).pay(tx, day(), productIds, { ...ALL, ...lane });
    const last = (): string => String(accounts.at(-1)!.id);

    it('passes over the accounts of earlier pages', async () => {
      expect(await undone((tx) => pay(tx, { after: String(accounts[5]!.id) }))).toEqual({
        last: last(),
        done: 3,
        leftOverIds: [],
      });
      expect(await undone((tx) => pay(tx, { after: last() }))).toEqual({ last: undefined, done: 0, leftOverIds: [] });
    });

    it('does not take a page that another run has paid meanwhile for the end of all pages', async () => {
      await app.rows('BEGIN');
      await app.rows('UPDATE savings_interest SET accrued_kobo = accrued_kobo WHERE account_id = ANY($1)', [
        accounts.map(({ id }) => id),
      ]);
      const waiting = undone((tx) => pay(tx));
      await setTimeout(300);
      await app.rows('UPDATE savings_interest SET accrued_kobo = 0 WHERE account_id = ANY($1)', [
        accounts.map(({ id }) => id),
      ]);
      const kept = await app.rows<{ id: string; accrued: string }>(
        'SELECT account_id AS id, cumulative_kobo AS accrued FROM savings_accrual WHERE account_id = ANY($1)',
        [accounts.map(({ id }) => id)],
      );
      await app.rows('COMMIT');
      expect(await waiting).toEqual({ last: last(), done: 0, leftOverIds: [] });
      await app.rows(
        `UPDATE savings_interest s SET accrued_kobo = u.accrued
           FROM unnest($1::bigint[], $2::numeric[]) AS u (id, accrued) WHERE s.account_id = u.id`,
        [kept.map(({ id }) => id), kept.map(({ accrued }) => accrued)],
      );
    });

    it('pays the others when one account stays locked, and that one afterwards', async () => {
      await setBusinessDate(app, day().nextDate);
      const locked = accounts[4]!;
      await app.rows('BEGIN');
      await app.rows('SELECT id FROM ledger_account WHERE id = $1 FOR UPDATE', [locked.id]);
      const report = await runStep(app, 'savings-posting', LAST_DAY);
      await app.rows('ROLLBACK');
      expect(report.failed.map(({ subject }) => subject)).toContain(`account:${locked.id}`);
      const paid = await app.rows<{ id: string }>(
        'SELECT account_id AS id FROM interest_posting WHERE account_id = ANY($1)',
        [accounts.map(({ id }) => id)],
      );
      expect(paid).toHaveLength(accounts.length - 1);
      expect(paid.map(({ id }) => Number(id))).not.toContain(locked.id);
      expect((await runStep(app, 'savings-posting', LAST_DAY)).failed).toEqual([]);
      expect(await app.rows('SELECT 1 FROM interest_posting WHERE account_id = $1', [locked.id])).toHaveLength(1);
    }, 60_000);

    it('is paid once when two runs and staff post it at the same moment, while money moves', async () => {
      const next = day().nextDate;
      const opened = await createProduct(app);
      await setBusinessDate(app, next);
      const others: TestAccount[] = [];
      for (let index = 0; index < 12; index += 1) {
        const account = await openProductAccount(app, opened);
        await moveCash(app, account, 36_500_000n);
        others.push(account);
      }
      expect(await closeDay(app, '2027-06-30', ['savings-accrual'])).toEqual([]);
      const token = await app.staff('maker');
      const staff = others
        .slice(0, 3)
        .map(({ number }) => app.post('/api/admin/v1/accounts/post-interest', { accountNumber: number }, { token }));
      const moves = Array.from({ length: 60 }, (_, index) => moveCash(app, others[index % others.length]!, 1_000n));
      const [first, second] = await Promise.all([
        runStep(app, 'savings-posting', '2027-06-30'),
        runStep(app, 'savings-posting', '2027-06-30'),
        ...staff,
        ...moves,
      ]);
      expect([first.failed, second.failed]).toEqual([[], []]);
      const rows = await app.rows<{ id: string; times: number; gross: string; tax: string }>(
        `SELECT account_id AS id, count(*)::int AS times, sum(gross_kobo) AS gross, sum(tax_kobo) AS tax
           FROM interest_posting WHERE account_id = ANY($1) GROUP BY account_id`,
        [others.map(({ id }) => id)],
      );
      expect(rows.map(({ times }) => times)).toEqual(others.map(() => 1));
      for (const { id, gross, tax } of rows) {
        const account = others.find((other) => other.id === Number(id))!;
        const balance = await ledgerBalance(app, account.number);
        expect(balance).toBe(36_500_000n + 5_000n + BigInt(gross) - BigInt(tax));
      }
      const broken = await app.rows(
        `SELECT 1 FROM (
           SELECT e.seq, row_number() OVER w AS place, e.balance_after_kobo,
                  sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END) OVER w AS balance
             FROM posting_entry e WHERE e.account_id = ANY($1)
           WINDOW w AS (PARTITION BY e.account_id ORDER BY e.seq)) entry
          WHERE seq <> place OR balance <> balance_after_kobo`,
        [others.map(({ id }) => id)],
      );
      expect(broken).toEqual([]);
    }, 60_000);
  });
});
