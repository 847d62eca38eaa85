import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../common/audit/audited-read';
import { FileView } from '../common/files/file-view.dto';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import { institutionsErrors } from '../institutions/institutions.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { ledgerPermissions } from '../ledger/ledger.permissions';
import {
  DatedBalanceQuery,
  DatedBalanceView,
  DatedTrialBalanceQuery,
  DatedTrialBalanceView,
  LedgerEntriesQuery,
  LedgerEntriesView,
} from './balances/balances.dto';
import { GetDatedBalance } from './balances/queries/get-dated-balance';
import { GetDatedTrialBalance } from './balances/queries/get-dated-trial-balance';
import { ListLedgerEntries } from './balances/queries/list-ledger-entries';
import { booksErrors } from './books.errors';
import { GetBalanceSheet } from './statements/queries/get-balance-sheet';
import { GetProfitAndLoss } from './statements/queries/get-profit-and-loss';
import {
  BalanceSheetQuery,
  BalanceSheetView,
  ProfitAndLossQuery,
  ProfitAndLossView,
} from './statements/statements.dto';

const access = staffAccess(ledgerPermissions.viewTrialBalance);
const ERRORS = [institutionsErrors.BRANCH_NOT_FOUND, booksErrors.DATE_NOT_REACHED];

@ApiTags('Ledger')
@Controller('api/admin/v1/books')
export class BooksController {
  constructor(private readonly queries: QueryBus) {}

  @Get('trial-balance')
  @Endpoint({
    summary: 'Get the trial balance of a day',
    description:
      'All ledgers with their debits and credits up to a day, by value date or booking date, of the institution or of ' +
      'one branch. With `Format` the answer is a file: `data` has `fileName`, `mimeType` and `document`, a data URL.',
    access,
    response: DatedTrialBalanceView,
    otherResponses: [FileView],
    errors: ERRORS,
  })
  trialBalance(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() query: DatedTrialBalanceQuery,
  ): Promise<DatedTrialBalanceView | StreamableFile> {
    return this.queries.execute(new GetDatedTrialBalance(institutionId, query));
  }

  @Get('balance')
  @Endpoint({
    summary: 'Get a balance as of a day',
    description:
      'What an account or a ledger had at the end of a day, by value date or booking date. A balance as it was known on ' +
      'an earlier day needs `BookedThrough`.',
    access,
    audited: readOf('account.view-balance', { AccountNumber: 'account' }),
    response: DatedBalanceView,
    errors: [booksErrors.DATE_NOT_REACHED, ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  balance(@CurrentStaff() { institutionId }: StaffActor, @Query() query: DatedBalanceQuery): Promise<DatedBalanceView> {
    return this.queries.execute(new GetDatedBalance(institutionId, query));
  }

  @Get('ledger-entries')
  @Endpoint({
    summary: 'List the entries of a ledger',
    description:
      'General ledger detail: opening and closing balance of a ledger and the entries between, by account and in the ' +
      'order of booking, a page at a time.',
    access,
    response: LedgerEntriesView,
    errors: [...ERRORS, ledgerErrors.LEDGER_NOT_FOUND],
  })
  ledgerEntries(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() query: LedgerEntriesQuery,
  ): Promise<LedgerEntriesView> {
    return this.queries.execute(new ListLedgerEntries(institutionId, query));
  }

  @Get('balance-sheet')
  @Endpoint({
    summary: 'Get the balance sheet of a day',
    description:
      'Assets, liabilities and equity at the end of a day, at the end of the month before and of the year before. The ' +
      'result of a year that is not closed is a line of equity. A branch has a line with the other branches.',
    access,
    response: BalanceSheetView,
    otherResponses: [FileView],
    errors: ERRORS,
  })
  balanceSheet(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() query: BalanceSheetQuery,
  ): Promise<BalanceSheetView | StreamableFile> {
    return this.queries.execute(new GetBalanceSheet(institutionId, query));
  }

  @Get('profit-and-loss')
  @Endpoint({
    summary: 'Get the profit and loss account of a period',
    description:
      'Income and expenses of a period, of the same days a month earlier and a year earlier. The closing of a year ' +
      'does not change it.',
    access,
    response: ProfitAndLossView,
    otherResponses: [FileView],
    errors: ERRORS,
  })
  profitAndLoss(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() query: ProfitAndLossQuery,
  ): Promise<ProfitAndLossView | StreamableFile> {
    return this.queries.execute(new GetProfitAndLoss(institutionId, query));
  }
}
