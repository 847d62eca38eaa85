import { randomInt, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Card } from '../cards/card.entity';
import { cardsErrors } from '../cards/cards.errors';
import { RecordCardTransaction } from '../cards/commands/record-card-transaction';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Outcome } from '../common/http/outcome';
import { SandboxInstitutions } from '../institutions/sandbox-institutions';
import { RecordCollection } from '../recovery/commands/record-collection';
import { ReceiveInwardTransfer } from '../transfers/inward/commands/receive-inward-transfer';
import { SANDBOX_INSTITUTION } from './sandbox-plan';
import type { SimulatedCardSpendBody, SimulatedCollectionBody, SimulatedInwardTransferBody } from './simulations.dto';

/** The institution of the simulator's other customers. */
const OTHER_INSTITUTION = '000013';
const OTHER_CUSTOMER = { number: '3000000001', name: 'NGOZI EZE' };
const SESSION_DIGITS = 24;

/**
 * Events that happen outside the institution, made on request in the sandbox. They take the same way as the calls of
 * the providers (docs/sandbox.md#events-from-outside).
 */
@Injectable()
export class Simulations {
  constructor(
    private readonly commands: CommandBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly sandboxes: SandboxInstitutions,
  ) {}

  /** @throws NOT_FOUND (404) outside the sandbox; as `InwardTransfers.receive` does */
  async inwardTransfer(institutionId: number, body: SimulatedInwardTransferBody): Promise<Outcome> {
    await this.sandboxes.assertHas(institutionId);
    const { accountNumber, amount, originatorAccountName, narration, sessionId } = body;
    return this.commands.execute(
      new ReceiveInwardTransfer(institutionId, {
        sessionId: sessionId ?? newSessionId(),
        beneficiaryAccountNumber: accountNumber,
        amount,
        originatorAccountNumber: OTHER_CUSTOMER.number,
        originatorAccountName: originatorAccountName ?? OTHER_CUSTOMER.name,
        originatorInstitutionCode: OTHER_INSTITUTION,
        ...(typeof narration === 'string' ? { narration } : {}),
      }),
    );
  }

  /** @throws NOT_FOUND (404) outside the sandbox; CARD_NOT_FOUND (404); as `CardSpend.book` does */
  async cardSpend(institutionId: number, body: SimulatedCardSpendBody): Promise<Outcome> {
    await this.sandboxes.assertHas(institutionId);
    const { accountNumber, amount, transactionType, narration, transactionReference } = body;
    const card = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOne(Card, { where: { institutionId, accountNumber, status: 'Active' }, order: { id: 'DESC' } }),
    );
    if (!card?.cardReference)
      throw cardsErrors.CARD_NOT_FOUND(
        `The account ${accountNumber} has no active card; link one with addcardtoaccount first.`,
      );
    return this.commands.execute(
      new RecordCardTransaction(institutionId, card.provider, {
        cardReference: card.cardReference,
        transactionReference: transactionReference ?? `SIM-${randomUUID()}`,
        amount,
        transactionType: transactionType ?? 'Purchase',
        ...(typeof narration === 'string' ? { narration } : {}),
      }),
    );
  }

  /** @throws NOT_FOUND (404) outside the sandbox; as `RecoveryCollections.book` does */
  async collection(institutionId: number, body: SimulatedCollectionBody): Promise<Outcome> {
    await this.sandboxes.assertHas(institutionId);
    const { loanAccountNumber, amount, transactionReference } = body;
    return this.commands.execute(
      new RecordCollection(
        { institutionId, actor: 'webhook:recoverypartner' },
        {
          loanReference: loanAccountNumber,
          institutionCode: SANDBOX_INSTITUTION.code,
          transactionReference: transactionReference ?? `SIM-${randomUUID()}`,
          debitedAmount: amount,
          settlementAmount: amount,
        },
      ),
    );
  }
}

/** A session id of the other institution. */
function newSessionId(): string {
  const digits = Array.from({ length: SESSION_DIGITS }, () => randomInt(10)).join('');
  return `${OTHER_INSTITUTION}${digits}`;
}
