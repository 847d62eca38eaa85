import type { OutboxEvent } from '../common/outbox/outbox-event';

/** An alert was raised; it may belong to a case. */
export class AlertRaised implements OutboxEvent {
  constructor(
    readonly institutionId: number,
    readonly alertId: number,
  ) {}
}
