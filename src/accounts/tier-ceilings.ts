import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';

/** The lowest KYC tier, that of an account whose request names none. */
export const LOWEST_TIER = 1;

/** A source that books accounts of a customer at a lower KYC tier than their own, such as a risk rating. */
export interface TierCeiling {
  /** Stable name, such as `risk-rating`. */
  readonly name: string;
  /**
   * The highest tier (1 to 3) at which accounts of the customer may be booked; undefined without one. Locks what it
   * reads until the transaction ends, so that a change of it is applied to the account afterwards.
   */
  ceilingOf(tx: Tx, institutionId: number, customerId: number): Promise<number | undefined>;
}

/** The tiers at which accounts of customers are booked: the providers with `@MemberOf(TierCeilings)`. */
@Injectable()
export class TierCeilings extends Registry<TierCeiling> {
  /**
   * The tier for the books of an account of the customer that has the tier `kycTier` in its record. Call it before the
   * ledger account is locked: those who change a ceiling lock that first.
   */
  async bookedTier(tx: Tx, institutionId: number, customerId: number, kycTier: number): Promise<number> {
    if (kycTier === LOWEST_TIER) return kycTier;
    let booked = kycTier;
    for (const source of this.all())
      booked = Math.min(booked, (await source.ceilingOf(tx, institutionId, customerId)) ?? booked);
    return booked;
  }

  protected override nameOf({ name }: TierCeiling): string {
    return name;
  }
}
