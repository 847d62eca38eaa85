import type { PayoutFacts } from '../payouts/payout.entity';

/** The package and the customer of a vend, kept with the payout. A type, because an interface is no `PayoutFacts`. */
export type VendFacts = {
  billerIdentifier: string;
  billerName: string;
  packageIdentifier: string;
  packageName: string;
  customerId: string;
  /** Name at the biller; null when the biller does not return it. */
  customerName: string | null;
  /** A vend of electricity may have a token. */
  service: 'electricity' | 'other';
};

/** The provider's result of a vend. */
export type VendResult = {
  /** The biller's transaction number. */
  transactionId: string | null;
  token: string | null;
  /** Kilowatt-hours. */
  tokenUnits: number | null;
};

export const NO_RESULT: VendResult = { transactionId: null, token: null, tokenUnits: null };

/** Reads the result of a payout; its fields are null until there is one. */
export function vendResultOf(result: PayoutFacts): VendResult {
  return { ...NO_RESULT, ...(result as Partial<VendResult>) };
}
