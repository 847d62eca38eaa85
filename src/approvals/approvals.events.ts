import type { OutboxEvent } from '../common/outbox/outbox-event';

/** Enough staff have approved a waiting movement; it may run. */
export class ApprovalGranted implements OutboxEvent {
  constructor(
    readonly institutionId: number,
    readonly approvalId: number,
  ) {}
}
