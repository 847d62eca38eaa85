import type { CtrComparison } from './nfiu-reports.settings';

/** The thresholds of currency transaction reports (docs/api/nfiu-reports.md#ctr). */
export interface CtrRule {
  individualKobo: bigint;
  companyKobo: bigint;
  comparison: CtrComparison;
  onlyCash: boolean;
}

/** A principal entry of a posted transaction. */
export interface CtrEntry {
  side: 'debit' | 'credit';
  accountId: number;
  amountKobo: bigint;
  /** Null for a ledger. */
  customerId: number | null;
  customerType: string | null;
}

/** A customer's side of a posted transaction. */
export interface CtrMovement {
  customerType: string;
  amountKobo: bigint;
  isCash: boolean;
}

/** True where the transaction must be reported. A group counts as a company. */
export function needsCtr(rule: CtrRule, { customerType, amountKobo, isCash }: CtrMovement): boolean {
  if (rule.onlyCash && !isCash) return false;
  const thresholdKobo = customerType === 'Individual' ? rule.individualKobo : rule.companyKobo;
  return rule.comparison === 'above' ? amountKobo > thresholdKobo : amountKobo >= thresholdKobo;
}

/**
 * The customers under whom a transaction is still to be reported, with their parts of it: what its entries of one side
 * move on all accounts of the customer. A transaction of one payer and one payee is reported once, under the payer.
 *
 * @param done the customers under whom a run before has reported it
 */
export function reportedParts(
  rule: CtrRule,
  entries: readonly CtrEntry[],
  cash: ReadonlySet<number>,
  done: ReadonlySet<number> = new Set(),
): { customerId: number; amountKobo: bigint }[] {
  if (done.size > 0 && entries.length === 2) return [];
  const parts = new Map<number, bigint>();
  for (const side of ['debit', 'credit'] as const) {
    if (parts.size > 0 && entries.length === 2) break;
    const isCash = entries.some((entry) => entry.side !== side && cash.has(entry.accountId));
    for (const [customerId, own] of byCustomer(entries.filter((entry) => entry.side === side))) {
      const amountKobo = own.reduce((sum, entry) => sum + entry.amountKobo, 0n);
      const { customerType } = own[0]!;
      if (!parts.has(customerId) && needsCtr(rule, { customerType: customerType!, amountKobo, isCash }))
        parts.set(customerId, amountKobo);
    }
  }
  return [...parts]
    .filter(([customerId]) => !done.has(customerId))
    .map(([customerId, amountKobo]) => ({ customerId, amountKobo }));
}

function byCustomer(entries: readonly CtrEntry[]): Map<number, CtrEntry[]> {
  const groups = new Map<number, CtrEntry[]>();
  for (const entry of entries)
    if (entry.customerId !== null) groups.set(entry.customerId, [...(groups.get(entry.customerId) ?? []), entry]);
  return groups;
}
