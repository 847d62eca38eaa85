import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { FileView } from '../common/files/file-view.dto';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { ledgerErrors } from '../ledger/ledger.errors';
import { loansErrors } from '../loans/loans.errors';
import { CallOverQuery, CallOverRowView } from './call-over.dto';
import { LoanExpectationQuery, LoanExpectationView, LoanTrackingQuery, LoanTrackingView } from './loan-reports.dto';
import { ExportAccountStatement } from './queries/export-account-statement';
import { GetAccountHistory } from './queries/get-account-history';
import { GetAccountStatement } from './queries/get-account-statement';
import { GetCallOver } from './queries/get-call-over';
import { GetLoanExpectation } from './queries/get-loan-expectation';
import { GetLoanTracking } from './queries/get-loan-tracking';
import { GetSavingsAccrualHistory } from './queries/get-savings-accrual-history';
import { GetTransactionReceipt } from './queries/get-transaction-receipt';
import { ReceiptQuery, ReceiptView } from './receipts.dto';
import { reportsErrors } from './reports.errors';
import { SavingsAccrualQuery, SavingsAccrualRowView } from './savings-accrual.dto';
import { ExportStatementQuery, HistoryQuery, HistoryRowView, StatementQuery, StatementView } from './statements.dto';

@Controller('api/report/v1')
@ApiTags('Reports')
export class ReportsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('requestcustomeraccountstatement')
  @Endpoint({
    summary: 'Get an account statement',
    description:
      'Balances and totals cover the whole period; the rows come in pages of up to 200, oldest first, and ' +
      '`recordCount` is exact. Use `exportcustomerstatement` for the whole period in one file.',
    access: clientAccess('reports:read'),
    response: StatementView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  statement(@CurrentClient() client: ClientActor, @Query() query: StatementQuery): Promise<StatementView> {
    return this.queries.execute(new GetAccountStatement(client.institutionId, query));
  }

  @Get('exportcustomerstatement')
  @Endpoint({
    summary: 'Export an account statement',
    description:
      'A PDF has at most 5,000 rows, an Excel or CSV file 500,000. Cells that a spreadsheet would read as a formula ' +
      'are text; in CSV they begin with an apostrophe.',
    access: clientAccess('reports:read'),
    response: FileView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, commonErrors.EXPORT_TOO_LARGE],
  })
  export(@CurrentClient() client: ClientActor, @Query() query: ExportStatementQuery): Promise<StreamableFile> {
    return this.queries.execute(new ExportAccountStatement(client.institutionId, query));
  }

  @Get('requestcustomeraccounthistoryreport')
  @Endpoint({
    summary: 'Get the history of an account or virtual account',
    description:
      'The history of a virtual account has the credits that came through it, with its own number and without a ' +
      'balance. Newest first unless `Direction` is `Asc`.',
    access: clientAccess('reports:read'),
    response: HistoryRowView,
    list: 'page',
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND],
  })
  history(@CurrentClient() client: ClientActor, @Query() query: HistoryQuery): Promise<Page<HistoryRowView>> {
    return this.queries.execute(new GetAccountHistory(client.institutionId, query));
  }

  @Get('gettransactionreceipt')
  @Endpoint({
    summary: 'Get a transaction receipt',
    description:
      'Only a transaction that moved money has a receipt. While a payment to another institution or a biller is not ' +
      'confirmed, `status`, `message` and the document show it.',
    access: clientAccess('reports:read'),
    response: ReceiptView,
    errors: [
      reportsErrors.TRANSACTION_NOT_FOUND,
      reportsErrors.TRANSACTION_NOT_COMPLETED,
      reportsErrors.TRANSACTION_OF_SEVERAL_CUSTOMERS,
      reportsErrors.REFERENCE_NOT_UNIQUE,
    ],
  })
  receipt(@CurrentClient() client: ClientActor, @Query() query: ReceiptQuery): Promise<Outcome<ReceiptView>> {
    return this.queries.execute(new GetTransactionReceipt(client.institutionId, query));
  }

  @Get('gettransactioncalloverreport')
  @Endpoint({
    summary: 'Get the call-over of a period',
    description:
      'One row for each leg, with maker and checker. Without an account or a reference the period has at most 31 ' +
      'days; without dates it is the current business date.',
    access: clientAccess('reports:read'),
    response: CallOverRowView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, reportsErrors.PERIOD_TOO_LONG],
  })
  callOver(@CurrentClient() client: ClientActor, @Query() query: CallOverQuery): Promise<Page<CallOverRowView>> {
    return this.queries.execute(new GetCallOver(client.institutionId, query));
  }

  @Get('getloanexpectationreport')
  @Endpoint({
    summary: 'Get the loan expectation of a period',
    description:
      'Lists the instalments that are due in a period of at most 366 days, with totals of the whole period. ' +
      'Written-off loans are left out.',
    access: clientAccess('reports:read'),
    response: LoanExpectationView,
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, reportsErrors.PERIOD_TOO_LONG],
  })
  loanExpectation(
    @CurrentClient() client: ClientActor,
    @Query() query: LoanExpectationQuery,
  ): Promise<LoanExpectationView> {
    return this.queries.execute(new GetLoanExpectation(client.institutionId, query));
  }

  @Get('getloantrackingreport')
  @Endpoint({
    summary: 'Get the repayment status of a loan',
    access: clientAccess('reports:read'),
    response: LoanTrackingView,
    errors: [loansErrors.LOAN_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  loanTracking(
    @CurrentClient() client: ClientActor,
    @Query() { LoanAccountNumber }: LoanTrackingQuery,
  ): Promise<LoanTrackingView> {
    return this.queries.execute(new GetLoanTracking(client.institutionId, LoanAccountNumber));
  }

  @Get('getsavingsaccrualhistory')
  @Endpoint({
    summary: 'Get the interest accruals of an account',
    description: 'One row for each business date with interest, oldest first unless `Direction` is `Desc`.',
    access: clientAccess('reports:read'),
    response: SavingsAccrualRowView,
    list: 'page',
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, reportsErrors.PERIOD_TOO_LONG],
  })
  savingsAccruals(
    @CurrentClient() client: ClientActor,
    @Query() query: SavingsAccrualQuery,
  ): Promise<Page<SavingsAccrualRowView>> {
    return this.queries.execute(new GetSavingsAccrualHistory(client.institutionId, query));
  }
}
