import { Body, Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { LoanPath } from '../loans.dto';
import { loansErrors } from '../loans.errors';
import { RequestSecurityDeposit } from '../repayment/commands/request-security-deposit';
import { RequestRestructure } from '../restructure/commands/request-restructure';
import { RequestWriteOff } from '../write-off/commands/request-write-off';
import { ApplySecurityDepositBody, LoanChangeBody, RequestedChangeView, RestructureBody } from './servicing.dto';
import { servicingPermissions } from './servicing.permissions';

const WAITING = {
  approvalId: 20014,
  loans: [{ id: 20500, loanAccountNumber: '0000010302', loanStatus: 'Delinquent' }],
};

/** Every change waits for another member of staff, so its answer is a 202. */
const ASKING = {
  access: staffAccess(servicingPermissions.serviceLoans),
  reference: 'honoured' as const,
  accepted: [
    {
      code: 'PENDING_APPROVAL',
      description: 'The change waits for approval by another member of staff.',
      example: WAITING,
    },
  ],
  acceptedResponse: RequestedChangeView,
};
const LOAN_ERRORS = [loansErrors.LOAN_NOT_FOUND, loansErrors.LOAN_STATUS_REFUSED, loansErrors.LOAN_PENDING_APPROVAL];
const GROUP_ERRORS = [
  loansErrors.GROUP_LOAN_NOT_FOUND,
  loansErrors.LOAN_STATUS_REFUSED,
  loansErrors.LOAN_PENDING_APPROVAL,
];

const WRITE_OFF =
  'What the books show of principal, interest, fees, default interest and penalties becomes a loan loss, less the interest that waits in suspense; what comes in later is recovery income.';
const RESTRUCTURE =
  'On the day of the approval the schedule ends: rows that were paid stay as they are, and the principal outstanding, arrears included, is repaid by a schedule of its own that counts from that day. ' +
  'Fees, default interest and penalties that are unpaid fall due that day; of unpaid interest `accruedInterest` says. When nothing but the first repayment date changes, level instalments keep their amount.';

@Controller('api/admin/v1')
@ApiTags('Loans')
export class ServicingAdminController {
  constructor(private readonly commands: CommandBus) {}

  @Post('loans/:id/write-off')
  @Endpoint({ summary: 'Ask for the write-off of a loan', description: WRITE_OFF, ...ASKING, errors: LOAN_ERRORS })
  writeOff(@Write() write: WriteRequest, @Param() { id }: LoanPath, @Body() body: LoanChangeBody): Promise<Outcome> {
    return this.commands.execute(new RequestWriteOff(write, { loanId: Number(id) }, body));
  }

  @Post('loans/:id/restructure')
  @Endpoint({
    summary: 'Ask for new terms of a loan',
    description: RESTRUCTURE,
    ...ASKING,
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
    summary: 'Ask to pay what is due of a loan with its security deposit',
    description:
      'As much of the deposit as is needed is taken from the linked account; the rest stays held until the loan closes. Of a written-off loan it is a recovery.',
    ...ASKING,
    errors: [...LOAN_ERRORS, loansErrors.NO_SECURITY_DEPOSIT],
  })
  applySecurityDeposit(
    @Write() write: WriteRequest,
    @Param() { id }: LoanPath,
    @Body() body: ApplySecurityDepositBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RequestSecurityDeposit(write, Number(id), body));
  }

  @Post('group-loans/:id/write-off')
  @Endpoint({
    summary: 'Ask for the write-off of all running loans of a group',
    description: WRITE_OFF,
    ...ASKING,
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
    summary: 'Ask for new terms of all running loans of a group',
    description: RESTRUCTURE,
    ...ASKING,
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
