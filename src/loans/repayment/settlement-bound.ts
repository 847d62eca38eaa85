import type { Tx } from '../../common/database/unit-of-work';
import { Institution } from '../../institutions/institution.entity';
import type { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import { LoanInstalment } from '../contract/loan-instalment.entity';
import { collectableKobo } from '../contract/summarise-loan';
import { payoffOnKobo } from './payoff-on';

/**
 * The most that a settlement asked for today can take: what is outstanding, or the payoff where that is more, because
 * it has the charges of today.
 */
export async function settlementBoundKobo(tx: Tx, loan: Loan): Promise<bigint> {
  const { institutionId, id: loanId, contractId } = loan;
  const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
  const contract = await tx.findOneByOrFail(LoanContract, { institutionId, id: contractId });
  const instalments = await tx.find(LoanInstalment, { where: { institutionId, loanId }, order: { number: 'ASC' } });
  const locked = { loan, contract, instalments };
  const payoffKobo = payoffOnKobo(locked, businessDate);
  const outstandingKobo = collectableKobo(locked);
  return payoffKobo > outstandingKobo ? payoffKobo : outstandingKobo;
}
