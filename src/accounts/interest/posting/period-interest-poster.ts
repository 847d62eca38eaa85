import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type ChunkedStatement,
  ChunkRunner,
  type IdPage,
  type RowProcessing,
} from '../../../business-day/chunk-runner';
import type { ClosingDay, StepProgress } from '../../../business-day/day-steps';
import { sqlFormOf } from '../../../common/database/distribution/sql-form';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { INTEREST_BOOKS, INTEREST_END_OF_DAY_ACTOR, type InterestKind } from '../interest-kinds';
import { InterestPayer } from './interest-payer';
import { type Lane, SpreadInterest } from './spread-interest';
import { IS_SAVINGS_DUE } from './spread-interest-statements';

/** Accounts in one transaction. Their locks and those of the ledgers last as long as it does: about 20 ms. */
const CHUNK_SIZE = 200;
const PAGE_SIZE = 1_000;
/** After every account. */
const LAST_ACCOUNT = '9223372036854775807';

/** A charge is made whatever the account's status. */
const IS_DUE: Record<InterestKind, string> = {
  savings: IS_SAVINGS_DUE,
  overdraft: `p.accrued_kobo > 0.5 OR p.status = 'Closed'`,
};

/** Posts the interest of a period to all accounts of some products, at the end of the period's last date. */
@Injectable()
export class PeriodInterestPoster {
  constructor(
    private readonly chunks: ChunkRunner,
    private readonly payer: InterestPayer,
    private readonly spread: SpreadInterest,
    private readonly unitOfWork: UnitOfWork,
    private readonly dataSource: DataSource,
  ) {}

  /** Posts the interest of savings accounts of these products. */
  async postSavings(day: ClosingDay, productIds: readonly number[], progress: StepProgress): Promise<void> {
    // On a coordinator, statements that find their rows themselves cannot write them.
    if (sqlFormOf(this.dataSource) !== 'plain') return this.post(day, 'savings', productIds, progress);
    const processing = this.processingOf(day, 'savings');
    const lanes = await this.unitOfWork.read(day.institutionId, (tx) => this.spread.lanes(tx, day, productIds));
    const statementOf = ({ after: firstKey, through, pace }: Lane): ChunkedStatement<string> => ({
      firstKey,
      execute: (tx, after) => this.spread.pay(tx, day, productIds, { after, through, pace }),
      failedPage: (tx, after) => duePage(tx, day, 'savings', productIds, { after, through }, pace.size),
      leftOver: processing,
    });
    await this.chunks.runStatements(day, lanes.map(statementOf), progress);
    await this.postFailedBefore(day, processing, progress);
  }

  /** Charges the interest of overdrafts of every product. */
  async postOverdrafts(day: ClosingDay, progress: StepProgress): Promise<void> {
    await this.post(day, 'overdraft', undefined, progress);
  }

  private async post(
    day: ClosingDay,
    kind: InterestKind,
    productIds: readonly number[] | undefined,
    progress: StepProgress,
  ): Promise<void> {
    const processing = this.processingOf(day, kind);
    const nextPage = (tx: Tx, after: string): Promise<IdPage<string>> =>
      duePage(tx, day, kind, productIds, { after, through: LAST_ACCOUNT }, PAGE_SIZE);
    await this.chunks.run(day, { ...processing, firstKey: '0', nextPage }, progress);
    await this.postFailedBefore(day, processing, progress);
  }

  /** Accounts that failed before may have earned more since; all of it is posted. */
  private async postFailedBefore(day: ClosingDay, processing: RowProcessing, progress: StepProgress): Promise<void> {
    await this.chunks.processRows(day, accountsFailedBefore(day), { ...processing, chunkSize: 1 }, progress);
  }

  private processingOf(day: ClosingDay, kind: InterestKind): RowProcessing {
    return {
      subject: 'account',
      chunkSize: CHUNK_SIZE,
      process: async (tx, ids) => {
        const author = { origin: 'system' as const, maker: INTEREST_END_OF_DAY_ACTOR, valueDate: day.date };
        const { posted, refused } = await this.payer.pay(tx, day.institutionId, [kind], ids, author, 'together');
        return {
          done: posted.length,
          failures: new Map(refused.map(({ due, error }) => [due.account.id, error])),
        };
      },
    };
  }
}

function accountsFailedBefore({ failedBefore = [] }: ClosingDay): number[] {
  return failedBefore.flatMap((subject) => /^account:(\d+)$/.exec(subject)?.[1] ?? []).map(Number);
}

/**
 * Interest of later dates is not due yet when staff run the step of an earlier date again. The page is cut off before
 * statuses are looked up, so that no query plan looks up the accounts of all pages for each one.
 */
async function duePage(
  tx: Tx,
  { institutionId, date }: ClosingDay,
  kind: InterestKind,
  productIds: readonly number[] | undefined,
  { after, through }: Pick<Lane, 'after' | 'through'>,
  size: number,
): Promise<IdPage<string>> {
  // In the order of the index: a plan that sorts reads all accounts that are left, for every page.
  await tx.query('SET LOCAL enable_sort = off');
  const [{ lastId, dueIds }] = await tx.query<[{ lastId: string | null; dueIds: string[] | null }]>(
    `WITH unposted AS MATERIALIZED (
       SELECT account_id AS id, accrued_kobo FROM ${INTEREST_BOOKS[kind].unposted}
        WHERE institution_id = $1 AND account_id > $2 AND account_id <= $5
          AND accrued_kobo > 0 AND accrued_through <= $4
          AND ($3::bigint[] IS NULL OR product_id = ANY($3::bigint[]))
        ORDER BY account_id LIMIT $6),
     page AS MATERIALIZED (
       SELECT id, accrued_kobo,
              (SELECT a.status FROM ledger_account a WHERE a.institution_id = $1 AND a.id = unposted.id) AS status
         FROM unposted)
     SELECT max(p.id) AS "lastId", array_agg(p.id ORDER BY p.id) FILTER (WHERE ${IS_DUE[kind]}) AS "dueIds" FROM page p`,
    [institutionId, after, productIds ?? null, date, through, size],
  );
  return { last: lastId ?? undefined, ids: (dueIds ?? []).map(Number) };
}
