import type { OutboxEvent } from '../common/outbox/outbox-event';

/** Card spending reached the amount that staff must look at. */
export class CardSpendAlerted implements OutboxEvent {
  constructor(
    readonly institutionId: number,
    /** Id of the card transaction. */
    readonly transactionId: number,
    /** Id of the record that AML makes, so that a repeated event makes no second one. */
    readonly suspiciousTransactionId: number,
    /** `CARD_SPEND_ALERT_AMOUNT` when the spending was posted, in kobo as text. */
    readonly thresholdKobo: string,
  ) {}
}
