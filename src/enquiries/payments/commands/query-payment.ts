import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import type { Payout } from '../../../payouts/payout.entity';
import { PayoutSteps } from '../../../payouts/payout-steps';
import { PayoutTimingsOf } from '../../../payouts/payout-timings';
import { payoutsErrors } from '../../../payouts/payouts.errors';
import { readPayment, shownFacts } from '../payment-facts';
import type { PaymentFacts } from '../payment-timeline';
import { paymentView } from '../payment-view';

/** Asks the provider for the state of a payment now, and answers the payment as it is then. */
export class QueryPayment extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly permissions: ReadonlySet<string>,
    readonly postingReferenceNumber: string,
    readonly kinds: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(QueryPayment)
export class QueryPaymentHandler implements ICommandHandler<QueryPayment> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly steps: PayoutSteps,
    private readonly timings: PayoutTimingsOf,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * The audit row is committed first; the call follows outside any transaction. A repeated request asks again only when
   * the pause between two queries is over, as every query does.
   * @throws PAYOUT_NOT_FOUND (404), PAYMENT_NOT_AT_PROVIDER (409)
   */
  async execute({ write, permissions, postingReferenceNumber, kinds }: QueryPayment): Promise<Outcome> {
    const { institutionId } = write;
    const read = (tx: Tx): Promise<PaymentFacts | undefined> =>
      readPayment(tx, institutionId, postingReferenceNumber, kinds);
    const { payout } = await this.require(institutionId, read);
    const { meta } = await this.writes.run(write, { postingReferenceNumber }, async (tx) => {
      await this.audit.record(tx, write, { action: 'payout.query', subject: `payout:${payout.id}`, details: {} });
      return Outcome.done({ postingReferenceNumber });
    });
    await this.steps.advance(institutionId, payout.id, 'status-query');
    const facts = await this.require(institutionId, read);
    const times = { real: this.clock.now(), institution: this.clock.institutionNow(institutionId) };
    const shown = shownFacts(facts, permissions);
    return Outcome.done(paymentView(shown, times, this.timings.current), 'Successful', meta);
  }

  private async require(
    institutionId: number,
    read: (tx: Tx) => Promise<PaymentFacts | undefined>,
  ): Promise<PaymentFacts & { payout: Payout }> {
    const facts = await this.unitOfWork.read(institutionId, read);
    if (!facts) throw payoutsErrors.PAYOUT_NOT_FOUND();
    if (!facts.payout) throw payoutsErrors.PAYMENT_NOT_AT_PROVIDER();
    return { ...facts, payout: facts.payout };
  }
}
