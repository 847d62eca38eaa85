import { type EarningPart, type EarningTerms, interestKobo, shareKobo } from './interest-to-date';

/** The terms that a settlement goes by. */
export interface SettlementTerms extends EarningTerms {
  /** Percent of the earned interest that is lost before maturity. */
  earlyLiquidationPenaltyPercent: string;
  withholdingTaxPercent: string;
}

/** How much of the parts' interest has been paid, and through which date. */
export interface PaidInterest {
  paidThrough: string;
  paidKobo: bigint;
  taxWithheldKobo: bigint;
}

/** What becomes of interest when principal is taken out. Amounts in kobo. */
export interface EarlySettlement<Part extends EarningPart = EarningPart> {
  /** The parts with what stays of them. */
  parts: Part[];
  /** Earned to date by all parts, those taken out included: what the books must have as expense before the settlement. */
  accruedBeforeKobo: bigint;
  /** Earned to date by what stays. */
  accruedAfterKobo: bigint;
  /** Paid of what stays. */
  paidAfterKobo: bigint;
  /** Earned to date by what is taken out, before the penalty. */
  earnedKobo: bigint;
  /** Lost of it. */
  penaltyKobo: bigint;
  /** Still to be paid on what is taken out, before tax. */
  dueKobo: bigint;
  /** Withheld from what is due. */
  taxKobo: bigint;
  /** Paid before and not earned after all: taken from the principal. */
  excessKobo: bigint;
  /** Tax that was withheld from the excess and is given back. */
  taxBackKobo: bigint;
}

/**
 * Settles the interest of principal that is taken out, as if it were a deposit of its own: what it earned to date, less the
 * product's penalty on that before maturity, less what was paid on it. The latest parts go first, so what was there
 * longest earns on. The excess is at most the amount itself: a penalty never makes a customer owe money.
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
  if (leftKobo > 0n) throw new Error('More is taken out than the parts hold.');
  return kept.toReversed();
}
