import { type EarningPart, type EarningTerms, interestKobo, shareKobo } from './interest-to-date';

/** The terms for a settlement. */
export interface SettlementTerms extends EarningTerms {
  /** Percent of the earned interest that is lost before maturity. */
  earlyLiquidationPenaltyPercent: string;
  withholdingTaxPercent: string;
}

/** The interest of the parts paid so far, and the date through which it is paid. */
export interface PaidInterest {
  paidThrough: string;
  paidKobo: bigint;
  taxWithheldKobo: bigint;
}

/** The settlement of interest when principal is liquidated. Amounts in kobo. */
export interface EarlySettlement<Part extends EarningPart = EarningPart> {
  /** The parts with their remaining principal. */
  parts: Part[];
  /** Earned to date by all parts, liquidated ones included: the expense that must be booked before the settlement. */
  accruedBeforeKobo: bigint;
  /** Earned to date by the remaining principal. */
  accruedAfterKobo: bigint;
  /** Paid on the remaining principal. */
  paidAfterKobo: bigint;
  /** Earned to date by the liquidated principal, before the penalty. */
  earnedKobo: bigint;
  /** Lost as penalty. */
  penaltyKobo: bigint;
  /** Still to pay on the liquidated principal, before tax. */
  dueKobo: bigint;
  /** Tax withheld from `dueKobo`. */
  taxKobo: bigint;
  /** Paid before and not earned after all; deducted from the principal. */
  excessKobo: bigint;
  /** Tax withheld from the excess, returned. */
  taxBackKobo: bigint;
}

/**
 * Settles the interest of liquidated principal as if it were a deposit of its own: the interest earned to date, less
 * the product's penalty before maturity, less the interest paid on it. The latest parts go first, so that the oldest
 * continue to earn. The excess is at most the amount itself: a penalty never makes a customer owe money
 * (`docs/domain/deposits-and-interest.md#53-early-liquidation`).
 *
 * @param amountKobo above 0, at most the sum of the parts.
 * @param asOf the business date.
 */
export function settleEarly<Part extends EarningPart>(
  terms: SettlementTerms,
  held: readonly Part[],
  paid: PaidInterest,
  amountKobo: bigint,
  asOf: string,
): EarlySettlement<Part> {
  const parts = withoutLatest(held, amountKobo);
  const accruedBeforeKobo = interestKobo(terms, held, asOf);
  const accruedAfterKobo = interestKobo(terms, parts, asOf);
  const paidAfterKobo = interestKobo(terms, parts, paid.paidThrough);
  const earnedKobo = accruedBeforeKobo - accruedAfterKobo;
  const paidOnItKobo = paid.paidKobo - paidAfterKobo;
  const fullPenaltyKobo = asOf < terms.maturityDate ? shareKobo(earnedKobo, terms.earlyLiquidationPenaltyPercent) : 0n;
  const openKobo = earnedKobo - fullPenaltyKobo - paidOnItKobo;
  const waivedKobo = -openKobo > amountKobo ? -openKobo - amountKobo : 0n;
  const dueKobo = openKobo > 0n ? openKobo : 0n;
  const excessKobo = openKobo < 0n ? -openKobo - waivedKobo : 0n;
  const taxOnExcessKobo = shareKobo(excessKobo, terms.withholdingTaxPercent);
  return {
    parts,
    accruedBeforeKobo,
    accruedAfterKobo,
    paidAfterKobo,
    earnedKobo,
    penaltyKobo: fullPenaltyKobo - waivedKobo,
    dueKobo,
    taxKobo: shareKobo(dueKobo, terms.withholdingTaxPercent),
    excessKobo,
    taxBackKobo: taxOnExcessKobo < paid.taxWithheldKobo ? taxOnExcessKobo : paid.taxWithheldKobo,
  };
}

/** @param held in the order of their dates. */
function withoutLatest<Part extends EarningPart>(held: readonly Part[], amountKobo: bigint): Part[] {
  let leftKobo = amountKobo;
  const kept = held.toReversed().map((part) => {
    const takenKobo = part.amountKobo < leftKobo ? part.amountKobo : leftKobo;
    leftKobo -= takenKobo;
    return { ...part, amountKobo: part.amountKobo - takenKobo };
  });
  if (leftKobo > 0n) throw new Error('The parts hold less than the amount to liquidate.');
  return kept.toReversed();
}
