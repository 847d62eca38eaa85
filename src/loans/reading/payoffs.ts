import { selectRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { addDays } from '../../common/time/calendar';
import type { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import { LoanInstalment } from '../contract/loan-instalment.entity';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { collectableKobo } from '../contract/summarise-loan';
import { payoffOnKobo } from '../repayment/payoff-on';

/** How far ahead a payoff can be asked for. */
const DAYS_AHEAD = 366;

/**
 * The date of a payoff: the one asked for, or the business date.
 * @throws VALIDATION_FAILED (400) for a date before the business date or more than a year after it
 */
export function payoffDateOf(wanted: string | null | undefined, businessDate: string): string {
  const date = wanted ?? businessDate;
  const last = addDays(businessDate, DAYS_AHEAD);
  if (date >= businessDate && date <= last) return date;
  const message = `must be from ${businessDate}, the business date, to ${last}`;
  throw commonErrors.VALIDATION_FAILED(`PayoffDate ${message}.`, { errors: [{ field: 'PayoffDate', message }] });
}

/** The payoffs of loans on a date, by id; null before disbursement. The rows of all loans are read at once. */
export async function payoffsOf(
  tx: Tx,
  institutionId: number,
  loans: readonly Loan[],
  date: string,
): Promise<Map<number, bigint | null>> {
  const running = loans.filter(({ status }) => RUNNING_STATUSES.includes(status));
  const contracts = new Map(
    (
      await selectRows(tx, LoanContract, 'WHERE institution_id = $1 AND id = ANY($2)', [
        institutionId,
        running.map(({ contractId }) => contractId),
      ])
    ).map((contract) => [contract.id, contract]),
  );
  const rows = new Map<number, LoanInstalment[]>(running.map(({ id }) => [id, []]));
  const where = 'WHERE institution_id = $1 AND loan_id = ANY($2) ORDER BY loan_id, number';
  for (const row of await selectRows(tx, LoanInstalment, where, [institutionId, running.map(({ id }) => id)]))
    rows.get(row.loanId)!.push(row);
  return new Map(
    loans.map((loan) => {
      const contract = contracts.get(loan.contractId);
      if (contract) return [loan.id, payoffOnKobo({ loan, contract, instalments: rows.get(loan.id)! }, date)];
      return [loan.id, loan.disbursementDate === null ? null : collectableKobo({ loan, instalments: [] })];
    }),
  );
}
