import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { commonErrors } from '../../common/errors/common.errors';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { RebuildLoanEvents } from '../history/commands/rebuild-loan-events';
import { RequestLoanReversal } from '../history/commands/request-loan-reversal';
import { ListLoanEvents } from '../history/list-loan-events';
import { LoanEventsQuery, LoanEventView, RebuiltEventsView } from '../history/loan-events.dto';
import { LoanPath } from '../loans.dto';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';
import { CHANGE_ENDPOINT, LOAN_CHANGE_ERRORS } from '../servicing/change-endpoint';
import { ReverseLoanEventBody } from '../servicing/servicing.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import {
  BackdatedRepaymentBody,
  ChargeLoanBody,
  MoveRepaymentBody,
  RefundLoanBody,
  WaiveLoanBody,
} from './adjustments.dto';
import { RequestAdjustment } from './commands/request-adjustment';
import { RequestBackdatedRepayment } from './commands/request-backdated-repayment';
import { RequestRepaymentMove } from './commands/request-repayment-move';

const HISTORY_ERRORS = [loansErrors.LOAN_REVERSAL_STOPPED, loansErrors.LOAN_HISTORY_NOT_PROVED];
const LEDGER_ERRORS = [
  ledgerErrors.LEDGER_NOT_FOUND,
  ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
  loansErrors.COLLECTIONS_LEDGER_NOT_ALLOWED,
];

