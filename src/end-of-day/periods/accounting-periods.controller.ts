import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { endOfDayErrors } from '../end-of-day.errors';
import { endOfDayPermissions } from '../end-of-day.permissions';
import { AccountingPeriodView, ClosePeriodBody, ListAccountingPeriodsQuery } from './accounting-periods.dto';
import { ClosePeriod } from './commands/close-period';
import { ListAccountingPeriods } from './queries/list-accounting-periods';

@Controller('api/admin/v1/accounting-periods')
@ApiTags('Accounting periods')
export class AccountingPeriodsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List accounting periods',
    access: staffAccess(endOfDayPermissions.viewAccountingPeriods),
    response: AccountingPeriodView,
    list: 'page',
  })
  list(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListAccountingPeriodsQuery,
  ): Promise<Page<AccountingPeriodView>> {
    return this.queries.execute(new ListAccountingPeriods(staff.institutionId, filters));
  }

  @Post('close')
  @Endpoint({
    summary: 'Close an accounting period',
    description:
      'Always needs the approval of another member of staff. From then on no posting may have a value date up to the ' +
      'last day of the period. Closing a year moves the balance of every income and expense ledger to retained ' +
      'earnings (`RETAINED_EARNINGS_LEDGER_CODE`), in one posting dated the last day of the year. Months close in ' +
      'order, and so do years; the first month or year to close also closes everything before it.',
    access: staffAccess(endOfDayPermissions.manageAccountingPeriods),
    reference: 'honoured',
    stepUp: true,
    response: AccountingPeriodView,
    accepted: [
      {
        code: 'PENDING_APPROVAL',
        description: 'The closing waits for approval; the period stays open until then.',
        example: { approvalId: 20932 },
      },
    ],
    errors: [
      endOfDayErrors.PERIOD_BEFORE_BOOKS,
      endOfDayErrors.PERIOD_NOT_ENDED,
      endOfDayErrors.PERIOD_CLOSED,
      endOfDayErrors.PERIOD_CLOSE_PENDING,
      endOfDayErrors.PERIOD_OUT_OF_ORDER,
      endOfDayErrors.PERIOD_HAS_EXCEPTIONS,
      endOfDayErrors.RETAINED_EARNINGS_LEDGER_MISSING,
    ],
  })
  close(@Write() write: WriteRequest, @Body() body: ClosePeriodBody): Promise<Outcome> {
    return this.commands.execute(new ClosePeriod(write, body));
  }
}
