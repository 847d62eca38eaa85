import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertAccountStatus } from '../../accounts/assert-account-status';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import { AppConfig } from '../../common/config/app-config';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import type { GatewayAnswer, GatewayTarget } from '../../common/gateway/gateway-call';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { type Claim, claimOf } from '../../common/idempotency/claims';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { Integrations } from '../../institutions/integrations/integrations';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Card, type CardProviderName, type CardStatus } from '../card.entity';
import { readCardAnswer } from '../card-answer';
import { CardGateway, type ProviderChange } from '../card-gateway';
import { withoutCardNumbers } from '../card-number';
import { CardSecrets } from '../card-secrets';
import { cardView } from '../card-views';
import { Cards } from '../cards';
import { cardsErrors } from '../cards.errors';
import { decideCardChange } from '../decide-card-change';

/** Blocks, unblocks or deletes a card, or sets its channels or PIN: at the provider first, then here. */
export class ChangeCard extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly cardId: number,
    readonly change: ProviderChange,
    /** Set by the routes of one provider. */
    readonly onlyProvider?: CardProviderName,
    /** True for a change that follows from another one, so that it is made while cards are switched off too. */
    readonly isConsequence = false,
  ) {
    super();
  }
}

/** Added to the call timeout; after that the card is free again, even when the process has ended. */
const CALL_MARGIN_MS = 5_000;

@CommandHandler(ChangeCard)
export class ChangeCardHandler implements ICommandHandler<ChangeCard> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly unitOfWork: UnitOfWork,
    private readonly integrations: Integrations,
    private readonly gateway: CardGateway,
    private readonly cards: Cards,
    private readonly secrets: CardSecrets,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  async execute(asked: ChangeCard): Promise<Outcome> {
    const command = withMaskedReason(asked);
    const { write, cardId, change } = command;
    const { institutionId } = write;
    const payload = { cardId, ...this.fingerprintOf(cardId, change) };
    const claim = claimOf(write, payload);
    const found = await this.unitOfWork
      .run(institutionId, async (tx) => (claim && (await this.writes.findReplay(tx, claim))) ?? this.find(tx, command))
      .catch(asRefusal);
    if (found instanceof Outcome) return found;
    if (found instanceof AppError) return this.refuse(claim, found);
    const target = await this.targetOf(command, found);
    const startedAt = this.clock.now();
    const { cardReference } = await this.unitOfWork.run(institutionId, (tx) => this.begin(tx, command, startedAt));
    const refusal = refusalOf(await this.gateway.change(target, cardReference!, change, write.correlationId));
    if (refusal) {
      await this.unitOfWork.run(institutionId, (tx) =>
        tx.update(Card, { institutionId, id: cardId, busyUntil: this.busyUntil(startedAt) }, { busyUntil: null }),
      );
      return this.refuse(claim, refusal);
    }
    return this.writes.run(write, payload, (tx) => this.settle(tx, command, startedAt));
  }

  /** @throws INTEGRATION_NOT_ENABLED, CARD_PROVIDER_UNAVAILABLE (503) */
  private async targetOf({ isConsequence }: ChangeCard, { institutionId, provider }: Card): Promise<GatewayTarget> {
    if (!isConsequence) return (await this.integrations.require(institutionId, 'card', provider)).target;
    const target = await this.integrations.findForCompletion(institutionId, 'card', provider);
    if (!target) throw cardsErrors.CARD_PROVIDER_UNAVAILABLE('The address of the provider is no longer configured.');
    return target;
  }

  /** A claim never has the PIN; its keyed hash tells a request with another PIN from a repetition. */
  private fingerprintOf(cardId: number, change: ProviderChange): object {
    return change.action === 'set-pin'
      ? { action: change.action, pinHash: this.secrets.pinHash(cardId, change.pin) }
      : change;
  }

  private async find(tx: Tx, command: ChangeCard): Promise<Card> {
    const card = await tx.findOneBy(Card, { institutionId: command.write.institutionId, id: command.cardId });
    if (!card) throw cardsErrors.CARD_NOT_FOUND();
    await assertChangeable(tx, card, command);
    return card;
  }

  /** Marks the card as busy while the call runs, so that two changes never overtake each other at the provider. */
  private async begin(tx: Tx, command: ChangeCard, startedAt: Date): Promise<Card> {
    const card = await this.cards.lock(tx, command.write.institutionId, command.cardId);
    await assertChangeable(tx, card, command);
    if (card.busyUntil !== null && card.busyUntil > startedAt) throw cardsErrors.CARD_BUSY();
    await this.cards.store(tx, card, { busyUntil: this.busyUntil(startedAt) });
    return card;
  }

  private async settle(tx: Tx, { write, cardId, change }: ChangeCard, startedAt: Date): Promise<Outcome> {
    const card = await this.cards.lock(tx, write.institutionId, cardId);
    const before = cardView(card);
    await this.cards.store(tx, card, { busyUntil: null, ...changesOf(card, change, startedAt) });
    const reason = 'reason' in change ? { reason: change.reason ?? null } : {};
    const after = cardView(card);
    const details = { ...changeOf(before, after), ...reason };
    await this.audit.record(tx, write, { action: `card.${change.action}`, subject: `card:${cardId}`, details });
    return Outcome.done(change.action === 'set-pin' ? { id: cardId, isPinSet: true } : after);
  }

  private busyUntil(startedAt: Date): Date {
    return new Date(startedAt.getTime() + this.config.gatewayTimeoutMs + CALL_MARGIN_MS);
  }

  /** @throws the refusal, unless the same request was answered before. */
  private async refuse(claim: Claim | undefined, refusal: AppError): Promise<Outcome> {
    if (claim) return this.writes.refuse(claim, refusal);
    throw refusal;
  }
}

