import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { printedDate } from '../../../common/time/printed-date';
import { InstitutionSettings } from '../../../institutions/settings/institution-settings';
import { booksScope, scopeFacts } from '../../balances/books-scope';
import { LedgerBalances } from '../../balances/ledger-balances';
import { yearUntil } from '../../entries-address';
import { ReportFiles } from '../../report-files';
import { type BalanceSheet, balanceSheet, balanceSheetDates } from '../balance-sheet';
import { comparativeDates } from '../comparative-dates';
import { addAmounts } from '../line-sums';
import { heading, lineRows, type StatementFile, statementReport, total } from '../statement-files';
import { layoutOf } from '../statement-layout';
import { comparedAmountsView, lineView } from '../statement-views';
import type { BalanceSheetQuery, BalanceSheetView } from '../statements.dto';
import { STATEMENT_LAYOUT } from '../statements.settings';

/** The balance sheet as of a day, as JSON or as a file. */
export class GetBalanceSheet extends Query<BalanceSheetView | StreamableFile> {
  constructor(
    readonly institutionId: number,
    readonly query: BalanceSheetQuery,
  ) {
    super();
  }
}

@QueryHandler(GetBalanceSheet)
export class GetBalanceSheetHandler implements IQueryHandler<GetBalanceSheet> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly balances: LedgerBalances,
    private readonly settings: InstitutionSettings,
    private readonly files: ReportFiles,
  ) {}

  /** @throws BRANCH_NOT_FOUND (404), DATE_NOT_REACHED (422) */
  async execute({ institutionId, query }: GetBalanceSheet): Promise<BalanceSheetView | StreamableFile> {
    const sheet = await this.unitOfWork.readReport(institutionId, async (tx) => {
      const scope = await booksScope(tx, institutionId, query, query.Date);
      return balanceSheet({
        date: query.Date,
        balances: await this.balances.at(tx, scope, balanceSheetDates(query.Date)),
        closings: await this.balances.closings(tx, scope),
        layout: layoutOf(await this.settings.getWithin(tx, institutionId, STATEMENT_LAYOUT)),
        isOfBranch: scope.branchId !== null,
      });
    });
    return query.Format === undefined
      ? balanceSheetView(query, sheet)
      : this.files.make(institutionId, query.Format, statementReport(fileOf(query, sheet)));
  }
}

function balanceSheetView(
  query: BalanceSheetQuery,
  { lines, assets, liabilities, equity, balanced }: BalanceSheet,
): BalanceSheetView {
  const { Date: date } = query;
  const [previousMonthEnd, previousYearEnd] = comparativeDates(date);
  return {
    date,
    previousMonthEnd,
    previousYearEnd,
    lines: lines.map((line) => lineView(line, yearUntil(query, date))),
    totalAssets: comparedAmountsView(assets),
    totalLiabilities: comparedAmountsView(liabilities),
    totalEquity: comparedAmountsView(equity),
    totalLiabilitiesAndEquity: comparedAmountsView(addAmounts(liabilities, equity)),
    balanced,
  };
}

function fileOf(query: BalanceSheetQuery, { lines, assets, liabilities, equity }: BalanceSheet): StatementFile {
  const [previousMonthEnd, previousYearEnd] = comparativeDates(query.Date);
  const of = (category: string): BalanceSheet['lines'] => lines.filter((line) => line.category === category);
  return {
    name: `balance-sheet-${query.Date}`,
    title: 'Balance sheet',
    facts: [['As of', printedDate(query.Date)], ...scopeFacts(query)],
    columns: [printedDate(query.Date), printedDate(previousMonthEnd), printedDate(previousYearEnd)],
    rows: [
      heading('Assets'),
      ...lineRows(of('Asset')),
      total('Total assets', assets),
      heading('Liabilities'),
      ...lineRows(of('Liability')),
      total('Total liabilities', liabilities),
      heading('Equity'),
      ...lineRows(of('Equity')),
      total('Total equity', equity),
      total('Total liabilities and equity', addAmounts(liabilities, equity)),
    ],
  };
}
