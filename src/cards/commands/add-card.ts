import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { In, Not } from 'typeorm';
import { assertAccountStatus } from '../../accounts/assert-account-status';
import { DepositAccounts } from '../../accounts/deposit-accounts';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Outcome } from '../../common/http/outcome';
import { validationFailed } from '../../common/http/validation.pipe';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { jobRows } from '../../common/jobs/job-queue';
import { Clock } from '../../common/time/clock';
import { Integrations } from '../../institutions/integrations/integrations';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { Card, type CardProviderName } from '../card.entity';
import { CardCharges, type IssuanceCharge } from '../card-charges';
import { CARD_LINK_JOB } from '../card-link-worker';
import { CardLinking } from '../card-linking';
import { isCardNumber, maskCardNumber, withoutCardNumbers } from '../card-number';
import { CardSecrets } from '../card-secrets';
import { cardView } from '../card-views';
import type { AddCardBody } from '../cards.dto';
import { cardsErrors } from '../cards.errors';
import { FIRST_STEP_AFTER_MS } from '../decide-link';

/** Links a card to an account and charges for it. */
export class AddCard extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: AddCardBody,
  ) {
    super();
  }
}

/** The facts of a new card before the transaction that creates it. It has only the storable parts of the number. */
interface NewCard {
  id: number;
  jobId: number;
  provider: CardProviderName;
  charge: IssuanceCharge | undefined;
  maskedPan: string | null;
  panHash: string | null;
  /** Hashes of the number under previous master keys. */
  formerPanHashes: string[];
}

/** The body without the card number, which goes only to the provider. */
type KeptBody = Omit<AddCardBody, 'cardPan'>;

const UNIQUE_KEYS = {
  uq_card_reference_number: duplicateReference('referenceNumber'),
  uq_card_pan: cardsErrors.CARD_ALREADY_LINKED,
  uq_card_serial_number: cardsErrors.CARD_ALREADY_LINKED,
};

