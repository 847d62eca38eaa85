import { Injectable } from '@nestjs/common';
import { And, Not } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { Card, type CardProviderName } from './card.entity';
import { cardsErrors } from './cards.errors';

/** Reads, locks and changes cards inside a transaction. */
@Injectable()
export class Cards {
  /** The card with this id, locked until the transaction ends. @throws CARD_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<Card> {
    const card = await tx.findOne(Card, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    if (!card) throw cardsErrors.CARD_NOT_FOUND();
    return card;
  }

  /** The card in use with this provider's reference. */
  async findInUse(
    tx: Tx,
    institutionId: number,
    provider: CardProviderName,
    cardReference: string,
  ): Promise<Card | null> {
    return tx.findOneBy(Card, { institutionId, provider, cardReference, status: And(Not('Deleted'), Not('Failed')) });
  }

  /**
   * The card that a provider names in a callback; the latest deleted one when none is in use, because a card can be
   * deleted and linked again.
   * @throws CARD_NOT_FOUND (404)
   */
  async requireByReference(
    tx: Tx,
    institutionId: number,
    provider: CardProviderName,
    cardReference: string,
  ): Promise<Card> {
    const card =
      (await this.findInUse(tx, institutionId, provider, cardReference)) ??
      (await tx.findOne(Card, {
        where: { institutionId, provider, cardReference, status: 'Deleted' },
        order: { createdAt: 'DESC', id: 'DESC' },
      }));
    if (!card) throw cardsErrors.CARD_NOT_FOUND();
    return card;
  }

  /** Changes a locked card. */
  async store(tx: Tx, card: Card, changes: Partial<Card>): Promise<void> {
    await tx.update(Card, { institutionId: card.institutionId, id: card.id }, changes);
    Object.assign(card, changes);
  }
}
