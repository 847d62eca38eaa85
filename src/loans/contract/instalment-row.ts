import { roundQuotient } from '../../common/money/rounding';
import { earnedParts } from '../accrual/accrue-interest';
import type { NewInstalment } from '../schedule/schedule-of-contract';
import { partsText } from './kobo-parts';
import type { LoanContract } from './loan-contract.entity';
import type { LoanInstalment } from './loan-instalment.entity';

/** A row of a new schedule as it is stored, nothing paid of it. It gets its id when it is stored. */
export function instalmentRow(
  { institutionId, id: contractId, loanId }: LoanContract,
  row: NewInstalment,
): LoanInstalment {
  return {
    ...row,
    institutionId,
    id: 0,
    loanId,
    contractId,
    defaultDueKobo: 0n,
    penaltyDueKobo: 0n,
    principalPaidKobo: 0n,
    interestPaidKobo: 0n,
    feePaidKobo: 0n,
    defaultPaidKobo: 0n,
    penaltyPaidKobo: 0n,
    arrearsInterest: '0',
    arrearsThrough: null,
    paidDate: null,
  };
}

/**
 * The row that ends the running period on a day: it carries what the period has earned until then, and nothing due yet.
 * @param future the rows after the day.
 */
export function closingRow(
  contract: LoanContract,
  past: readonly LoanInstalment[],
  future: readonly LoanInstalment[],
  day: string,
  openingBalanceKobo: bigint,
): LoanInstalment {
  const running = future.find(({ periodStart }) => periodStart < day);
  const [parts, divisor] = running ? earnedParts(running, day) : [0n, 1n];
  return instalmentRow(contract, {
    number: (past.at(-1)?.number ?? 0) + 1,
    periodStart: running?.periodStart ?? day,
    dueDate: day,
    openingBalanceKobo,
    closingBalanceKobo: openingBalanceKobo,
    earnedInterest: partsText(roundQuotient(parts, divisor, 'HALF_EVEN')),
    capitalisedKobo: 0n,
    principalDueKobo: 0n,
    interestDueKobo: 0n,
    feeDueKobo: 0n,
    feeVatKobo: 0n,
  });
}
