import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { accrualHistory, type AccrualRecord, HISTORY_DAYS_MAX } from '../../accounts/interest/accrual/accrual-history';
import { pagingOf } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { type Page, pageOf } from '../../common/http/paging';
import { decimal, decimalText, fraction, times } from '../../common/money/fraction';
import { koboToNaira } from '../../common/money/naira';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { assertDays, dateSpan } from '../date-span';
import type { SavingsAccrualQuery, SavingsAccrualRowView } from '../savings-accrual.dto';

/** The interest accruals of a savings or current account, by business date. */
export class GetSavingsAccrualHistory extends Query<Page<SavingsAccrualRowView>> {
  constructor(
    readonly institutionId: number,
    readonly query: SavingsAccrualQuery,
  ) {
    super();
  }
}

@QueryHandler(GetSavingsAccrualHistory)
export class GetSavingsAccrualHistoryHandler implements IQueryHandler<GetSavingsAccrualHistory> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /**
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422), PERIOD_TOO_LONG (422), VALIDATION_FAILED (400)
   */
  async execute({ institutionId, query }: GetSavingsAccrualHistory): Promise<Page<SavingsAccrualRowView>> {
    const span = dateSpan(query.StartDate, query.EndDate, ['StartDate', 'EndDate']);
    assertDays(span, HISTORY_DAYS_MAX);
    const { accountId } = await this.directory.requireDeposit(institutionId, query.AccountNumber);
    const records = await this.unitOfWork.readReport(institutionId, (tx) =>
      accrualHistory(tx, institutionId, 'savings', accountId, span),
    );
    if (query.Direction === 'Desc') records.reverse();
    const skipped = (query.PageNumber - 1) * query.PageSize;
    return pageOf(records.slice(skipped, skipped + query.PageSize).map(accrualView), records.length, pagingOf(query));
  }
}

function accrualView({
  date,
  balanceKobo,
  rate,
  accruedKobo,
  cumulativeKobo,
  posted,
}: AccrualRecord): SavingsAccrualRowView {
  return {
    date,
    balance: koboToNaira(balanceKobo),
    rate: Number(rate),
    accruedInterest: exactNaira(accruedKobo),
    cumulative: exactNaira(cumulativeKobo),
    posted,
  };
}

/** Kobo with fractions as Naira, rounded half to even to six decimals for display; the books keep all decimals. */
function exactNaira(kobo: string): number {
  return Number(decimalText(times(decimal(kobo), fraction(1, 100)), 6));
}
