import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { RepayGroupLoan } from '../groups/repayment/commands/repay-group-loan';
import { GroupRepaymentView, RepayGroupLoanBody } from '../groups/repayment/repay-group-loan.dto';
import { loansErrors } from '../loans.errors';
import { RepayLoan } from '../repayment/commands/repay-loan';
import { RepayLoanEarly } from '../repayment/commands/repay-loan-early';
import { RepayLoanBody, RepayLoanEarlyBody, RepaymentView } from '../repayment/repayments.dto';

/** Errors about the account or ledger that pays. */
const SOURCE_ERRORS = [
  ledgerErrors.INSUFFICIENT_FUNDS,
  ledgerErrors.LIMIT_EXCEEDED,
  ledgerErrors.CLIENT_LIMIT_EXCEEDED,
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_INACTIVE,
  ledgerErrors.ACCOUNT_FROZEN,
  ledgerErrors.ACCOUNT_DORMANT,
  ledgerErrors.ACCOUNT_PENDING_APPROVAL,
];
const LEDGER_ERRORS = [
  ledgerErrors.LEDGER_NOT_FOUND,
  ledgerErrors.LEDGER_NOT_ALLOWED,
  ledgerErrors.CONTROL_LEDGER,
  ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
  loansErrors.COLLECTIONS_LEDGER_NOT_ALLOWED,
];
const LOAN_ERRORS = [loansErrors.LOAN_STATUS_REFUSED, loansErrors.LOAN_CHARGES_NOT_CONFIGURED];

const WAITING = { approvalId: 20014, id: 20500, loanAccountNumber: '0000010302', loanStatus: 'Active' };

@Controller('api/loanaccount/v1')
@ApiTags('Loans')
export class ServicingController {
  constructor(private readonly commands: CommandBus) {}

  @Post('repayloan')
  @Endpoint({
    summary: 'Repay a loan from a collections ledger',
    description:
      'Pays the oldest instalment first, and its components in the order of the terms: by default penalty, default ' +
      'interest, fee, interest, principal. The rest pays later instalments. An amount from the payoff on settles the ' +
      'loan: it pays no interest to come, and what exceeds the payoff is credited to the linked account. A ' +
      'payment of a written-off loan is booked as a recovery.',
    access: clientAccess('loans:write'),
    reference: 'required',
    dryRun: true,
    response: RepaymentView,
    accepted: [
      {
        code: 'PENDING_APPROVAL',
        description: 'The repayment is waiting for approval by staff; nothing has been paid.',
        example: WAITING,
      },
    ],
    errors: [
      loansErrors.LOAN_NOT_FOUND,
      loansErrors.REPAYMENT_EXCEEDS_OUTSTANDING,
      loansErrors.UNCLAIMED_FUNDS_NOT_CONFIGURED,
      ...LOAN_ERRORS,
      ...LEDGER_ERRORS,
      ...SOURCE_ERRORS,
    ],
  })
  repay(@Write() write: WriteRequest, @Body() body: RepayLoanBody): Promise<Outcome> {
    return this.commands.execute(new RepayLoan(write, body));
  }

  @Post('earlyrepaymentloan')
  @Endpoint({
    summary: 'Repay a loan early',
    description:
      'A full settlement pays what is due, the outstanding principal and the interest earned to date. Future ' +
      'interest and fees are not charged, and unearned upfront interest is refunded. A part payment first pays what ' +
      'is due and earned; the rest repays principal, and the schedule from today on is recalculated: fewer ' +
      'instalments of the same amount, or smaller instalments on the same dates.',
    access: clientAccess('loans:write'),
    reference: 'required',
    dryRun: true,
    response: RepaymentView,
    accepted: [
      {
        code: 'PENDING_APPROVAL',
        description: 'The repayment is waiting for approval by staff; nothing has been paid.',
        example: WAITING,
      },
    ],
    errors: [
      loansErrors.LOAN_NOT_FOUND,
      loansErrors.PAYOFF_DIFFERS,
      loansErrors.PREPAYMENT_TOO_SMALL,
      loansErrors.PREPAYMENT_TOO_LARGE,
      loansErrors.SCHEDULE_NOT_REMADE,
      ...LOAN_ERRORS,
      ...LEDGER_ERRORS,
      ...SOURCE_ERRORS,
    ],
  })
  repayEarly(@Write() write: WriteRequest, @Body() body: RepayLoanEarlyBody): Promise<Outcome> {
    return this.commands.execute(new RepayLoanEarly(write, body));
  }

  @Post('repaygrouploan')
  @Endpoint({
    summary: 'Repay loans of a group from the accounts of the participants',
    description:
      'Debits the linked account of each participant with the flagged components of instalments, each in full, or ' +
      'with amounts by component. Only own funds of the account can pay, never an overdraft. Either all participants ' +
      'pay or none. The `request-reference` becomes the reference of the posting.',
    access: clientAccess('loans:write'),
    reference: 'required',
    dryRun: true,
    response: GroupRepaymentView,
    accepted: [
      {
        code: 'PENDING_APPROVAL',
        description: 'The repayment is waiting for approval by staff; nothing has been paid.',
        example: { approvalId: 20014, groupLoanID: 20498 },
      },
    ],
    errors: [
      loansErrors.GROUP_LOAN_NOT_FOUND,
      loansErrors.LOAN_NOT_FOUND,
      loansErrors.INSTALMENT_NOT_FOUND,
      loansErrors.COMPONENT_EXCEEDS_DUE,
      loansErrors.NOTHING_DUE,
      ...LOAN_ERRORS,
      ...SOURCE_ERRORS,
    ],
  })
  repayGroup(@Write() write: WriteRequest, @Body() body: RepayGroupLoanBody): Promise<Outcome> {
    return this.commands.execute(new RepayGroupLoan(write, body));
  }
}
