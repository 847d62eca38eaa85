import type { PostingLeg } from '../../ledger/engine/posting-request';

/** An income or expense account and its debits less credits. */
export interface ResultAccount {
  id: number;
  netKobo: bigint;
}

/** The legs that bring every result account to zero, with the difference, the profit or loss, on retained earnings. */
export function closingLegs(accounts: readonly ResultAccount[], retainedEarningsId: number): PostingLeg[] {
  const lossKobo = accounts.reduce((sum, { netKobo }) => sum + netKobo, 0n);
  return [...accounts.flatMap(({ id, netKobo }) => leg(id, -netKobo)), ...leg(retainedEarningsId, lossKobo)];
}

/** @param kobo above zero a debit, below a credit; zero makes no leg. */
function leg(accountId: number, kobo: bigint): PostingLeg[] {
  if (kobo === 0n) return [];
  const [side, amountKobo] = kobo > 0n ? (['debit', kobo] as const) : (['credit', -kobo] as const);
  return [{ accountId, side, amountKobo, role: 'principal', namedByCaller: false }];
}
