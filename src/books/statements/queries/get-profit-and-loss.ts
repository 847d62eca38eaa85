import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { printedPeriod } from '../../../common/time/printed-date';
import { InstitutionSettings } from '../../../institutions/settings/institution-settings';
import { booksScope, periodOf, scopeFacts } from '../../balances/books-scope';
import { LedgerBalances } from '../../balances/ledger-balances';
import { ReportFiles } from '../../report-files';
import {
  comparedPeriods,
  type ProfitAndLoss,
  profitAndLoss,
  profitAndLossDates,
  type ProfitPeriod,
} from '../profit-and-loss';
import { heading, lineRows, type StatementFile, statementReport, total } from '../statement-files';
import { layoutOf } from '../statement-layout';
import { comparedAmountsView, lineView } from '../statement-views';
import type { ProfitAndLossQuery, ProfitAndLossView, StatementPeriodView } from '../statements.dto';
import { STATEMENT_LAYOUT } from '../statements.settings';

/** The profit and loss account of a period, as JSON or as a file. */
export class GetProfitAndLoss extends Query<ProfitAndLossView | StreamableFile> {
  constructor(
    readonly institutionId: number,
    readonly query: ProfitAndLossQuery,
  ) {
    super();
  }
}

@QueryHandler(GetProfitAndLoss)
export class GetProfitAndLossHandler implements IQueryHandler<GetProfitAndLoss> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly balances: LedgerBalances,
    private readonly settings: InstitutionSettings,
    private readonly files: ReportFiles,
  ) {}

  /** @throws BRANCH_NOT_FOUND (404), DATE_NOT_REACHED (422), VALIDATION_FAILED (400) */
  async execute({ institutionId, query }: GetProfitAndLoss): Promise<ProfitAndLossView | StreamableFile> {
    const period = periodOf(query);
    const result = await this.unitOfWork.readReport(institutionId, async (tx) => {
      const scope = await booksScope(tx, institutionId, query, period.to);
      return profitAndLoss(
        period,
        await this.balances.at(tx, scope, profitAndLossDates(period)),
        await this.balances.closings(tx, scope),
        layoutOf(await this.settings.getWithin(tx, institutionId, STATEMENT_LAYOUT)),
      );
    });
    return query.Format === undefined
      ? profitAndLossView(query, period, result)
      : this.files.make(institutionId, query.Format, statementReport(fileOf(query, period, result)));
  }
}

function profitAndLossView(
  query: ProfitAndLossQuery,
  period: ProfitPeriod,
  { lines, income, expenses, result }: ProfitAndLoss,
): ProfitAndLossView {
  const [current, previousPeriod, previousYear] = comparedPeriods(period).map(periodView);
  return {
    ...current!,
    previousPeriod: previousPeriod!,
    previousYear: previousYear!,
    lines: lines.map((line) => lineView(line, { query, ...period })),
    totalIncome: comparedAmountsView(income),
    totalExpenses: comparedAmountsView(expenses),
    result: comparedAmountsView(result),
  };
}

function periodView({ from, to }: ProfitPeriod): StatementPeriodView {
  return { startDate: from, endDate: to };
}

function fileOf(
  query: ProfitAndLossQuery,
  period: ProfitPeriod,
  { lines, income, expenses, result }: ProfitAndLoss,
): StatementFile {
  const [current, previousPeriod, previousYear] = comparedPeriods(period).map(printedPeriod);
  return {
    name: `profit-and-loss-${period.from}-${period.to}`,
    title: 'Profit and loss account',
    facts: [['Period', current!], ...scopeFacts(query)],
    columns: [current!, previousPeriod!, previousYear!],
    rows: [
      heading('Income'),
      ...lineRows(lines.filter(({ category }) => category === 'Income')),
      total('Total income', income),
      heading('Expenses'),
      ...lineRows(lines.filter(({ category }) => category === 'Expense')),
      total('Total expenses', expenses),
      total('Result', result),
    ],
  };
}
