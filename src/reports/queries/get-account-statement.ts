import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { readDeposit } from '../../accounts/account-reader';
import { CURRENCY } from '../../accounts/account-record';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { koboToNaira } from '../../common/money/naira';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { type AccountPeriod, accountPeriod, entryCount } from '../account-period';
import { dateSpan } from '../date-span';
import { entriesBetween } from '../entry-rows';
import { movementView } from '../movement-view';
import type { StatementQuery, StatementView } from '../statements.dto';

/** A page of an account's statement. */
export class GetAccountStatement extends Query<StatementView> {
  constructor(
    readonly institutionId: number,
    readonly query: StatementQuery,
  ) {
    super();
  }
}

@QueryHandler(GetAccountStatement)
export class GetAccountStatementHandler implements IQueryHandler<GetAccountStatement> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422), VALIDATION_FAILED (400) */
  async execute({ institutionId, query }: GetAccountStatement): Promise<StatementView> {
    const span = dateSpan(query.FinancialDateFrom, query.FinancialDateTo, ['FinancialDateFrom', 'FinancialDateTo']);
    const { ledgerAccountId } = await this.directory.requireDeposit(institutionId, query.AccountNumber);
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      const account = await readDeposit(tx, institutionId, query.AccountNumber);
      if (!account)
        throw commonErrors.SERVICE_UNAVAILABLE(
          'The account is not available in reports yet; try again in a few seconds.',
        );
      const period = await accountPeriod(tx, institutionId, ledgerAccountId, span);
      const { firstSeq, lastSeq } = pageOfPeriod(period, query);
      const entries = await entriesBetween(tx, period, firstSeq, lastSeq, query.Direction);
      return {
        accountNumber: account.accountNumber,
        accountName: account.accountName,
        customerID: account.customerID,
        customerName: account.customerName,
        productName: account.productName,
        branchName: account.branchName,
        currency: CURRENCY,
        financialDateFrom: span.from,
        financialDateTo: span.to,
        openingBalance: koboToNaira(period.openingKobo),
        totalDebit: koboToNaira(period.debitsKobo),
        totalCredit: koboToNaira(period.creditsKobo),
        closingBalance: koboToNaira(period.closingKobo),
        data: entries.map((entry) => ({ ...movementView(entry), balance: koboToNaira(entry.balanceKobo) })),
        recordCount: entryCount(period),
        pageNumber: query.PageNumber,
        pageSize: query.PageSize,
      };
    });
  }
}

/** The first and last entry of one page of a period, counted from its end when the newest come first. */
export function pageOfPeriod(
  { firstSeq, lastSeq }: Pick<AccountPeriod, 'firstSeq' | 'lastSeq'>,
  { PageNumber, PageSize, Direction }: Pick<StatementQuery, 'PageNumber' | 'PageSize' | 'Direction'>,
): Pick<AccountPeriod, 'firstSeq' | 'lastSeq'> {
  const skipped = (PageNumber - 1) * PageSize;
  if (Direction === 'Asc')
    return { firstSeq: firstSeq + skipped, lastSeq: Math.min(lastSeq, firstSeq + skipped + PageSize - 1) };
  return { firstSeq: Math.max(firstSeq, lastSeq - skipped - PageSize + 1), lastSeq: lastSeq - skipped };
}
