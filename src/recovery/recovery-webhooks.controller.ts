import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { actorName, CurrentPartner, type WebhookActor } from '../common/http/actor';
import { Endpoint, webhookAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { integrationsErrors } from '../institutions/integrations/integrations.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { loansErrors } from '../loans/loans.errors';
import { ActivateMandate } from './commands/activate-mandate';
import { QueueSmsAlert } from './commands/queue-sms-alert';
import { RecordCollection } from './commands/record-collection';
import { GetLoanDueAmount } from './queries/get-loan-due-amount';
import { recoveryErrors } from './recovery.errors';
import {
  LoanBalanceUpdateBody,
  LoanBalanceUpdateView,
  LoanDueAmountView,
  LoanReferencePath,
  MandateCreationBody,
  MandateView,
  SmsAlertBody,
  SmsAlertView,
} from './recovery-webhooks.dto';

const access = webhookAccess('recoverypartner');
const InstitutionParam = ApiParam({
  name: 'institutionId',
  description: 'The numeric id of the institution whose webhook secret is sent.',
  schema: { type: 'integer', example: 1 },
});
const NOTICE_ERRORS = [
  loansErrors.LOAN_NOT_FOUND,
  ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
  recoveryErrors.INSTITUTION_CODE_MISMATCH,
];

/** The webhooks of the recovery partner, with the webhook secret of the institution in the path. */
@ApiTags('Recovery partner')
@Controller('api/integrations/recoverypartner/v1/:institutionId')
export class RecoveryWebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('SmsAlert')
  @InstitutionParam
  @Endpoint({
    summary: 'Send an SMS about a loan',
    description:
      "The SMS goes to the telephone number of the body and is listed with the loan's linked account. Without a " +
      '`request-reference`, a repeated call sends another SMS.',
    access,
    reference: 'honoured',
    response: SmsAlertView,
    errors: [...NOTICE_ERRORS, integrationsErrors.INTEGRATION_NOT_ENABLED],
  })
  smsAlert(@Write() write: WriteRequest, @Body() body: SmsAlertBody): Promise<Outcome> {
    return this.commands.execute(new QueueSmsAlert(write, body));
  }

  @Post('LoanBalanceUpdate')
  @InstitutionParam
  @Endpoint({
    summary: 'Report a repayment',
    description:
      'The whole `debitedAmount` pays the loan, the oldest instalment first. A surplus is credited to the linked ' +
      'account, whatever its status, or to unclaimed funds when that account is closed. Money for a written-off ' +
      'loan is recovery income. The same `transactionReference` again returns the first result; with other fields ' +
      'it answers 409.',
    access,
    response: LoanBalanceUpdateView,
    errors: [
      ...NOTICE_ERRORS,
      commonErrors.DUPLICATE_REFERENCE,
      recoveryErrors.RECOVERY_AMOUNTS_MISMATCH,
      recoveryErrors.RECOVERY_LEDGERS_NOT_CONFIGURED,
    ],
  })
  loanBalanceUpdate(@CurrentPartner() partner: WebhookActor, @Body() body: LoanBalanceUpdateBody): Promise<Outcome> {
    return this.commands.execute(
      new RecordCollection({ institutionId: partner.institutionId, actor: actorName(partner) }, body),
    );
  }

  @Post('MandateCreation')
  @InstitutionParam
  @Endpoint({
    summary: 'Report a mandate',
    description:
      "The loan's `mandateStatus` becomes `Active`; a loan that is `Delinquent` or `Matured` becomes `InRecovery`. " +
      'May be repeated.',
    access,
    reference: 'honoured',
    response: MandateView,
    errors: [...NOTICE_ERRORS, loansErrors.LOAN_STATUS_REFUSED],
  })
  mandateCreation(@Write() write: WriteRequest, @Body() body: MandateCreationBody): Promise<Outcome> {
    return this.commands.execute(new ActivateMandate(write, body));
  }

  @Get('LoanDueAmount/:loanReference')
  @Endpoint({
    summary: 'Get the amount due of a loan',
    description:
      'The unpaid part of the instalments due up to the business date, with default interest and penalties; for a ' +
      'written-off loan, the amount that is not recovered yet; 0 for a loan that is not running.',
    access,
    response: LoanDueAmountView,
    errors: [loansErrors.LOAN_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  loanDueAmount(
    @CurrentPartner() { institutionId }: WebhookActor,
    @Param() { loanReference }: LoanReferencePath,
  ): Promise<LoanDueAmountView> {
    return this.queries.execute(new GetLoanDueAmount(institutionId, loanReference));
  }
}
