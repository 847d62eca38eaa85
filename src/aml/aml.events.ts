import type { OutboxEvent } from '../common/outbox/outbox-event';

/** AML has stopped a movement; staff must look at it. */
export class MovementHeld implements OutboxEvent {
  constructor(
    readonly institutionId: number,
    readonly holdId: number,
  ) {}
}

/** Staff have released a hold; what the system resumes by itself may run. */
export class AmlHoldApproved implements OutboxEvent {
  constructor(
    readonly institutionId: number,
    readonly holdId: number,
  ) {}
}
