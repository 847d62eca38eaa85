import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Keyset } from '../../common/database/keyset';
import { pagingOf } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { Institution } from '../../institutions/institution.entity';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { findPostingsByReference, postingKinds } from '../../postings/find-postings-by-reference';
import { accountPeriod, type DateSpan } from '../account-period';
import type { CallOverQuery, CallOverRowView } from '../call-over.dto';
import { callOverOrder, callOverRows, countLegs, type LegCondition } from '../call-over-rows';
import { contractAccountId } from '../contract-account';
import { assertDays, dateSpan } from '../date-span';
import { postingTimes } from '../posting-times';

/** Most days of a call-over. */
const DAYS_MAX = 31;

/** The call-over: the legs of postings, which staff check against the vouchers. */
export class GetCallOver extends Query<Page<CallOverRowView>> {
  constructor(
    readonly institutionId: number,
    readonly query: CallOverQuery,
  ) {
    super();
  }
}

@QueryHandler(GetCallOver)
export class GetCallOverHandler implements IQueryHandler<GetCallOver> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /**
   * @throws VIRTUAL_ACCOUNT_NOT_ALLOWED (422), PERIOD_TOO_LONG (422); VALIDATION_FAILED (400), also for a cursor of
   *   another list
   */
  async execute({ institutionId, query }: GetCallOver): Promise<Page<CallOverRowView>> {
    const account =
      query.AccountNumber === undefined ? undefined : await this.directory.find(institutionId, query.AccountNumber);
    if (account?.kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
    const keyset = new Keyset('call_over', callOverOrder(direction), query);
    keyset.position();
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      const { AccountNumber } = query;
      const ledgerAccountId =
        account === undefined && AccountNumber !== undefined
          ? await contractAccountId(tx, institutionId, AccountNumber)
          : account?.ledgerAccountId;
      const isUnknownAccount = AccountNumber !== undefined && ledgerAccountId === undefined;
      const condition = isUnknownAccount ? undefined : await conditionOf(tx, institutionId, query, ledgerAccountId);
      if (!condition) return pageOf<CallOverRowView>([], 0, pagingOf(query), null);
      const { rows, nextAfter } = await callOverRows(tx, condition, keyset, direction);
      return pageOf(rows, await countLegs(tx, condition, RECORD_COUNT_CAP + 1), pagingOf(query), nextAfter);
    });
  }
}

/** Collects conditions and their values; `$1` is the institution. */
class Conditions {
  readonly texts: string[] = [];
  readonly values: unknown[];

  constructor(institutionId: number) {
    this.values = [institutionId];
  }

  /** @param text with `?` where the value stands. */
  add(text: string, value: unknown): void {
    this.values.push(value);
    this.texts.push(text.replaceAll('?', `$${this.values.length}`));
  }
}

/** The condition for the legs, found by reference, by account or by time along an index; undefined for no match. */
async function conditionOf(
  tx: Tx,
  institutionId: number,
  query: CallOverQuery,
  ledgerAccountId: number | undefined,
): Promise<LegCondition | undefined> {
  const conditions = new Conditions(institutionId);
  const span = await spanOf(tx, institutionId, query);
  if (query.ReferenceNumber !== undefined) {
    const postings = await findPostingsByReference(
      tx,
      institutionId,
      query.ReferenceNumber,
      await postingKinds(tx, institutionId),
    );
    conditions.add(
      'p.id = ANY(?::bigint[])',
      postings.map(({ id }) => id),
    );
    if (ledgerAccountId !== undefined) conditions.add('e.account_id = ?', ledgerAccountId);
  } else if (ledgerAccountId !== undefined) {
    const { firstSeq, lastSeq } = await accountPeriod(tx, institutionId, ledgerAccountId, span!);
    conditions.add('e.account_id = ?', ledgerAccountId);
    conditions.add('e.seq >= ?', firstSeq);
    conditions.add('e.seq <= ?', lastSeq);
  } else {
    assertDays(span!, DAYS_MAX);
    const times = await postingTimes(tx, institutionId, span!);
    if (!times) return undefined;
    conditions.add('p.posted_at >= ?', times.from);
    conditions.add('p.posted_at <= ?', times.until);
  }
  if (span) {
    conditions.add('e.business_date >= ?', span.from);
    conditions.add('e.business_date <= ?', span.to);
  }
  if (query.BranchCode !== undefined)
    conditions.add(
      'l.branch_id = (SELECT b.id FROM branch b WHERE b.institution_id = $1 AND b.branch_code = ?)',
      query.BranchCode,
    );
  if (query.StaffID !== undefined) conditions.add('(p.maker = ? OR p.checker = ?)', `staff:${query.StaffID}`);
  return { text: conditions.texts.join(' AND '), values: conditions.values };
}

/** The dates of the query; undefined for a reference without dates, which is found on any date. */
async function spanOf(
  tx: Tx,
  institutionId: number,
  { FinancialDateFrom, FinancialDateTo, ReferenceNumber }: CallOverQuery,
): Promise<DateSpan | undefined> {
  const isDated = FinancialDateFrom !== undefined || FinancialDateTo !== undefined;
  if (!isDated && ReferenceNumber !== undefined) return undefined;
  const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
  const from = FinancialDateFrom ?? FinancialDateTo ?? businessDate;
  return dateSpan(from, FinancialDateTo ?? from, ['FinancialDateFrom', 'FinancialDateTo']);
}
