import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { readDeposit } from '../../accounts/account-reader';
import { CURRENCY } from '../../accounts/account-record';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { koboToNaira } from '../../common/money/naira';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { broughtAt, type BroughtPeriod, broughtPeriod, broughtView } from '../brought-entries';
import { dateSpan } from '../date-span';
import { movementView } from '../movement-view';
import { entriesAt, rowsOfPage, type StatementPage, type StatementPeriod, statementPeriod } from '../statement-period';
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
      const period = await statementPeriod(tx, institutionId, ledgerAccountId, span, query.DateBasis);
      const brought = await broughtPeriod(tx, institutionId, ledgerAccountId, span, query.DateBasis);
      const rows = await rowsOf(tx, brought, period, query);
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
        dateBasis: period.basis,
        openingBalance: koboToNaira(period.openingKobo),
        totalDebit: koboToNaira(period.debitsKobo),
        totalCredit: koboToNaira(period.creditsKobo),
        closingBalance: koboToNaira(period.closingKobo),
        ...rows,
        broughtOverCount: brought.count,
        recordCount: brought.count + period.rowCount,
        pageNumber: query.PageNumber,
        pageSize: query.PageSize,
      };
    });
  }
}

/** The rows of a page: what was brought over comes before what was booked here. */
async function rowsOf(
  tx: Tx,
  brought: BroughtPeriod,
  period: StatementPeriod,
  page: StatementPage,
): Promise<Pick<StatementView, 'broughtOver' | 'data'>> {
  const { from, to } = rowsOfPage(brought.count + period.rowCount, page);
  const within = (position: number): number => Math.min(position, brought.count);
  const behind = (position: number): number => Math.max(position - brought.count, 0);
  const lines = await broughtAt(tx, brought, within(from), within(to) - within(from));
  const entries = await entriesAt(tx, period, behind(from), behind(to) - behind(from));
  if (page.Direction === 'Desc') {
    lines.reverse();
    entries.reverse();
  }
  return {
    broughtOver: lines.map(broughtView),
    data: entries.map((entry) => ({ ...movementView(entry), balance: koboToNaira(entry.balanceKobo) })),
  };
}
