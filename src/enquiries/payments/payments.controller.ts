import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { billsPermissions } from '../../bills/bills.permissions';
import { BILL_VEND } from '../../bills/vend-kind';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { payoutsErrors } from '../../payouts/payouts.errors';
import { payoutsPermissions } from '../../payouts/payouts.permissions';
import { TRANSFER_KIND } from '../../postings/posting-kinds';
import { PostingPath } from '../../postings/postings.dto';
import { OUTWARD_TRANSFER } from '../../transfers/outward/outward-transfer-kind';
import { transfersPermissions } from '../../transfers/transfers.permissions';
import { QueryPayment } from './commands/query-payment';
import { PaymentView } from './payments.dto';
import { GetPayment } from './queries/get-payment';

const TRANSFERS = [TRANSFER_KIND, OUTWARD_TRANSFER];
const BILLS = [BILL_VEND];

const TIMELINE =
  'The payment with its amounts, parties and state, and everything that has happened to it: decisions, postings, every ' +
  'call to the provider with its answer, and the next step that the program takes by itself.';

const QUERY = {
  description:
    'Calls the provider, unless it was asked less than ten seconds ago. A definite answer ends the payment, as it does ' +
    'for queries of clients.',
  access: staffAccess(payoutsPermissions.query),
  reference: 'honoured' as const,
  response: PaymentView,
  errors: [payoutsErrors.PAYOUT_NOT_FOUND, payoutsErrors.PAYMENT_NOT_AT_PROVIDER],
};

@Controller('api/admin/v1')
export class PaymentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('transfers/:postingReferenceNumber')
  @ApiTags('Transfers')
  @Endpoint({
    summary: 'Get a transfer with its timeline',
    description: TIMELINE,
    access: staffAccess(transfersPermissions.viewTransfers),
    audited: readOf('transfer.view', { postingReferenceNumber: 'posting' }),
    response: PaymentView,
    errors: [payoutsErrors.PAYOUT_NOT_FOUND],
  })
  transfer(@CurrentStaff() staff: StaffActor, @Param() path: PostingPath): Promise<PaymentView> {
    return this.queries.execute(new GetPayment(staff, path.postingReferenceNumber, TRANSFERS));
  }

  @Get('bills/:postingReferenceNumber')
  @ApiTags('Bills')
  @Endpoint({
    summary: 'Get a bill payment with its timeline',
    description: TIMELINE,
    access: staffAccess(billsPermissions.viewBills),
    audited: readOf('bill.view', { postingReferenceNumber: 'posting' }),
    response: PaymentView,
    errors: [payoutsErrors.PAYOUT_NOT_FOUND],
  })
  bill(@CurrentStaff() staff: StaffActor, @Param() path: PostingPath): Promise<PaymentView> {
    return this.queries.execute(new GetPayment(staff, path.postingReferenceNumber, BILLS));
  }

  @Post('transfers/:postingReferenceNumber/query')
  @ApiTags('Transfers')
  @Endpoint({ summary: 'Ask the provider for the state of a transfer', ...QUERY })
  queryTransfer(
    @CurrentStaff() { permissions }: StaffActor,
    @Write() write: WriteRequest,
    @Param() path: PostingPath,
  ): Promise<Outcome> {
    return this.commands.execute(new QueryPayment(write, permissions, path.postingReferenceNumber, TRANSFERS));
  }

  @Post('bills/:postingReferenceNumber/query')
  @ApiTags('Bills')
  @Endpoint({ summary: 'Ask the provider for the state of a bill payment', ...QUERY })
  queryBill(
    @CurrentStaff() { permissions }: StaffActor,
    @Write() write: WriteRequest,
    @Param() path: PostingPath,
  ): Promise<Outcome> {
    return this.commands.execute(new QueryPayment(write, permissions, path.postingReferenceNumber, BILLS));
  }
}
