import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { readDeposit } from '../../accounts/account-reader';
import { CURRENCY } from '../../accounts/account-record';
import type { AccountView } from '../../accounts/accounts.dto';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import type { FileFormat } from '../../common/files/file-format';
import { Files } from '../../common/files/files';
import { PdfDocument } from '../../common/files/pdf-document';
import type { Fact, Sheet } from '../../common/files/table';
import { wallClock } from '../../common/time/calendar';
import { Clock } from '../../common/time/clock';
import type { DateBasis } from '../../common/time/date-basis';
import { printedPeriod, printedTime } from '../../common/time/printed-date';
import { type InstitutionLetterhead, Letterheads } from '../../institutions/settings/letterheads';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import type { DateSpan } from '../account-period';
import { type BroughtPeriod, broughtPeriod } from '../brought-entries';
import { dateSpan } from '../date-span';
import { broughtLines, STATEMENT_COLUMNS, type StatementLine, statementLines } from '../statement-lines';
import { type StatementPeriod, statementPeriod } from '../statement-period';
import type { ExportStatementQuery } from '../statements.dto';

/**
 * Most rows of a file. A page of PDF costs processor time that other requests wait for; an Excel sheet has at most
 * 1,048,576 rows.
 */
const EXPORT_ROWS_MAX: Record<FileFormat, number> = { PDF: 5_000, Excel: 500_000, CSV: 500_000 };

const DISCLAIMER =
  'This is a computer-generated statement and needs no signature. Please report any error in it to us at once.';

const BASIS_TEXTS: Record<DateBasis, string> = { BookingDate: 'Financial (booking) date', ValueDate: 'Value date' };

/** An account's statement as a file. */
export class ExportAccountStatement extends Query<StreamableFile> {
  constructor(
    readonly institutionId: number,
    readonly query: ExportStatementQuery,
  ) {
    super();
  }
}

@QueryHandler(ExportAccountStatement)
export class ExportAccountStatementHandler implements IQueryHandler<ExportAccountStatement> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
    private readonly letterheads: Letterheads,
    private readonly files: Files,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422), EXPORT_TOO_LARGE (422), VALIDATION_FAILED (400)
   */
  async execute({ institutionId, query }: ExportAccountStatement): Promise<StreamableFile> {
    const span = dateSpan(query.FinancialDateFrom, query.FinancialDateTo, ['FinancialDateFrom', 'FinancialDateTo']);
    const { ledgerAccountId } = await this.directory.requireDeposit(institutionId, query.AccountNumber);
    const letterhead = await this.letterheads.of(institutionId);
    const { account, brought, period } = await this.unitOfWork.readReport(institutionId, async (tx) => ({
      account: await readDeposit(tx, institutionId, query.AccountNumber),
      brought: await broughtPeriod(tx, institutionId, ledgerAccountId, span, query.DateBasis),
      period: await statementPeriod(tx, institutionId, ledgerAccountId, span, query.DateBasis),
    }));
    if (!account)
      throw commonErrors.SERVICE_UNAVAILABLE(
        'The account is not available in reports yet; try again in a few seconds.',
      );
    assertNotTooLarge(brought.count + period.rowCount, query.FileExportFormat);
    const sheet: Sheet<StatementLine> = {
      title: 'Statement of account',
      facts: factsOf(account, period, span),
      columns: STATEMENT_COLUMNS,
      rows: this.lines(brought, period, letterhead.timeZone),
      isEmphasised: ({ isSummary }) => isSummary,
    };
    const name = `statement-${account.accountNumber}-${span.from}-${span.to}`;
    if (query.FileExportFormat !== 'PDF')
      return this.files.sheet(name, query.FileExportFormat, {
        ...sheet,
        facts: [['Institution', letterhead.name], ...sheet.facts!],
      });
    return this.files.pdf(name, () => this.document(institutionId, letterhead, sheet, account));
  }

  private async *lines(
    brought: BroughtPeriod,
    period: StatementPeriod,
    timeZone: string,
  ): AsyncGenerator<StatementLine[]> {
    yield* broughtLines(this.unitOfWork, brought);
    yield* statementLines(this.unitOfWork, period, timeZone);
  }

  private async document(
    institutionId: number,
    letterhead: InstitutionLetterhead,
    sheet: Sheet<StatementLine>,
    { accountNumber }: AccountView,
  ): Promise<PdfDocument> {
    const now = this.clock.institutionNow(institutionId);
    const madeAt = printedTime(wallClock(now, letterhead.timeZone).slice(0, 16));
    const document = await PdfDocument.begin({
      letterhead,
      title: sheet.title,
      createdAt: now,
      footnote: `Account ${accountNumber}, made ${madeAt}`,
    });
    await document.facts(sheet.facts!).table(sheet);
    return document.paragraph(DISCLAIMER);
  }
}

function factsOf(account: AccountView, period: StatementPeriod, span: DateSpan): Fact[] {
  return [
    ['Account name', account.accountName],
    ['Account number', account.accountNumber],
    ['Customer', `${account.customerName} (${account.customerID})`],
    ['Product', account.productName],
    ['Branch', account.branchName],
    ['Currency', CURRENCY],
    ['Period', printedPeriod(span)],
    ['Dates and order', BASIS_TEXTS[period.basis]],
    ['Opening balance', period.openingKobo],
    ['Total debit', period.debitsKobo],
    ['Total credit', period.creditsKobo],
    ['Closing balance', period.closingKobo],
  ];
}

function assertNotTooLarge(rows: number, format: FileFormat): void {
  const most = EXPORT_ROWS_MAX[format];
  const counted = rows.toLocaleString('en');
  if (rows <= most) return;
  const instead = format === 'PDF' ? 'Choose Excel or CSV, or a shorter period.' : 'Choose a shorter period.';
  throw commonErrors.EXPORT_TOO_LARGE(
    `The period has ${counted} rows; a ${format} file has at most ${most.toLocaleString('en')}. ${instead}`,
    { rows, rowsMax: most },
  );
}
