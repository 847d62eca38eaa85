import { Injectable } from '@nestjs/common';
import type { ClosingDay, StepProgress } from '../../business-day/day-steps';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { INTEREST_BOOKS, INTEREST_END_OF_DAY_ACTOR, type InterestKind } from './interest-kinds';
import { InterestPayer } from './interest-payer';

/** Accounts whose interest is posted in one transaction: few, because their locks are held together. */
const CHUNK_SIZE = 50;
const PAGE_SIZE = 1_000;

/** An inactive account takes no credit: its interest waits for it. A charge is made whatever the account's status. */
const IS_DUE: Record<InterestKind, string> = {
  savings: `p.accrued_kobo > 0.5 AND p.status <> 'Inactive' OR p.status = 'Closed'`,
  overdraft: `p.accrued_kobo > 0.5 OR p.status = 'Closed'`,
};

interface DuePage {
  /** The last account of the page; null when there was none left. */
  lastId: string | null;
  dueIds: number[];
}

/** Posts the interest of a period to all accounts of some products, at the end of the period's last date. */
@Injectable()
export class PeriodInterestPoster {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payer: InterestPayer,
  ) {}

  /** @param productIds undefined for every product. */
  async post(
    day: ClosingDay,
    kind: InterestKind,
    productIds: readonly number[] | undefined,
    progress: StepProgress,
  ): Promise<void> {
    let page = await this.page(day, kind, productIds, '0');
    while (page.lastId !== null) {
      for (let start = 0; start < page.dueIds.length; start += CHUNK_SIZE) {
        if (progress.signal.aborted) return;
        await this.postSome(day, kind, page.dueIds.slice(start, start + CHUNK_SIZE), progress);
      }
      page = await this.page(day, kind, productIds, page.lastId);
    }
    await this.postFailed(day, kind, progress);
  }

  /** Accounts that failed before may have earned more since; all of it is posted. */
  private async postFailed(day: ClosingDay, kind: InterestKind, progress: StepProgress): Promise<void> {
    const ids = (day.failedBefore ?? []).flatMap((subject) => /^account:(\d+)$/.exec(subject)?.[1] ?? []).map(Number);
    for (const id of ids) {
      if (progress.signal.aborted) return;
      await this.postSome(day, kind, [id], progress);
    }
  }

  /**
   * Interest of later dates is not due yet, should this date be gone through again. The accounts are cut off before their
   * statuses are looked up, so that no plan can look up all of them for each page.
   */
  private async page(
    { institutionId, date }: ClosingDay,
    kind: InterestKind,
    productIds: readonly number[] | undefined,
    afterId: string,
  ): Promise<DuePage> {
    const [page] = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<[{ lastId: string | null; dueIds: string[] | null }]>(
        `WITH unposted AS MATERIALIZED (
           SELECT account_id AS id, accrued_kobo FROM ${INTEREST_BOOKS[kind].unposted}
            WHERE institution_id = $1 AND account_id > $2 AND accrued_kobo > 0 AND accrued_through <= $4 AND ($3::bigint[] IS NULL OR product_id = ANY($3::bigint[])) ORDER BY account_id LIMIT ${PAGE_SIZE}),
         page AS MATERIALIZED (SELECT id, accrued_kobo, (SELECT a.status FROM ledger_account a WHERE a.institution_id = $1 AND a.id = unposted.id) AS status FROM unposted)
         SELECT max(p.id) AS "lastId", array_agg(p.id ORDER BY p.id) FILTER (WHERE ${IS_DUE[kind]}) AS "dueIds" FROM page p`,
        [institutionId, afterId, productIds ?? null, date],
      ),
    );
    return { lastId: page.lastId, dueIds: (page.dueIds ?? []).map(Number) };
  }

  /** When a transaction fails, its accounts are tried one by one, so that the one to blame keeps no other back. */
  private async postSome(day: ClosingDay, kind: InterestKind, ids: number[], progress: StepProgress): Promise<void> {
    const { institutionId, date } = day;
    try {
      const author = { origin: 'system' as const, maker: INTEREST_END_OF_DAY_ACTOR, valueDate: date };
      const { posted, refused } = await this.unitOfWork.run(institutionId, (tx) =>
        this.payer.pay(tx, institutionId, [kind], ids, author),
      );
      if (posted.length > 0) await progress.advance(posted.length);
      for (const { due, error } of refused) await progress.failed({ subject: `account:${due.account.id}`, error });
    } catch (error) {
      if (ids.length === 1) return progress.failed({ subject: `account:${ids[0]}`, error });
      for (const id of ids) await this.postSome(day, kind, [id], progress);
    }
  }
}
