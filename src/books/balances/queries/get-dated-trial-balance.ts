import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { printedDate } from '../../../common/time/printed-date';
import { entriesAddress, yearUntil } from '../../entries-address';
import { type ReportFile, ReportFiles } from '../../report-files';
import type { DatedTrialBalanceQuery, DatedTrialBalanceView } from '../balances.dto';
import { booksScope, scopeFacts } from '../books-scope';
import { LedgerBalances } from '../ledger-balances';

/** The trial balance as of a day. */
export class GetDatedTrialBalance extends Query<DatedTrialBalanceView | StreamableFile> {
  constructor(
    readonly institutionId: number,
    readonly query: DatedTrialBalanceQuery,
  ) {
    super();
  }
}

/** A ledger, or the totals. */
interface Line {
  code: string | null;
  name: string;
  category: string | null;
  debitsKobo: bigint;
  creditsKobo: bigint;
}

@QueryHandler(GetDatedTrialBalance)
export class GetDatedTrialBalanceHandler implements IQueryHandler<GetDatedTrialBalance> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly balances: LedgerBalances,
    private readonly files: ReportFiles,
  ) {}

  /** @throws BRANCH_NOT_FOUND (404), DATE_NOT_REACHED (422) */
  async execute({ institutionId, query }: GetDatedTrialBalance): Promise<DatedTrialBalanceView | StreamableFile> {
    const balances = await this.unitOfWork.readReport(institutionId, async (tx) =>
      this.balances.at(tx, await booksScope(tx, institutionId, query, query.Date), [query.Date]),
    );
    const rows = balances.map(({ code, name, category, debitsKobo, creditsKobo }) => ({
      code,
      name,
      category,
      debitsKobo: debitsKobo[0]!,
      creditsKobo: creditsKobo[0]!,
    }));
    const totals = {
      debitsKobo: rows.reduce((sum, row) => sum + row.debitsKobo, 0n),
      creditsKobo: rows.reduce((sum, row) => sum + row.creditsKobo, 0n),
    };
    if (query.Format !== undefined)
      return this.files.make(
        institutionId,
        query.Format,
        fileOf(query, rows, { code: null, name: 'Totals', category: null, ...totals }),
      );
    return {
      date: query.Date,
      rows: rows.map(({ code, name, category, ...amounts }) => ({
        code,
        name,
        category,
        ...amountsOf(amounts),
        entries: entriesAddress(code, yearUntil(query, query.Date)),
      })),
      totals: amountsOf(totals),
    };
  }
}

function amountsOf({ debitsKobo, creditsKobo }: Pick<Line, 'debitsKobo' | 'creditsKobo'>): {
  debits: number;
  credits: number;
  balance: number;
} {
  return {
    debits: koboToNaira(debitsKobo),
    credits: koboToNaira(creditsKobo),
    balance: koboToNaira(debitsKobo - creditsKobo),
  };
}

function fileOf(query: DatedTrialBalanceQuery, rows: Line[], totals: Line): ReportFile<Line> {
  return {
    name: `trial-balance-${query.Date}`,
    title: 'Trial balance',
    facts: [['As of', printedDate(query.Date)], ...scopeFacts(query)],
    columns: [
      { title: 'Code', width: 12, kind: 'text', value: ({ code }) => code },
      { title: 'Ledger', width: 40, kind: 'text', value: ({ name }) => name },
      { title: 'Category', width: 12, kind: 'text', value: ({ category }) => category },
      { title: 'Debits', width: 20, kind: 'money', value: ({ debitsKobo }) => debitsKobo },
      { title: 'Credits', width: 20, kind: 'money', value: ({ creditsKobo }) => creditsKobo },
      { title: 'Balance', width: 20, kind: 'money', value: ({ debitsKobo, creditsKobo }) => debitsKobo - creditsKobo },
    ],
    rows: [...rows, totals],
    isEmphasised: (line) => line === totals,
  };
}
