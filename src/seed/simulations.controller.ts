import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TransactionFeedbackView } from '../cards/card-callbacks.dto';
import { cardsErrors } from '../cards/cards.errors';
import { commonErrors } from '../common/errors/common.errors';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { ledgerErrors } from '../ledger/ledger.errors';
import { loansErrors } from '../loans/loans.errors';
import { recoveryErrors } from '../recovery/recovery.errors';
import { LoanBalanceUpdateView } from '../recovery/recovery-webhooks.dto';
import { InwardCreditView } from '../transfers/inward/inward-transfers.dto';
import { transfersErrors } from '../transfers/transfers.errors';
import { Simulations } from './simulations';
import { SimulatedCardSpendBody, SimulatedCollectionBody, SimulatedInwardTransferBody } from './simulations.dto';

const ONLY_SANDBOX = 'Only in the sandbox institution; anywhere else the route does not exist.';

/** Events from outside the institution, on request in the sandbox. */
@ApiTags('Sandbox')
@Controller('api/sandbox/v1/simulate')
export class SimulationsController {
  constructor(private readonly simulations: Simulations) {}

  @Post('inward-transfer')
  @Endpoint({
    summary: 'Simulate a transfer from another institution',
    description: `Credits an account as if another institution had sent the money. ${ONLY_SANDBOX}`,
    access: clientAccess('transfers:write'),
    response: InwardCreditView,
    errors: [
      commonErrors.NOT_FOUND,
      commonErrors.DUPLICATE_REFERENCE,
      transfersErrors.INWARD_TRANSFER_LEDGERS_NOT_CONFIGURED,
    ],
  })
  inwardTransfer(
    @CurrentClient() { institutionId }: ClientActor,
    @Body() body: SimulatedInwardTransferBody,
  ): Promise<Outcome> {
    return this.simulations.inwardTransfer(institutionId, body);
  }

  @Post('card-spend')
  @Endpoint({
    summary: 'Simulate spending with a card',
    description: `Posts a purchase or withdrawal with the account's newest active card. ${ONLY_SANDBOX}`,
    access: clientAccess('transfers:write'),
    response: TransactionFeedbackView,
    errors: [
      commonErrors.NOT_FOUND,
      commonErrors.DUPLICATE_REFERENCE,
      cardsErrors.CARD_NOT_FOUND,
      cardsErrors.CARD_LEDGER_NOT_CONFIGURED,
    ],
  })
  cardSpend(@CurrentClient() { institutionId }: ClientActor, @Body() body: SimulatedCardSpendBody): Promise<Outcome> {
    return this.simulations.cardSpend(institutionId, body);
  }

  @Post('loan-collection')
  @Endpoint({
    summary: 'Simulate a repayment that the recovery partner collects',
    description: `Pays a loan as if the partner had collected the money from the borrower. ${ONLY_SANDBOX}`,
    access: clientAccess('transfers:write'),
    response: LoanBalanceUpdateView,
    errors: [
      commonErrors.NOT_FOUND,
      commonErrors.DUPLICATE_REFERENCE,
      loansErrors.LOAN_NOT_FOUND,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      recoveryErrors.RECOVERY_LEDGERS_NOT_CONFIGURED,
    ],
  })
  loanCollection(
    @CurrentClient() { institutionId }: ClientActor,
    @Body() body: SimulatedCollectionBody,
  ): Promise<Outcome> {
    return this.simulations.collection(institutionId, body);
  }
}
