import type { Loan } from './loan.entity';
import { RUNNING_STATUSES } from './loan-status';
import { totalOutstandingKobo } from './summarise-loan';

/** What a loan can still take: what is owed over the whole schedule; of a written-off loan, what has not come back. */
export function collectableKobo(loan: Loan): bigint {
  if (loan.status === 'WrittenOff') return loan.writtenOffKobo;
  return RUNNING_STATUSES.includes(loan.status) ? totalOutstandingKobo(loan) : 0n;
}
