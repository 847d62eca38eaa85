import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import type { Outcome } from '../../common/http/outcome';
import type { CardProviderName } from '../card.entity';
import type { TransactionFeedbackBody } from '../card-callbacks.dto';
import { CardGiveBacks } from '../card-give-backs';
import { CardSpend } from '../card-spend';
import { GIVE_BACK_TYPES } from '../card-transaction.entity';
import { readFeedback } from '../card-transactions';
import { Cards } from '../cards';
import { cardsErrors } from '../cards.errors';
import { orNotConfigured } from '../or-not-configured';

/** Posts a card transaction that a provider reported, once for each of its references. */
export class RecordCardTransaction extends Command<Outcome> {
  constructor(
    readonly institutionId: number,
    readonly provider: CardProviderName,
    readonly body: TransactionFeedbackBody,
  ) {
    super();
  }
}

@CommandHandler(RecordCardTransaction)
export class RecordCardTransactionHandler implements ICommandHandler<RecordCardTransaction> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly cards: Cards,
    private readonly spend: CardSpend,
    private readonly giveBacks: CardGiveBacks,
  ) {}

  async execute({ institutionId, provider, body }: RecordCardTransaction): Promise<Outcome> {
    const card = await this.unitOfWork.read(institutionId, (tx) =>
      this.cards.requireByReference(tx, institutionId, provider, body.cardReference),
    );
    const feedback = readFeedback(card, body);
    const isGiveBack = (GIVE_BACK_TYPES as readonly string[]).includes(body.transactionType);
    try {
      return await (isGiveBack ? this.giveBacks.book(feedback) : this.spend.book(feedback));
    } catch (error) {
      throw error instanceof AppError ? orNotConfigured(error, cardsErrors.CARD_LEDGER_NOT_CONFIGURED) : error;
    }
  }
}
