import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { Loan } from '../contract/loan.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { componentAccount, transferLegs } from '../contract/loan-legs';
import { type ArrearsTerms, chargeArrears } from './arrears';

type ChargingContract = ArrearsTerms & Pick<LoanContract, 'defaultIncomeGlAccountId' | 'penaltyIncomeGlAccountId'>;

/** What is charged on the overdue rows of one loan; the rows are changed in place. */
export interface OverdueCharges {
  legs: PostingLeg[];
  changed: LoanInstalment[];
  defaultKobo: bigint;
  penaltyKobo: bigint;
}

/** Charges default interest and penalties on overdue rows as of a date. @param rows at least those that are overdue. */
export function chargeOverdue(
  loan: Loan,
  rows: readonly LoanInstalment[],
  contract: ChargingContract,
  asOf: string,
): OverdueCharges {
  const charges: OverdueCharges = { legs: [], changed: [], defaultKobo: 0n, penaltyKobo: 0n };
  for (const row of rows) {
    const charge = chargeArrears(row, contract, asOf);
    if (!charge) continue;
    row.arrearsInterest = charge.arrearsInterest;
    row.arrearsThrough = charge.arrearsThrough;
    row.defaultDueKobo += charge.defaultKobo;
    row.penaltyDueKobo += charge.penaltyKobo;
    charges.defaultKobo += charge.defaultKobo;
    charges.penaltyKobo += charge.penaltyKobo;
    charges.changed.push(row);
  }
  charges.legs.push(
    ...transferLegs(
      componentAccount(loan, 'default'),
      contract.defaultIncomeGlAccountId,
      charges.defaultKobo,
      'interest',
    ),
  );
  charges.legs.push(
    ...transferLegs(componentAccount(loan, 'penalty'), contract.penaltyIncomeGlAccountId, charges.penaltyKobo, 'fee'),
  );
  return charges;
}
