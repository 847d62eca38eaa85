import type { CtrComparison } from './nfiu-reports.settings';

/** The thresholds of currency transaction reports (docs/api/nfiu-reports.md#ctr). */
export interface CtrRule {
  individualKobo: bigint;
  companyKobo: bigint;
  comparison: CtrComparison;
  onlyCash: boolean;
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
