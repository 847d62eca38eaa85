import type { PostingLeg } from '../../ledger/engine/posting-request';

/** The same amounts on the other sides. */
export function negated(legs: readonly PostingLeg[]): PostingLeg[] {
  return legs.map((leg) => ({ ...leg, side: leg.side === 'debit' ? 'credit' : 'debit' }));
}

/** One leg for each account and role, with what its debits and credits differ by; none where they are equal. */
export function netLegs(legs: readonly PostingLeg[]): PostingLeg[] {
  const sums = new Map<string, { leg: PostingLeg; debitKobo: bigint }>();
  for (const leg of legs) {
    const key = `${leg.accountId}|${leg.role}`;
    const known = sums.get(key) ?? { leg, debitKobo: 0n };
    known.debitKobo += leg.side === 'debit' ? leg.amountKobo : -leg.amountKobo;
    sums.set(key, known);
  }
  return [...sums.values()]
    .filter(({ debitKobo }) => debitKobo !== 0n)
    .map(({ leg, debitKobo }) => ({
      ...leg,
      side: debitKobo > 0n ? 'debit' : 'credit',
      amountKobo: debitKobo > 0n ? debitKobo : -debitKobo,
    }));
}
