import { INTEREST_NARRATION, TAX_NARRATION } from '../fixed-deposits/deposit-legs';
import { PAYMENT_POSTING, ROLLOVER_EVENT } from '../fixed-deposits/fixed-deposit-kinds';
import type { ReceiptFacts } from './receipt-facts';

/**
 * The amount that a receipt confirms, in kobo. Postings of rollovers once carried the principal of the next term, which
 * does not move: of them the receipt confirms the interest that was paid, before tax.
 */
export function receiptAmountKobo({ posting, legs }: Pick<ReceiptFacts, 'posting' | 'legs'>): bigint {
  const { kind, additionalMetadata, amountKobo } = posting;
  if (kind !== PAYMENT_POSTING || additionalMetadata?.event !== ROLLOVER_EVENT) return amountKobo;
  return legs
    .filter(({ side, role, narration }) => side === 'debit' && role === 'interest' && isPaidInterest(narration))
    .reduce((sum, leg) => sum + leg.amountKobo, 0n);
}

/** Tax is a part of the interest where the payee receives the net amount. */
function isPaidInterest(narration: string | null): boolean {
  return [INTEREST_NARRATION, TAX_NARRATION].some((beginning) => narration?.startsWith(beginning));
}
