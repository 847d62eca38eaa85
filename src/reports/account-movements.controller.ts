import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AccountNumberPath } from '../accounts/accounts.dto';
import { accountsPermissions } from '../accounts/accounts.permissions';
import { readOf } from '../common/audit/audited-read';
import { commonErrors } from '../common/errors/common.errors';
import { FileView } from '../common/files/file-view.dto';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Page } from '../common/http/paging';
import { ledgerErrors } from '../ledger/ledger.errors';
import { AccountMovementsQuery, AccountStatementQuery } from './account-movements.dto';
import { CallOverQuery, CallOverRowView } from './call-over.dto';
import { ExportAccountStatement } from './queries/export-account-statement';
import { GetAccountHistory } from './queries/get-account-history';
import { GetAccountStatement } from './queries/get-account-statement';
import { GetCallOver } from './queries/get-call-over';
import { reportsErrors } from './reports.errors';
import { HistoryRowView, StatementView } from './statements.dto';

const access = staffAccess(accountsPermissions.viewAccounts);

@ApiTags('Accounts')
@Controller('api/admin/v1')
export class AccountMovementsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('accounts/:accountNumber/movements')
  @Endpoint({
    summary: 'List the movements of an account or virtual account',
    description:
      'The history of a virtual account has the credits that came through it, with its own number and without a ' +
      'balance. Newest first unless `Direction` is `Asc`.',
    access,
    audited: readOf('account.list-movements', { accountNumber: 'account' }),
    response: HistoryRowView,
    list: 'page',
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND],
  })
  movements(
    @CurrentStaff() staff: StaffActor,
    @Param() { accountNumber }: AccountNumberPath,
    @Query() query: AccountMovementsQuery,
  ): Promise<Page<HistoryRowView>> {
    return this.queries.execute(new GetAccountHistory(staff.institutionId, { ...query, AccountNumber: accountNumber }));
  }

  @Get('accounts/:accountNumber/statement')
  @Endpoint({
    summary: 'Get the statement of an account',
    description:
      'A page of the period with its opening and closing balance. With `Format` the whole period is a file: `data` ' +
      'has `fileName`, `mimeType` and `document`, a data URL.',
    access,
    audited: readOf('account.view-statement', { accountNumber: 'account' }),
    response: StatementView,
    otherResponses: [FileView],
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, commonErrors.EXPORT_TOO_LARGE],
  })
  statement(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { accountNumber }: AccountNumberPath,
    @Query() { Format, ...query }: AccountStatementQuery,
  ): Promise<StatementView | StreamableFile> {
    const asked = { ...query, AccountNumber: accountNumber };
    return Format === undefined
      ? this.queries.execute(new GetAccountStatement(institutionId, asked))
      : this.queries.execute(new ExportAccountStatement(institutionId, { ...asked, FileExportFormat: Format }));
  }

  @Get('reports/call-over')
  @Endpoint({
    summary: 'Get the call-over of a period',
    description:
      'One row for each leg, with maker and checker. Without an account or a reference the period has at most 31 ' +
      'days; without dates it is the current business date.',
    access,
    audited: readOf('account.list-movements', { AccountNumber: 'account' }),
    response: CallOverRowView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, reportsErrors.PERIOD_TOO_LONG],
  })
  callOver(@CurrentStaff() staff: StaffActor, @Query() query: CallOverQuery): Promise<Page<CallOverRowView>> {
    return this.queries.execute(new GetCallOver(staff.institutionId, query));
  }
}
