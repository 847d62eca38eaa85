import type { DepositAccount } from '../accounts/deposit-account.entity';
import type { Loan } from '../loans/contract/loan.entity';
import type { LoanAccountIds } from '../loans/contract/loan-accounts';
import type { LoanContract } from '../loans/contract/loan-contract.entity';
import type { LoanInstalment } from '../loans/contract/loan-instalment.entity';
import type { WorkedLoan } from './contract-check';

/** A loan to store, with its line worked out. */
export interface LoanToStore {
  worked: WorkedLoan;
  loan: Loan;
  contract: LoanContract;
  instalments: LoanInstalment[];
  accounts: LoanAccountIds;
  linked: DepositAccount;
}
