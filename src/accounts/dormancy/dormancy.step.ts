import { Injectable } from '@nestjs/common';
import { ChunkRunner, type StatementResult } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { ledgerBalanceKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { DepositAccount } from '../deposit-account.entity';
import { statusChangeRow } from '../status/status-change-row';
import { LAST_USED_ON } from './last-use';

const AUTHOR = 'system:dormancy';
const CHUNK_SIZE = 5_000;

/** The first date at whose end the account has been unused for the months of its product. */
const DUE_ON = `(${LAST_USED_ON} + make_interval(months => t.dormancy_months))::date`;

/**
 * Moves the review dates of accounts that were used, and finds those that were not: $2 the last account of the chunk
 * before, $3 the closing date, $4 the products with terms.
 */
const REVIEW = `WITH page AS MATERIALIZED (
    SELECT a.id, a.product_id FROM ledger_account a
     WHERE a.institution_id = $1 AND a.id > $2 AND a.kind = 'customer' AND a.status = 'Active'
       AND a.product_id = ANY($4::bigint[])
     ORDER BY a.id LIMIT ${CHUNK_SIZE}),
  due AS MATERIALIZED (
    SELECT d.id, ${DUE_ON} AS due_on FROM page
      JOIN institution i ON i.institution_id = $1
      JOIN savings_product_terms t ON t.institution_id = $1 AND t.id = page.product_id
      JOIN deposit_account d ON d.institution_id = $1 AND d.id = page.id
       AND d.id > $2 AND d.id <= (SELECT max(id) FROM page)
      LEFT JOIN dormancy_review r ON r.institution_id = $1 AND r.account_id = page.id
       AND r.account_id > $2 AND r.account_id <= (SELECT max(id) FROM page)
     WHERE r.review_on IS NULL OR r.review_on <= $3),
  moved AS (
    INSERT INTO dormancy_review AS r (institution_id, account_id, review_on)
    SELECT $1, id, due_on FROM due WHERE due_on > $3 ORDER BY id
    ON CONFLICT (institution_id, account_id) DO UPDATE SET review_on = excluded.review_on
    RETURNING 1)
  SELECT max(id) AS "lastId", count(*)::int AS accounts,
         (SELECT array_agg(id ORDER BY id) FROM due WHERE due_on <= $3) AS "unusedIds"
    FROM page`;

const DUE_ON_OF_ONE = `SELECT ${DUE_ON}::text AS due_on FROM deposit_account d
    JOIN institution i ON i.institution_id = $1
    JOIN savings_product_terms t ON t.institution_id = $1 AND t.id = d.product_id
   WHERE d.institution_id = $1 AND d.id = $2`;

interface ReviewedChunk {
  lastId: string | null;
  accounts: number;
  unusedIds: string[] | null;
}

/**
 * Makes active accounts dormant that their customers have not used for the months of their product. An account that is
 * overdrawn or has an overdraft is a debt to collect, so it stays active
 * (`docs/domain/deposits-and-interest.md#6-dormancy`).
 */
@Injectable()
@MemberOf(DaySteps)
export class DormancyStep implements DayStep {
  readonly name = 'dormancy';
  readonly title = 'Dormant accounts';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly chunks: ChunkRunner,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  async isDone(tx: Tx, { institutionId }: ClosingDay): Promise<boolean> {
    return (await productsWithTerms(tx, institutionId)).length === 0;
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const { institutionId, date } = day;
    const productIds = await this.unitOfWork.read(institutionId, (tx) => productsWithTerms(tx, institutionId));
    if (productIds.length === 0) return;
    await this.chunks.runStatement(
      day,
      {
        firstKey: '0',
        execute: (tx, after) => reviewAccounts(tx, [institutionId, after, date, productIds]),
        leftOver: { subject: 'account', chunkSize: 1, process: (tx, [id]) => this.makeDormant(tx, day, id!) },
      },
      progress,
    );
  }

  /**
   * Checks again under the account's lock: the customer may have used the account since it was found.
   * @returns 0: the review has counted the account already.
   */
  private async makeDormant(tx: Tx, { institutionId, date }: ClosingDay, accountId: number): Promise<number> {
    const account = await tx.findOneOrFail(DepositAccount, {
      where: { institutionId, id: accountId },
      lock: { mode: 'for_no_key_update' },
    });
    const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    if (!mayBecomeDormant(ledgerAccount)) return 0;
    const [row] = await tx.query<{ due_on: string }[]>(DUE_ON_OF_ONE, [institutionId, accountId]);
    if (row === undefined || row.due_on > date) return 0;
    await this.ledgerAccounts.setStatus(tx, ledgerAccount, 'Dormant');
    const { accountNumber } = account;
    const reason = `No transaction of the customer's up to ${date}`;
    const change = {
      fromStatus: 'Active' as const,
      toStatus: 'Dormant' as const,
      reason,
      actor: AUTHOR,
      checker: null,
      at: this.clock.institutionNow(institutionId),
    };
    await insertRows(tx, [
      statusChangeRow({ institutionId, id: await this.ids.next(), accountId, accountNumber, ...change }),
    ]);
    await this.audit.record(
      tx,
      { institutionId, actor: AUTHOR },
      { action: 'account.dormant', subject: `account:${accountNumber}`, details: { reason } },
    );
    return 0;
  }
}

async function reviewAccounts(tx: Tx, values: unknown[]): Promise<StatementResult<string>> {
  const [{ lastId, accounts, unusedIds }] = await tx.query<[ReviewedChunk]>(REVIEW, values);
  return { last: lastId ?? undefined, done: accounts, leftOverIds: (unusedIds ?? []).map(Number) };
}

async function productsWithTerms(tx: Tx, institutionId: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>('SELECT id FROM savings_product_terms WHERE institution_id = $1', [
    institutionId,
  ]);
  return rows.map(({ id }) => id);
}

function mayBecomeDormant(account: LedgerAccount): boolean {
  return account.status === 'Active' && account.overdraftLimitKobo === 0n && ledgerBalanceKobo(account) >= 0n;
}
