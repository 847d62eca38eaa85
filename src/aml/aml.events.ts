import type { OutboxEvent } from '../common/outbox/outbox-event';

/** AML has stopped a movement for review by staff. */
export class MovementHeld implements OutboxEvent {
  constructor(
    readonly institutionId: number,
    readonly holdId: number,
  ) {}
}

/** A movement met a rule and was posted, because its operation is never held. */
export class MovementReported implements OutboxEvent {
  constructor(
    readonly institutionId: number,
    readonly suspiciousTransactionId: number,
    readonly postingId: number,
  ) {}
}

/** Staff have released a hold; a movement that the system resumes may run. */
export class AmlHoldApproved implements OutboxEvent {
  constructor(
    readonly institutionId: number,
    readonly holdId: number,
  ) {}
}