/** A reason that quotes the card number would put it into the card, the audit log and the provider's books. */
function withMaskedReason(command: ChangeCard): ChangeCard {
  const { write, cardId, change, onlyProvider, isConsequence } = command;
  if (!('reason' in change) || change.reason === undefined) return command;
  const masked = { ...change, reason: withoutCardNumbers(change.reason) };
  return new ChangeCard(write, cardId, masked, onlyProvider, isConsequence);
}

/**
 * A usable card spends whatever the status of its account, so a card is made usable only where it could be linked.
 * @throws CARD_PROVIDER_MISMATCH (422), CARD_NOT_LINKED, CARD_DELETED (409)
 * @throws ACCOUNT_CLOSED, ACCOUNT_INACTIVE, ACCOUNT_FROZEN, ACCOUNT_DORMANT (409) where a card is unblocked
 */
async function assertChangeable(tx: Tx, card: Card, { change, onlyProvider }: ChangeCard): Promise<void> {
  if (onlyProvider !== undefined && card.provider !== onlyProvider)
    throw cardsErrors.CARD_PROVIDER_MISMATCH(
      `The card belongs to ${card.provider}; this endpoint is for cards of ${onlyProvider}.`,
    );
  const decision = decideCardChange(card.status, change.action);
  if ('refusal' in decision) throw decision.refusal();
  if (change.action !== 'unblock') return;
  const { institutionId, accountId } = card;
  assertAccountStatus(await tx.findOneByOrFail(LedgerAccount, { institutionId, id: accountId }));
}

/**
 * The changes after the provider carried the change out. An event that came in meanwhile may have set a newer status.
 */
function changesOf(card: Card, change: ProviderChange, startedAt: Date): Partial<Card> {
  switch (change.action) {
    case 'set-pin':
      return {};
    case 'set-channels':
      return { atm: change.atm, pos: change.pos, web: change.web };
    case 'block':
      return statusChange(card, 'Blocked', change.reason, startedAt);
    case 'unblock':
      return statusChange(card, 'Active', change.reason, startedAt);
    case 'delete':
      return { status: 'Deleted', statusReason: null, statusAsOf: startedAt };
  }
}

function statusChange(card: Card, status: CardStatus, reason: string | undefined, startedAt: Date): Partial<Card> {
  if (card.status === 'Deleted' || card.statusAsOf > startedAt) return {};
  return { status, statusReason: reason ?? null, statusAsOf: startedAt };
}

/** The error for an answer that does not confirm the change; undefined when it does. */
function refusalOf(answer: GatewayAnswer): AppError | undefined {
  const read = readCardAnswer(answer);
  switch (read.kind) {
    case 'done':
      return undefined;
    case 'refused':
      return cardsErrors.CARD_REFUSED(`The provider refused: ${read.message}`, {
        responseCode: read.code,
        responseMessage: read.message,
      });
    case 'rejected':
      return cardsErrors.CARD_PROVIDER_FAILED();
    case 'not-sent':
      return cardsErrors.CARD_PROVIDER_UNAVAILABLE();
    case 'unknown':
      return cardsErrors.CARD_OUTCOME_UNKNOWN();
  }
}

/** Returns a refusal as a value; any other error is thrown. */
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
