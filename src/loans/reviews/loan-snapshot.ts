import { koboToNaira } from '../../common/money/naira';
import type { Loan } from '../contract/loan.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import { daysPastDue, shownClassification, totalOutstandingKobo } from '../contract/summarise-loan';
import type { GroupLoan } from '../groups/group-loan.entity';
import type { GroupLoanSnapshot, LoanSnapshot } from './loan-reviews.dto';

/** Instalments of a loan: all, paid and overdue. */
export interface InstalmentCounts {
  total: number;
  paid: number;
  overdue: number;
}

/** Other running loans of a customer. */
export interface OtherLoans {
  count: number;
  outstandingKobo: bigint;
  overdueKobo: bigint;
  overdueSince: string | null;
}

/** The data of a snapshot, read in one transaction. */
export interface SnapshotFacts {
  loan: Loan;
  /** Interest that a moratorium will add to the principal (`interestToCapitaliseKobo`). */
  toCapitaliseKobo: bigint;
  contract: LoanContract;
  customerID: string;
  productCode: string;
  instalments: InstalmentCounts;
  otherLoans: OtherLoans;
  businessDate: string;
}

/** A loan as of the business date. Of the customer it has only the customer number. */
export function loanSnapshot({
  loan,
  toCapitaliseKobo,
  contract,
  customerID,
  productCode,
  instalments,
  otherLoans,
  businessDate,
}: SnapshotFacts): LoanSnapshot {
  const { particulars } = contract;
  return {
    id: loan.id,
    loanAccountNumber: loan.loanAccountNumber,
    customerID,
    linkedNumber: loan.linkedNumber,
    productCode,
    loanStatus: loan.status,
    principalAmount: koboToNaira(loan.principalKobo),
    interestRate: Number(loan.interestRate),
    rateBasis: contract.rateBasis,
    interestComputationModel: contract.interestComputationModel,
    tenure: loan.tenure,
    principalRepaymentFrequency: contract.frequency,
    numberOfRepayments: contract.numberOfRepayments,
    startDate: loan.startDate,
    disbursementDate: loan.disbursementDate,
    maturityDate: loan.maturityDate,
    instalments: instalments.total,
    instalmentsPaid: instalments.paid,
    instalmentsOverdue: instalments.overdue,
    outstandingPrincipal: koboToNaira(loan.outstandingPrincipalKobo),
    outstandingInterest: koboToNaira(loan.outstandingInterestKobo + toCapitaliseKobo),
    outstandingFees: koboToNaira(loan.outstandingFeeKobo),
    outstandingDefault: koboToNaira(loan.outstandingDefaultKobo),
    outstandingPenalty: koboToNaira(loan.outstandingPenaltyKobo),
    totalOutstanding: koboToNaira(totalOutstandingKobo(loan, toCapitaliseKobo)),
    amountOverdue: koboToNaira(loan.overdueKobo),
    daysPastDue: daysPastDue(loan.overdueSince, businessDate),
    classification: shownClassification(loan),
    lendingModel: particulars.lendingModel,
    requiredSecurityDepositAmount: koboToNaira(contract.securityDepositKobo),
    collateralType: particulars.collateralPledge ? (particulars.collateralType ?? null) : null,
    collateralValuation: particulars.collateralPledge ? (particulars.collateralValuation ?? null) : null,
    otherLoans: {
      count: otherLoans.count,
      totalOutstanding: koboToNaira(otherLoans.outstandingKobo),
      amountOverdue: koboToNaira(otherLoans.overdueKobo),
      daysPastDue: daysPastDue(otherLoans.overdueSince, businessDate),
    },
  };
}

export function groupLoanSnapshot(group: GroupLoan, participants: SnapshotFacts[]): GroupLoanSnapshot {
  const sum = (kobo: (facts: SnapshotFacts) => bigint): number =>
    koboToNaira(participants.reduce((total, facts) => total + kobo(facts), 0n));
  return {
    id: group.id,
    groupLoanStatus: group.status,
    referenceNumber: group.referenceNumber,
    participantCount: participants.length,
    principalAmount: sum(({ loan }) => loan.principalKobo),
    totalOutstanding: sum(({ loan, toCapitaliseKobo }) => totalOutstandingKobo(loan, toCapitaliseKobo)),
    amountOverdue: sum(({ loan }) => loan.overdueKobo),
    participants: participants.map(loanSnapshot),
  };
}
