import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { StaffActor } from '../../../common/http/actor';
import { Clock } from '../../../common/time/clock';
import { PayoutTimingsOf } from '../../../payouts/payout-timings';
import { payoutsErrors } from '../../../payouts/payouts.errors';
import { readPayment, shownFacts } from '../payment-facts';
import { paymentView } from '../payment-view';
import type { PaymentView } from '../payments.dto';

/** One transfer or bill payment with its timeline. */
export class GetPayment extends Query<PaymentView> {
  constructor(
    readonly staff: Pick<StaffActor, 'institutionId' | 'permissions'>,
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
  async execute({ staff, postingReferenceNumber, kinds }: GetPayment): Promise<PaymentView> {
    const { institutionId, permissions } = staff;
    const facts = await this.unitOfWork.read(institutionId, (tx) =>
      readPayment(tx, institutionId, postingReferenceNumber, kinds),
    );
    if (!facts) throw payoutsErrors.PAYOUT_NOT_FOUND();
    const times = { real: this.clock.now(), institution: this.clock.institutionNow(institutionId) };
    return paymentView(shownFacts(facts, permissions), times, this.timings.current);
  }
}
