import type { OutboxEvent } from '../common/outbox/outbox-event';

/** An institution's business date moved forward, by one day or, after a standstill, by several. */
export class BusinessDateRolled implements OutboxEvent {
  /**
   * @param previousDate `YYYY-MM-DD`, the last business date that is over.
   * @param businessDate `YYYY-MM-DD`, the new one.
   */
  constructor(
    readonly institutionId: number,
    readonly previousDate: string,
    readonly businessDate: string,
  ) {}
}
