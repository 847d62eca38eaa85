import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../../business-day/day-steps';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { MemberOf } from '../../../common/registry/registry';
import { Product } from '../../../products/product.entity';
import { SavingsProductTerms } from '../../../products/terms/savings-product-terms.entity';
import { InterestBooking } from '../booking/interest-booking';
import { ACCRUE_SAVINGS } from './accrual-statements';
import { onePercentFactor } from './day-share';
import { InterestAccruals } from './interest-accruals';
import { earnsInterest, type RateBand, rateBands } from './rate-bands';

/** A product's bands, and the interest of one kobo on the date at one percent. */
interface EarningProduct {
  productId: number;
  bands: RateBand[];
  factor: string;
}

/**
 * Accrues a day's interest of savings and current accounts whose product has savings terms, and books its total. Every
 * account that was open at the end of the date earns, whatever its status
 * (`docs/domain/deposits-and-interest.md#1-savings-interest-accrual`).
 */
@Injectable()
@MemberOf(DaySteps)
export class SavingsAccrualStep implements DayStep {
  readonly name = 'savings-accrual';
  readonly title = 'Accrual of savings interest';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accruals: InterestAccruals,
    private readonly booking: InterestBooking,
  ) {}

  async isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    return (
      (await earningProducts(tx, day)).length === 0 && (await this.booking.isBooked(tx, day.institutionId, 'savings'))
    );
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const products = await this.unitOfWork.read(day.institutionId, (tx) => earningProducts(tx, day));
    if (products.length > 0)
      await this.accruals.accrue(
        day,
        { kind: 'savings', statement: ACCRUE_SAVINGS, values: bandValues(products) },
        progress,
      );
    if (!progress.signal.aborted) await this.booking.book(day, 'savings', 'accrual', progress);
  }
}

async function earningProducts(tx: Tx, { institutionId, date }: ClosingDay): Promise<EarningProduct[]> {
  const terms = await tx.findBy(SavingsProductTerms, { institutionId });
  const products = await tx.find(Product, {
    where: { institutionId, id: In(terms.map(({ id }) => id)) },
    order: { id: 'ASC' },
  });
  const termsById = new Map(terms.map((row) => [row.id, row]));
  return products
    .map(({ id, interestRate, minimumBalanceKobo }) => {
      const { interestTiers, dayCount } = termsById.get(id)!;
      return {
        productId: id,
        bands: rateBands({ interestRate, tiers: interestTiers, minimumBalanceKobo }),
        factor: onePercentFactor(dayCount, date),
      };
    })
    .filter(({ bands }) => earnsInterest(bands));
}

/** The arrays of `ACCRUE_SAVINGS`, one element for each band. */
function bandValues(products: EarningProduct[]): unknown[] {
  const rows = products.flatMap(({ productId, bands, factor }) =>
    bands.map((band) => ({ productId, factor, ...band })),
  );
  return [
    rows.map(({ productId }) => productId),
    rows.map(({ fromKobo }) => fromKobo.toString()),
    rows.map(({ belowKobo }) => belowKobo?.toString() ?? null),
    rows.map(({ percent }) => percent),
    rows.map(({ factor }) => factor),
  ];
}
