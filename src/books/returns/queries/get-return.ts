import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { commonErrors } from '../../../common/errors/common.errors';
import { InstitutionSettings } from '../../../institutions/settings/institution-settings';
import { assertDayClosed } from '../../../reports/portfolio/closed-days';
import { booksScope } from '../../balances/books-scope';
import { LedgerBalances } from '../../balances/ledger-balances';
import { ReportFiles } from '../../report-files';
import { depositsByBand } from '../deposits-by-band';
import { loansBySector } from '../loans-by-sector';
import type { ReturnContext } from '../return-context';
import { returnLayoutsOf } from '../return-layouts';
import { returnFile, type ReturnReport, returnView } from '../return-report';
import type { ReturnName, ReturnQuery, ReturnView } from '../returns.dto';
import { RETURN_LAYOUTS } from '../returns.settings';
import { assetsAndLiabilities, incomeReturn } from '../statement-returns';
import { taxRemittances } from '../tax-remittances';
import { withholdingTaxSchedule } from '../withholding-tax';

const BUILDERS: Record<ReturnName, (context: ReturnContext) => Promise<ReturnReport>> = {
  'assets-and-liabilities': assetsAndLiabilities,
  income: incomeReturn,
  'loans-by-sector': loansBySector,
  'deposits-by-band': depositsByBand,
  'tax-remittances': taxRemittances,
  'withholding-tax': withholdingTaxSchedule,
};

/** Most rows of an answer; a file takes more. */
const ROWS_MAX = 10_000;

/** A return as of a closed day, as data or as a file. */
export class GetReturn extends Query<ReturnView | StreamableFile> {
  constructor(
    readonly institutionId: number,
    readonly query: ReturnQuery,
  ) {
    super();
  }
}

@QueryHandler(GetReturn)
export class GetReturnHandler implements IQueryHandler<GetReturn> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly balances: LedgerBalances,
    private readonly settings: InstitutionSettings,
    private readonly files: ReportFiles,
  ) {}

  /** @throws DATE_NOT_REACHED, DAY_NOT_CLOSED, EXPORT_TOO_LARGE (422) */
  async execute({ institutionId, query }: GetReturn): Promise<ReturnView | StreamableFile> {
    const { Return: name, Date: to, Format } = query;
    const report = await this.unitOfWork.readReport(institutionId, async (tx) => {
      const scope = await booksScope(tx, institutionId, { DateBasis: 'ValueDate', WithoutBranch: false }, to);
      await assertDayClosed(tx, institutionId, to);
      const layouts = returnLayoutsOf(await this.settings.getWithin(tx, institutionId, RETURN_LAYOUTS));
      return BUILDERS[name]({ tx, scope, to, balances: this.balances, layouts });
    });
    if (Format === undefined && report.rows.length > ROWS_MAX)
      throw commonErrors.EXPORT_TOO_LARGE('The return has too many rows for an answer; ask for it as a file.', {
        rowsMax: ROWS_MAX,
      });
    return Format === undefined
      ? returnView(name, report)
      : this.files.make(institutionId, Format, returnFile(name, report));
  }
}
