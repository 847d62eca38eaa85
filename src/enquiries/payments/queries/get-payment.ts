import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { Clock } from '../../../common/time/clock';
import { PayoutTimingsOf } from '../../../payouts/payout-timings';
import { payoutsErrors } from '../../../payouts/payouts.errors';
import { readPayment } from '../payment-facts';
import { paymentView } from '../payment-view';
import type { PaymentView } from '../payments.dto';

/** One transfer or bill payment with its timeline. */
export class GetPayment extends Query<PaymentView> {
  constructor(
    readonly institutionId: number,
    readonly postingReferenceNumber: string,
    /** The kinds of postings among which to look. */
    readonly kinds: readonly string[],
  ) {
    super();
  }
}

@QueryHandler(GetPayment)
export class GetPaymentHandler implements IQueryHandler<GetPayment> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly timings: PayoutTimingsOf,
    private readonly clock: Clock,
  ) {}

  /** @throws PAYOUT_NOT_FOUND (404) */
  async execute({ institutionId, postingReferenceNumber, kinds }: GetPayment): Promise<PaymentView> {
    const facts = await this.unitOfWork.read(institutionId, (tx) =>
      readPayment(tx, institutionId, postingReferenceNumber, kinds),
    );
    if (!facts) throw payoutsErrors.PAYOUT_NOT_FOUND();
    const times = { real: this.clock.now(), institution: this.clock.institutionNow(institutionId) };
    return paymentView(facts, times, this.timings.current);
  }
}
