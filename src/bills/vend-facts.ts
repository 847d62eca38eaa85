import type { PayoutFacts } from '../payouts/payout.entity';

/** What a bill payment buys, for whom: kept with the payout. A type and not an interface, so that it is a `PayoutFacts`. */
export type VendFacts = {
  billerIdentifier: string;
  billerName: string;
  packageIdentifier: string;
  packageName: string;
  customerId: string;
  /** As the biller knows them; null when the biller does not say. */
  customerName: string | null;
  /** Electricity may give a token. */
  service: 'electricity' | 'other';
};

/** What the provider gives for the money. */
export type VendResult = {
  /** The biller's own number. */
  transactionId: string | null;
  token: string | null;
  /** Kilowatt-hours. */
  tokenUnits: number | null;
};

export const NO_RESULT: VendResult = { transactionId: null, token: null, tokenUnits: null };

/** The result as a payout keeps it; empty until there is one. */
export function vendResultOf(result: PayoutFacts): VendResult {
  return { ...NO_RESULT, ...(result as Partial<VendResult>) };
}
