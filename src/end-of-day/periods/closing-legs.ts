import type { PostingLeg } from '../../ledger/engine/posting-request';

/** An income or expense account with what it has in debits over credits. */
export interface ResultAccount {
  id: number;
  netKobo: bigint;
}

/** The legs that bring every result account to zero and their difference, the profit or loss, to retained earnings. */
export function closingLegs(accounts: readonly ResultAccount[], retainedEarningsId: number): PostingLeg[] {
  const lossKobo = accounts.reduce((sum, { netKobo }) => sum + netKobo, 0n);
  return [...accounts.flatMap(({ id, netKobo }) => leg(id, -netKobo)), ...leg(retainedEarningsId, lossKobo)];
}

/** @param kobo debits above zero, credits below; nothing for zero. */
function leg(accountId: number, kobo: bigint): PostingLeg[] {
  if (kobo === 0n) return [];
  const [side, amountKobo] = kobo > 0n ? (['debit', kobo] as const) : (['credit', -kobo] as const);
  return [{ accountId, side, amountKobo, role: 'principal', namedByCaller: false }];
}
