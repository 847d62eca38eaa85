import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { LoanPath } from '../loans.dto';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';
import { RequestSecurityDeposit } from '../repayment/commands/request-security-deposit';
import { RequestRestructure } from '../restructure/commands/request-restructure';
import { RequestStageMark } from '../stage-marks/request-stage-mark';
import { MarkStageBody } from '../stage-marks/stage-marks.dto';
import { ListSuspenseChanges } from '../suspense/list-suspense-changes';
import { SuspenseChangesQuery, SuspenseChangeView } from '../suspense/suspense-changes.dto';
import { RequestWriteOff } from '../write-off/commands/request-write-off';
import { CHANGE_ENDPOINT, LOAN_CHANGE_ERRORS as LOAN_ERRORS } from './change-endpoint';
import { ApplySecurityDepositBody, LoanChangeBody, RestructureBody } from './servicing.dto';

const GROUP_ERRORS = [
  loansErrors.GROUP_LOAN_NOT_FOUND,
  loansErrors.LOAN_STATUS_REFUSED,
  loansErrors.LOAN_PENDING_APPROVAL,
];

const WRITE_OFF =
  'The booked principal, interest, fees, default interest and penalties become a loan loss, less the interest in ' +
  'suspense. Later receipts are recovery income.';
const RESTRUCTURE =
  'The schedule ends on the day of the approval. Paid rows stay, and the outstanding principal, arrears included, is ' +
  'repaid by a new schedule that counts from that day. Unpaid fees, default interest and penalties fall due that ' +
  'day; `accruedInterest` decides about unpaid interest. If only the first repayment date changes, level instalments ' +
  'keep their amount.';

@Controller('api/admin/v1')
@ApiTags('Loans')
export class ServicingAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('loans/suspense-changes')
  @Endpoint({
    summary: 'List changes of income in suspense',
    description:
      'Lists the loans whose uncollected income went to suspense because they became non-performing, with the amounts, ' +
      'their part of earlier years and the posting, and the loans whose new income is income again.',
    access: staffAccess(loansPermissions.viewLoans),
    audited: readOf('loan.list-suspense-changes', { LoanAccountNumber: 'loan' }),
    response: SuspenseChangeView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  suspenseChanges(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() filters: SuspenseChangesQuery,
  ): Promise<Page<SuspenseChangeView>> {
    return this.queries.execute(new ListSuspenseChanges(institutionId, filters));
  }

  @Post('loans/:id/write-off')
  @Endpoint({ summary: 'Write off a loan', description: WRITE_OFF, ...CHANGE_ENDPOINT, errors: LOAN_ERRORS })
  writeOff(@Write() write: WriteRequest, @Param() { id }: LoanPath, @Body() body: LoanChangeBody): Promise<Outcome> {
    return this.commands.execute(new RequestWriteOff(write, { loanId: Number(id) }, body));
  }

  @Post('loans/:id/restructure')
  @Endpoint({
    summary: 'Restructure a loan',
    description: RESTRUCTURE,
    ...CHANGE_ENDPOINT,
    errors: [...LOAN_ERRORS, loansErrors.LOAN_TERMS_REFUSED],
  })
  restructure(
    @Write() write: WriteRequest,
    @Param() { id }: LoanPath,
    @Body() body: RestructureBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RequestRestructure(write, { loanId: Number(id) }, body));
  }

  @Post('loans/:id/apply-security-deposit')
  @Endpoint({
    summary: 'Apply the security deposit to a loan',
    description:
      'Takes as much of the deposit from the linked account as is due; the rest stays under its lien until the loan ' +
      'closes. For a written-off loan the payment is a recovery.',
    ...CHANGE_ENDPOINT,
    errors: [...LOAN_ERRORS, loansErrors.NO_SECURITY_DEPOSIT],
  })
  applySecurityDeposit(
    @Write() write: WriteRequest,
    @Param() { id }: LoanPath,
    @Body() body: ApplySecurityDepositBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RequestSecurityDeposit(write, Number(id), body));
  }

  @Post('loans/:id/stage')
  @Endpoint({
    summary: 'Mark a loan with a stage of impairment',
    description:
      'The loan is in this stage at least, whatever its days past due, from the end of day after the approval until ' +
      'another mark. Stage 1 takes the mark away.',
    ...CHANGE_ENDPOINT,
    errors: LOAN_ERRORS,
  })
  markStage(@Write() write: WriteRequest, @Param() { id }: LoanPath, @Body() body: MarkStageBody): Promise<Outcome> {
    return this.commands.execute(new RequestStageMark(write, Number(id), body));
  }

  @Post('group-loans/:id/write-off')
  @Endpoint({
    summary: 'Write off all running loans of a group',
    description: WRITE_OFF,
    ...CHANGE_ENDPOINT,
    errors: GROUP_ERRORS,
  })
  writeOffGroup(
    @Write() write: WriteRequest,
    @Param() { id }: LoanPath,
    @Body() body: LoanChangeBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RequestWriteOff(write, { groupLoanId: Number(id) }, body));
  }

  @Post('group-loans/:id/restructure')
  @Endpoint({
    summary: 'Restructure all running loans of a group',
    description: RESTRUCTURE,
    ...CHANGE_ENDPOINT,
    errors: [...GROUP_ERRORS, loansErrors.LOAN_TERMS_REFUSED],
  })
  restructureGroup(
    @Write() write: WriteRequest,
    @Param() { id }: LoanPath,
    @Body() body: RestructureBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RequestRestructure(write, { groupLoanId: Number(id) }, body));
  }
}