@CommandHandler(AddCard)
export class AddCardHandler implements ICommandHandler<AddCard> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly unitOfWork: UnitOfWork,
    private readonly integrations: Integrations,
    private readonly charges: CardCharges,
    private readonly secrets: CardSecrets,
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly linking: CardLinking,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** Writes the row, its charge and the claim in one transaction, then calls the provider and updates the row. */
  async execute({ write, body }: AddCard): Promise<Outcome> {
    assertOneNumber(body);
    const { cardPan: given, ...kept } = body;
    const cardPan = given ?? undefined;
    const panHash = cardPan === undefined ? null : this.secrets.panHash(cardPan);
    const prepared = await this.prepare(write.institutionId, body.provider ?? undefined);
    const outcome = await this.writes.run(write, { ...kept, panHash }, (tx) => {
      if (prepared instanceof AppError) throw prepared;
      const formerPanHashes = cardPan === undefined ? [] : this.secrets.formerPanHashes(cardPan);
      return this.add(tx, write, kept, {
        ...prepared,
        panHash,
        formerPanHashes,
        maskedPan: cardPan === undefined ? null : maskCardNumber(cardPan),
      });
    });
    if (outcome.httpStatus !== 200 || write.dryRun) return outcome;
    const card = await this.find(write.institutionId, body.referenceNumber);
    await this.linking.advance(write.institutionId, card.id, cardPan);
    return answer(await this.find(write.institutionId, body.referenceNumber), outcome.meta.replayed === true);
  }

  /**
   * Returns a refusal as a value, so that a repeated request gets its answer even when cards were switched off since.
   */
  private async prepare(
    institutionId: number,
    wanted: CardProviderName | undefined,
  ): Promise<Pick<NewCard, 'id' | 'jobId' | 'provider' | 'charge'> | AppError> {
    try {
      const { provider } = await this.integrations.require(institutionId, 'card', wanted);
      const ids = await this.ids.block(2);
      return {
        id: ids.next(),
        jobId: ids.next(),
        provider: provider as CardProviderName,
        charge: await this.charges.find(institutionId),
      };
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  private async add(
    tx: Tx,
    { institutionId, actor }: WriteRequest,
    body: KeptBody,
    { id, jobId, provider, charge, maskedPan, panHash, formerPanHashes }: NewCard,
  ): Promise<Outcome> {
    // The share lock keeps the account open until the commit.
    const account = await this.accounts.require(tx, institutionId, body.accountNumber, 'share');
    await assertNotLinked(tx, institutionId, provider, formerPanHashes);
    const now = this.clock.now();
    const card = tx.create(Card, {
      ...{
        institutionId,
        id,
        jobId,
        provider,
        maskedPan,
        panHash,
        referenceNumber: body.referenceNumber,
        accountId: account.id,
        accountNumber: account.accountNumber,
      },
      ...{
        status: 'Linking',
        statusReason: null,
        statusAsOf: now,
        cardReference: null,
        serialNumber: body.serialNumber ?? null,
      },
      ...{ nameOnCard: nameOf(body), expiryDate: body.expiryDate ?? null, atm: true, pos: true, web: true },
      ...{
        chargeKobo: charge?.chargeKobo ?? 0n,
        vatKobo: charge?.vatKobo ?? 0n,
        chargePostingId: null,
        chargeReversalPostingId: null,
      },
      ...{
        linkAttempts: 0,
        lastAttemptAt: null,
        busyUntil: null,
        responseCode: null,
        responseMessage: null,
        createdBy: actor,
        createdAt: this.clock.institutionNow(institutionId),
      },
    });
    await refusingDuplicates(tx.insert(Card, card), UNIQUE_KEYS);
    if (charge) {
      card.chargePostingId = await this.charges.take(tx, card, charge);
      await tx.update(Card, { institutionId, id }, { chargePostingId: card.chargePostingId });
    } else {
      assertAccountStatus(await this.ledgerAccounts.lock(tx, institutionId, account.id));
    }
    const dueAt = new Date(now.getTime() + FIRST_STEP_AFTER_MS);
    await insertRows(tx, jobRows({ institutionId, id: jobId, kind: CARD_LINK_JOB, payload: { cardId: id }, dueAt }));
    return Outcome.done(cardView(card));
  }

  private async find(institutionId: number, referenceNumber: string): Promise<Card> {
    return this.unitOfWork.read(institutionId, (tx) => tx.findOneByOrFail(Card, { institutionId, referenceNumber }));
  }
}

/** A card number that is sent as the name is kept masked. */
function nameOf({ nameOnCard }: KeptBody): string | null {
  return typeof nameOnCard === 'string' ? withoutCardNumbers(nameOnCard) : null;
}

/** The unique index covers only the present hash of a number. @throws CARD_ALREADY_LINKED (409) */
async function assertNotLinked(
  tx: Tx,
  institutionId: number,
  provider: CardProviderName,
  formerPanHashes: string[],
): Promise<void> {
  if (formerPanHashes.length === 0) return;
  const isLinked = await tx.existsBy(Card, {
    institutionId,
    provider,
    panHash: In(formerPanHashes),
    status: Not(In(['Failed', 'Deleted'])),
  });
  if (isLinked) throw cardsErrors.CARD_ALREADY_LINKED();
}

/** @throws VALIDATION_FAILED (400) */
function assertOneNumber({ serialNumber, cardPan }: AddCardBody): void {
  const hasSerial = serialNumber !== undefined && serialNumber !== null;
  const hasPan = cardPan !== undefined && cardPan !== null;
  const throwInvalid = (field: string, message: string): never => {
    throw validationFailed([{ field, message }]);
  };
  if (hasSerial === hasPan)
    throwInvalid('serialNumber', hasSerial ? 'and cardPan must not both be sent' : 'or cardPan is required');
  if (hasPan && !isCardNumber(cardPan))
    throwInvalid('cardPan', 'must be a card number of 13 to 19 digits with its check digit');
}

/** The answer with the present state of the card, also to a repeated request. */
function answer(card: Card, replayed: boolean): Outcome {
  const view = cardView(card);
  const meta = replayed ? { replayed } : {};
  if (card.status === 'Linking')
    return Outcome.done(
      view,
      'The provider has not confirmed the card yet; look it up with searchcards, or send the same request again.',
      meta,
    );
  if (card.status !== 'Failed') return Outcome.done(view, 'Successful', meta);
  const { responseCode, responseMessage } = card;
  // Providers' texts end with or without a full stop.
  const reason = (responseMessage ?? 'no reason given').replace(/\.*$/, '.');
  const { code, httpStatus } = cardsErrors.CARD_REFUSED;
  const money =
    card.chargePostingId === null
      ? ''
      : card.chargeReversalPostingId === null
        ? ' The charge will be returned.'
        : ' The charge was returned.';
  return new Outcome(
    httpStatus,
    false,
    `The provider refused the card: ${reason}${money}`,
    { statusCode: code, ...view, responseCode, responseMessage },
    meta,
  );
}
