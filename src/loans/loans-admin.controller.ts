import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { DeclineBody } from '../approvals/approvals.dto';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { DECISION_ERRORS } from './loan-endpoints';
import { ApproveLoanBody, CancelLoanBody, LoanPath } from './loans.dto';
import { loansErrors } from './loans.errors';
import { loansPermissions } from './loans.permissions';
import { CancelLoan } from './origination/commands/cancel-loan';
import { DecideLoan } from './origination/commands/decide-loan';
import { ListLoansQuery, LoanPayoffQuery } from './reading/loan-queries.dto';
import { LoanRecordView } from './reading/loan-record.dto';
import { LoanScheduleView } from './reading/loan-schedule.dto';
import { LoanTimelineEventView } from './reading/loan-timeline.dto';
import { AddedLoanView, DecidedLoanView } from './reading/loan-views.dto';
import { GetLoan } from './reading/queries/get-loan';
import { GetLoanTimeline } from './reading/queries/get-loan-timeline';
import { SearchLoans } from './reading/queries/search-loans';
import { ViewLoanSchedule } from './reading/queries/view-loan-schedule';

const DECISION_ENDPOINT = {
  access: staffAccess(loansPermissions.approveLoans),
  reference: 'honoured' as const,
  stepUp: true as const,
  response: DecidedLoanView,
  errors: [loansErrors.LOAN_NOT_FOUND, loansErrors.LOAN_IN_GROUP, ...DECISION_ERRORS],
};

@Controller('api/admin/v1/loans')
@ApiTags('Loans')
export class LoansAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List loans',
    access: staffAccess(loansPermissions.viewLoans),
    audited: readOf('loan.list', { LoanAccountNumber: 'loan', CustomerID: 'customer', LinkedNumber: 'account' }),
    response: LoanRecordView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  list(@CurrentStaff() { institutionId }: StaffActor, @Query() filters: ListLoansQuery): Promise<Page<LoanRecordView>> {
    return this.queries.execute(new SearchLoans(institutionId, filters));
  }

  @Get(':id')
  @Endpoint({
    summary: 'Get a loan',
    access: staffAccess(loansPermissions.viewLoans),
    audited: readOf('loan.view', { id: 'loan' }),
    response: LoanRecordView,
    errors: [loansErrors.LOAN_NOT_FOUND],
  })
  get(@CurrentStaff() { institutionId }: StaffActor, @Param() { id }: LoanPath): Promise<LoanRecordView> {
    return this.queries.execute(new GetLoan(institutionId, Number(id)));
  }

  @Get(':id/schedule')
  @Endpoint({
    summary: 'Get the schedule of a loan',
    description: 'Before the disbursement it is planned, and its rows have no ids.',
    access: staffAccess(loansPermissions.viewLoans),
    audited: readOf('loan.view-schedule', { id: 'loan' }),
    response: LoanScheduleView,
    errors: [loansErrors.LOAN_NOT_FOUND],
  })
  schedule(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { id }: LoanPath,
    @Query() { PayoffDate }: LoanPayoffQuery,
  ): Promise<LoanScheduleView> {
    return this.queries.execute(new ViewLoanSchedule(institutionId, { loanId: Number(id) }, PayoffDate));
  }

  @Get(':id/timeline')
  @Endpoint({
    summary: 'Get the timeline of a loan',
    description: 'Creation, approvals with each decision, and the latest 500 acts, oldest first.',
    access: staffAccess(loansPermissions.viewLoans),
    audited: readOf('loan.view-timeline', { id: 'loan' }),
    response: LoanTimelineEventView,
    list: 'flat',
    errors: [loansErrors.LOAN_NOT_FOUND],
  })
  timeline(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { id }: LoanPath,
  ): Promise<{ data: LoanTimelineEventView[]; recordCount: number }> {
    return this.queries.execute(new GetLoanTimeline(institutionId, Number(id)));
  }

  @Post(':id/approve')
  @Endpoint({
    summary: 'Approve a loan',
    description:
      'Decides the approval of the loan, as the approvals list does. The body may name the approval that was seen: ' +
      'where other terms wait under another one by now, nothing is approved.',
    ...DECISION_ENDPOINT,
  })
  approve(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { id }: LoanPath,
    @Body() { note, approvalId }: ApproveLoanBody,
  ): Promise<Outcome> {
    return this.commands.execute(
      new DecideLoan(write, staff, { id: Number(id), verdict: 'Approved', note, approvalId }),
    );
  }

  @Post(':id/reject')
  @Endpoint({
    summary: 'Reject a loan',
    description: 'Decides the approval of the loan, as the approvals list does. A note is required.',
    ...DECISION_ENDPOINT,
  })
  reject(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { id }: LoanPath,
    @Body() { note }: DeclineBody,
  ): Promise<Outcome> {
    return this.commands.execute(new DecideLoan(write, staff, { id: Number(id), verdict: 'Declined', note }));
  }

  @Post(':id/cancel')
  @Endpoint({
    summary: 'Cancel a loan that is not disbursed',
    description:
      'Cancels the approval that the loan is waiting for. A group loan continues with its other loans; it is ' +
      'canceled when the last of them is.',
    access: staffAccess(loansPermissions.manageLoans),
    reference: 'honoured',
    response: AddedLoanView,
    errors: [loansErrors.LOAN_NOT_FOUND, loansErrors.LOAN_STATUS_REFUSED, loansErrors.LOAN_PENDING_APPROVAL],
  })
  cancel(
    @Write() write: WriteRequest,
    @Param() { id }: LoanPath,
    @Body() { reason }: CancelLoanBody,
  ): Promise<Outcome> {
    return this.commands.execute(new CancelLoan(write, { id: Number(id), reason }));
  }
}