/** What staff do about the past of a loan, and to the amounts that are due of it. */
@Controller('api/admin/v1')
@ApiTags('Loans')
export class LoanHistoryAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('loans/:id/events')
  @Endpoint({
    summary: 'List the acts on a loan',
    description:
      'Lists disbursement, payments, changes and reversals of a loan with their dates, the version of the terms and ' +
      'what they were asked for. Acts from before events were kept are listed once `rebuild-events` has made them.',
    access: staffAccess(loansPermissions.viewLoans),
    audited: readOf('loan.list-events', { id: 'loan' }),
    response: LoanEventView,
    list: 'page',
    errors: [loansErrors.LOAN_NOT_FOUND],
  })
  events(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { id }: LoanPath,
    @Query() paging: LoanEventsQuery,
  ): Promise<Page<LoanEventView>> {
    return this.queries.execute(new ListLoanEvents(institutionId, Number(id), paging));
  }

  @Post('loans/:id/rebuild-events')
  @Endpoint({
    summary: 'Make the events of a loan from before events were kept',
    description:
      'Makes the events from the transactions of the loan, lives its history again with them, and keeps them only if ' +
      'it ends where the loan is today. Nothing is booked. A loan that has its events answers 0.',
    access: staffAccess(servicingPermissions.serviceLoans),
    reference: 'honoured',
    response: RebuiltEventsView,
    errors: [loansErrors.LOAN_NOT_FOUND, ...HISTORY_ERRORS],
  })
  rebuildEvents(@Write() write: WriteRequest, @Param() { id }: LoanPath): Promise<Outcome> {
    return this.commands.execute(new RebuildLoanEvents(write, Number(id)));
  }

  @Post('loans/:id/reverse')
  @Endpoint({
    summary: 'Reverse an act on a loan',
    description:
      'Works the loan out again as it would be without the act (a payment, an early repayment, a charge, a waiver, a ' +
      'refund, or the disbursement while no other act stands), and books the difference on the day of the approval. ' +
      'The money goes back to where it came from; money is taken back only if it is there. A later act that would no ' +
      'longer apply stops the reversal, and the answer names it.',
    ...CHANGE_ENDPOINT,
    errors: [
      ...LOAN_CHANGE_ERRORS,
      loansErrors.LOAN_EVENT_NOT_FOUND,
      loansErrors.LOAN_EVENT_REVERSED,
      ...HISTORY_ERRORS,
    ],
  })
  reverse(
    @Write() write: WriteRequest,
    @Param() { id }: LoanPath,
    @Body() body: ReverseLoanEventBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RequestLoanReversal(write, Number(id), body));
  }

  @Post('loans/:id/move-repayment')
  @Endpoint({
    summary: 'Move a repayment to another loan',
    description:
      'Reverses a repayment that a ledger paid and pays the other loan as of the same day, both or neither. Money for ' +
      'the loan of another borrower goes over that borrower’s linked account, where AML sees it.',
    ...CHANGE_ENDPOINT,
    errors: [
      ...LOAN_CHANGE_ERRORS,
      loansErrors.LOAN_EVENT_NOT_FOUND,
      loansErrors.LOAN_EVENT_REVERSED,
      loansErrors.LOAN_PAYMENT_NOT_MOVABLE,
      loansErrors.LOAN_VALUE_DATE_REFUSED,
      loansErrors.REPAYMENT_EXCEEDS_OUTSTANDING,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      ...HISTORY_ERRORS,
    ],
  })
  move(@Write() write: WriteRequest, @Param() { id }: LoanPath, @Body() body: MoveRepaymentBody): Promise<Outcome> {
    return this.commands.execute(new RequestRepaymentMove(write, Number(id), body));
  }

  @Post('loans/:id/backdated-repayment')
  @Endpoint({
    summary: 'Book a repayment of an earlier day',
    description:
      'Shares the money as if it had been taken on `valueDate`, works the loan out again from then on, and books the ' +
      'difference on the day of the approval: interest, default interest, penalties, class and suspense are corrected, ' +
      'and no closed period changes.',
    ...CHANGE_ENDPOINT,
    errors: [
      ...LOAN_CHANGE_ERRORS,
      commonErrors.DUPLICATE_REFERENCE,
      loansErrors.LOAN_VALUE_DATE_REFUSED,
      loansErrors.REPAYMENT_EXCEEDS_OUTSTANDING,
      ...LEDGER_ERRORS,
      ...HISTORY_ERRORS,
    ],
  })
  backdatedRepayment(
    @Write() write: WriteRequest,
    @Param() { id }: LoanPath,
    @Body() body: BackdatedRepaymentBody,
  ): Promise<Outcome> {
    return this.commands.execute(new RequestBackdatedRepayment(write, Number(id), body));
  }

  @Post('loans/:id/charge')
  @Endpoint({
    summary: 'Charge a loan',
    description: 'Adds a fee or a penalty that falls due on the day of the approval.',
    ...CHANGE_ENDPOINT,
    errors: [...LOAN_CHANGE_ERRORS, loansErrors.LOAN_FEE_MISSING, loansErrors.LOAN_CHARGES_NOT_CONFIGURED],
  })
  charge(@Write() write: WriteRequest, @Param() { id }: LoanPath, @Body() body: ChargeLoanBody): Promise<Outcome> {
    return this.commands.execute(new RequestAdjustment(write, Number(id), { kind: 'charge', body }));
  }

  @Post('loans/:id/waive')
  @Endpoint({
    summary: 'Waive interest and charges of a loan',
    description:
      'Waives amounts that are due, the oldest first. What is in suspense leaves it; the rest is taken back from ' +
      'income. What was waived is not charged again.',
    ...CHANGE_ENDPOINT,
    errors: [...LOAN_CHANGE_ERRORS, loansErrors.WAIVER_EXCEEDS_DUE, loansErrors.LOAN_CHARGES_NOT_CONFIGURED],
  })
  waive(@Write() write: WriteRequest, @Param() { id }: LoanPath, @Body() body: WaiveLoanBody): Promise<Outcome> {
    return this.commands.execute(new RequestAdjustment(write, Number(id), { kind: 'waiver', body }));
  }

  @Post('loans/:id/refund')
  @Endpoint({
    summary: 'Refund what was paid ahead on a loan, or above its debt',
    description:
      'Gives back to the linked account what was paid of instalments to come, the last instalment first. The schedule ' +
      'stays as it is. With `creditAccount`, pays to that account of the borrower what payments of the loan exceeded ' +
      'its debt by and left in unclaimed funds, because the linked account was closed; the loan may have ended.',
    ...CHANGE_ENDPOINT,
    errors: [
      ...LOAN_CHANGE_ERRORS,
      loansErrors.REFUND_EXCEEDS_PAID_AHEAD,
      loansErrors.REFUND_EXCEEDS_SURPLUS,
      loansErrors.LOAN_CUSTOMER_MISMATCH,
      ledgerErrors.ACCOUNT_NOT_FOUND,
      ledgerErrors.ACCOUNT_CLOSED,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      loansErrors.UNCLAIMED_FUNDS_NOT_CONFIGURED,
      loansErrors.LOAN_CHARGES_NOT_CONFIGURED,
    ],
  })
  refund(@Write() write: WriteRequest, @Param() { id }: LoanPath, @Body() body: RefundLoanBody): Promise<Outcome> {
    return this.commands.execute(new RequestAdjustment(write, Number(id), { kind: 'refund', body }));
  }
}
