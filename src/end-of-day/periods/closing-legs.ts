import type { PostingLeg } from '../../ledger/engine/posting-request';

/** An income or expense account in one branch, and its debits less credits there. */
export interface ResultAccount {
  id: number;
  branchId: number | null;
  netKobo: bigint;
}

/**
 * The legs that bring every result account to zero in every branch, with the difference, the profit or loss of each
 * branch, on retained earnings of the branch.
 */
export function closingLegs(accounts: readonly ResultAccount[], retainedEarningsId: number): PostingLeg[] {
  const lossByBranch = new Map<number | null, bigint>();
  for (const { branchId, netKobo } of accounts)
    lossByBranch.set(branchId, (lossByBranch.get(branchId) ?? 0n) + netKobo);
  return [
    ...accounts.flatMap(({ id, branchId, netKobo }) => leg(id, branchId, -netKobo)),
    ...[...lossByBranch].flatMap(([branchId, lossKobo]) => leg(retainedEarningsId, branchId, lossKobo)),
  ];
}

/** @param kobo above zero a debit, below a credit; zero makes no leg. */
function leg(accountId: number, branchId: number | null, kobo: bigint): PostingLeg[] {
  if (kobo === 0n) return [];
  const [side, amountKobo] = kobo > 0n ? (['debit', kobo] as const) : (['credit', -kobo] as const);
  return [{ accountId, branchId, side, amountKobo, role: 'principal', namedByCaller: false }];
}
