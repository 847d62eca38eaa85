import type { FixedDeposit } from '../fixed-deposits/fixed-deposit.entity';
import type { LoanClassification } from '../loans/contract/loan.entity';
import type { LoanStatus } from '../loans/contract/loan-status';

/** A loan as its line states it; what its instalments decide is not in it. */
export interface StatedLoan {
  loanAccountNumber: string;
  referenceNumber: string;
  accountOfficerStaffID: string | null;
  productId: number;
  branchId: number;
  status: LoanStatus;
  disbursementDate: string;
  restructuredDate: string | null;
  accruedThrough: string;
  outstandingPrincipalKobo: bigint;
  principalWrittenOffKobo: bigint;
  /** Recognised interest that is neither capitalised nor paid; below 0 when interest was paid ahead. */
  interestReceivableKobo: bigint;
  /** Null without upfront interest. */
  unearnedKobo: bigint | null;
  suspendedInterestKobo: bigint;
  suspendedPrincipalKobo: bigint;
  suspendedFeeKobo: bigint;
  suspendedDefaultKobo: bigint;
  suspendedPenaltyKobo: bigint;
  suspendedSince: string | null;
  curingSince: string | null;
  writtenOffKobo: bigint;
  recoveredKobo: bigint;
  daysPastDue: number | null;
  classification: LoanClassification | null;
  allowanceKobo: bigint;
}

/** A deposit as its line states it; customer, accounts of record and parts are added when they are known. */
export type StatedDeposit = Omit<
  FixedDeposit,
  | 'institutionId'
  | 'id'
  | 'contractNo'
  | 'ledgerAccountId'
  | 'customerId'
  | 'customerID'
  | 'sourceAccountId'
  | 'liquidationAccountId'
  | 'createdBy'
  | 'createdAt'
  | 'updatedAt'
> & {
  /** Id of the ledger that is paid to; null for an account of the customer. */
  liquidationLedgerId: number | null;
  controlLedgerId: number;
  /** False when the accrued interest is to be worked out from the parts. */
  isAccrualStated: boolean;
};

/** A part of the principal as its line states it. */
export interface StatedPart {
  amountKobo: bigint;
  effectiveDate: string;
}
