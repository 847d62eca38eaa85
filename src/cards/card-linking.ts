import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { GatewayTarget } from '../common/gateway/gateway-call';
import { Clock } from '../common/time/clock';
import { Integrations } from '../institutions/integrations/integrations';
import { Card } from './card.entity';
import { type ProviderCard, readCardList } from './card-answer';
import { CardCharges } from './card-charges';
import { CardGateway, linkReference } from './card-gateway';
import { Cards } from './cards';
import { decideLinkTask, isSurelyNotLinked, type LinkVerdict, readLinkAnswer } from './decide-link';

const NEVER_SENT: LinkVerdict = {
  kind: 'refused',
  code: 'NOT-SENT',
  message: 'The request never reached the provider.',
};
const NO_ADDRESS = 'The address of the provider is no longer configured.';
const LINKED_BEFORE: LinkVerdict = {
  kind: 'refused',
  code: 'LINKED-BEFORE',
  message: 'The provider returned a card that is already linked.',
};
const OTHER_ACCOUNT: LinkVerdict = {
  kind: 'refused',
  code: 'OTHER-ACCOUNT',
  message: 'The provider returned a card of another account.',
};
const NOT_LISTED: LinkVerdict = { kind: 'refused', code: 'NOT-LINKED', message: 'The provider never linked the card.' };

/**
 * Links a card, for the client's request or for the worker. Each step is a transaction under the card's lock, and the
 * call to the provider is made between two of them, so that the row shows what may have happened even when the process
 * ends (docs/api/cards.md#linking-a-card).
 */
@Injectable()
export class CardLinking {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly integrations: Integrations,
    private readonly gateway: CardGateway,
    private readonly cards: Cards,
    private readonly charges: CardCharges,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the card as far as it goes now.
   * @param pan the whole number, available only while the client's request runs.
   */
  async advance(institutionId: number, cardId: number, pan?: string): Promise<void> {
    const begun = await this.unitOfWork.run(institutionId, (tx) =>
      this.begin(tx, institutionId, cardId, pan !== undefined),
    );
    if (!begun) return;
    const verdictOn = await this.callProvider(begun.card, begun.task, pan);
    await this.unitOfWork.run(institutionId, async (tx) => {
      const card = await this.cards.lock(tx, institutionId, cardId);
      await this.settle(tx, card, verdictOn(card));
    });
  }

  /** Carries out the steps that need no provider, and commits the attempt before a call is made. */
  private async begin(
    tx: Tx,
    institutionId: number,
    cardId: number,
    hasNumber: boolean,
  ): Promise<{ card: Card; task: 'link' | 'find' } | undefined> {
    const card = await this.cards.lock(tx, institutionId, cardId);
    const task = decideLinkTask(card, hasNumber, this.clock.now());
    switch (task) {
      case 'none':
        return undefined;
      case 'give-back':
        await this.giveBack(tx, card);
        return undefined;
      case 'fail':
        await this.settle(tx, card, NEVER_SENT);
        return undefined;
      case 'find':
        return { card, task };
      case 'link':
        await this.cards.store(tx, card, { linkAttempts: card.linkAttempts + 1, lastAttemptAt: this.clock.now() });
        return { card, task };
    }
  }

  /** @returns the verdict as a function of the card's state at the time of the answer. */
  private async callProvider(
    card: Card,
    task: 'link' | 'find',
    pan: string | undefined,
  ): Promise<(current: Card) => LinkVerdict> {
    const target = await this.integrations.findForCompletion(card.institutionId, 'card', card.provider);
    if (!target)
      return () =>
        task === 'link' ? { kind: 'not-sent', message: NO_ADDRESS } : { kind: 'unknown', message: NO_ADDRESS };
    if (task === 'find') {
      const verdict = await this.find(target, card);
      return () => verdict;
    }
    const answer = await this.gateway.link(target, card, pan);
    return ({ linkAttempts }) => readLinkAnswer(answer, linkAttempts);
  }

  private async find(target: GatewayTarget, card: Card): Promise<LinkVerdict> {
    const cards = readCardList(await this.gateway.list(target, card.accountNumber));
    const found = cards?.find(({ reference }) => reference === linkReference(card));
    if (found) return { kind: 'linked', card: found };
    if (cards && isSurelyNotLinked(card, this.clock.now())) return NOT_LISTED;
    return { kind: 'unknown', message: 'The provider does not show the card yet.' };
  }

  /** Applies a verdict; a verdict on a settled card changes nothing. */
  private async settle(tx: Tx, card: Card, verdict: LinkVerdict): Promise<void> {
    if (card.status !== 'Linking') return;
    switch (verdict.kind) {
      case 'linked':
        // The spends of the other account's customer would be debited here.
        if (verdict.card.accountNumber !== null && verdict.card.accountNumber !== card.accountNumber)
          return this.settle(tx, card, OTHER_ACCOUNT);
        // A card has one row: a second row would mean a second charge.
        if (await this.cards.findInUse(tx, card.institutionId, card.provider, verdict.card.cardReference))
          return this.settle(tx, card, LINKED_BEFORE);
        return this.cards.store(tx, card, this.linkedChanges(card, verdict.card));
      case 'refused':
        await this.cards.store(tx, card, {
          status: 'Failed',
          statusAsOf: this.clock.now(),
          responseCode: verdict.code,
          responseMessage: verdict.message.slice(0, 300),
        });
        return this.giveBack(tx, card);
      case 'not-sent':
        return this.cards.store(tx, card, {
          linkAttempts: card.linkAttempts - 1,
          responseMessage: verdict.message.slice(0, 300),
        });
      case 'unknown':
        return this.cards.store(tx, card, { responseMessage: verdict.message.slice(0, 300) });
    }
  }

  private linkedChanges(
    card: Card,
    { cardReference, maskedPan, status, nameOnCard, expiryDate, channels }: ProviderCard,
  ): Partial<Card> {
    return {
      status,
      statusAsOf: this.clock.now(),
      cardReference,
      maskedPan: card.maskedPan ?? maskedPan,
      nameOnCard: card.nameOnCard ?? nameOnCard,
      expiryDate: card.expiryDate ?? expiryDate,
      ...(channels ?? {}),
      responseCode: '00',
      responseMessage: null,
    };
  }

  /** When the ledger refuses, the card stays as it is and the worker tries again. */
  private async giveBack(tx: Tx, card: Card): Promise<void> {
    if (card.chargePostingId === null) return;
    const chargeReversalPostingId = await this.charges.giveBack(tx, card);
    if (chargeReversalPostingId !== undefined) await this.cards.store(tx, card, { chargeReversalPostingId });
  }
}
