import { koboToNaira } from '../../common/money/naira';
import type { Document } from '../../documents/document.entity';
import { suspendedKobo } from '../accrual/suspense';
import type { Loan } from '../contract/loan.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import { daysPastDue, shownClassification, totalOutstandingKobo } from '../contract/summarise-loan';
import type { LoanRecordView } from './loan-record.dto';

/** The contract columns in loan views; lists read only these. */
export const SHOWN_OF_CONTRACT = [
  'principalKobo',
  'interestRate',
  'rateBasis',
  'tenure',
  'repaymentEvery',
  'principalEvery',
  'interestEvery',
  'frequency',
  'principalRepaymentType',
  'interestComputationModel',
  'interestPaymentType',
  'moratorium',
  'moratoriumPeriods',
  'failedRepaymentGracePeriod',
  'fee',
  'securityDepositKobo',
  'allowDisbursementToGL',
  'disbursementGlAccountId',
  'interestAccrualStartDate',
  'firstRepaymentDate',
  'particulars',
] as const satisfies (keyof LoanContract)[];

export type ShownContract = Pick<LoanContract, (typeof SHOWN_OF_CONTRACT)[number]>;

/** Names and codes of the records that a loan belongs to. */
export type LoanPeople = Pick<
  LoanRecordView,
  | 'customerID'
  | 'customerName'
  | 'productCode'
  | 'productName'
  | 'branchCode'
  | 'agentCode'
  | 'agentName'
  | 'accountOfficerID'
>;

/** Related data in the view of a loan. */
export interface LoanContext {
  contract: ShownContract;
  people: LoanPeople;
  documents: Pick<Document, 'id' | 'documentType' | 'fileName'>[];
  businessDate: string;
  /** The amount that settles the loan on a date; null before disbursement. */
  payoff: { kobo: bigint | null; date: string };
  /** Interest that a moratorium will add to the principal (`interestToCapitaliseKobo`). */
  toCapitaliseKobo: bigint;
}

type Part<Fields extends keyof LoanRecordView> = Pick<LoanRecordView, Fields>;

/** The API view of a loan. */
export function loanRecord(loan: Loan, context: LoanContext): LoanRecordView {
  const { contract, people, documents } = context;
  return {
    id: loan.id,
    loanAccountNumber: loan.loanAccountNumber,
    referenceNumber: loan.referenceNumber,
    loanStatus: loan.status,
    ...people,
    linkedNumber: loan.linkedNumber,
    accountID: loan.linkedAccountId,
    productID: loan.productId,
    ...termsPart(contract),
    startDate: loan.startDate,
    disbursementDate: loan.disbursementDate,
    maturityDate: loan.maturityDate,
    closedDate: loan.closedDate,
    restructuredDate: loan.restructuredDate,
    ...debtPart(loan, context),
    agentID: loan.agentId,
    accountOfficerCode: loan.accountOfficerStaffID,
    groupLoanID: loan.groupLoanId,
    preferredPartnerReference: loan.preferredPartnerReference,
    approvalId: loan.approvalId,
    mandateStatus: loan.mandateStatus,
    ...detailsPart(contract),
    loanDocuments: documents.map(({ id, documentType, fileName }) => ({ documentID: id, documentType, fileName })),
    notes: loan.notes,
    createdAt: loan.createdAt.toISOString(),
  };
}

type TermFields =
  | 'principalAmount'
  | 'loanAmount'
  | 'interestRate'
  | 'defaultInterestRate'
  | 'rateBasis'
  | 'tenure'
  | 'principalRepaymentTenure'
  | 'principalRepaymentEvery'
  | 'principalRepaymentFrequency'
  | 'principalRepaymentType'
  | 'interestComputationModel'
  | 'interestPaymentType'
  | 'interestPaymentEvery'
  | 'interestPaymentEveryFrequency'
  | 'interestPaymentDuration'
  | 'moratorium'
  | 'moratoriumPeriods'
  | 'failedRepaymentGracePeriod'
  | 'allowLoanFee'
  | 'loanFeeID'
  | 'requiredSecurityDepositAmount'
  | 'allowDisbursementToGL'
  | 'disbursementGLID'
  | 'interestAccrualStartDate'
  | 'firstRepaymentDate';

function termsPart(contract: ShownContract): Part<TermFields> {
  return {
    principalAmount: koboToNaira(contract.principalKobo),
    loanAmount: koboToNaira(contract.principalKobo),
    interestRate: Number(contract.interestRate),
    defaultInterestRate: Number(contract.interestRate),
    rateBasis: contract.rateBasis,
    tenure: contract.tenure,
    principalRepaymentTenure: contract.tenure,
    principalRepaymentEvery: contract.repaymentEvery * contract.principalEvery,
    principalRepaymentFrequency: contract.frequency,
    principalRepaymentType: contract.principalRepaymentType,
    interestComputationModel: contract.interestComputationModel,
    interestPaymentType: contract.interestPaymentType,
    interestPaymentEvery: contract.repaymentEvery * contract.interestEvery,
    interestPaymentEveryFrequency: contract.frequency,
    interestPaymentDuration: contract.tenure,
    moratorium: contract.moratorium,
    moratoriumPeriods: contract.moratoriumPeriods,
    failedRepaymentGracePeriod: contract.failedRepaymentGracePeriod,
    allowLoanFee: contract.fee !== null,
    loanFeeID: contract.fee?.id ?? null,
    requiredSecurityDepositAmount: koboToNaira(contract.securityDepositKobo),
    allowDisbursementToGL: contract.allowDisbursementToGL,
    disbursementGLID: contract.disbursementGlAccountId,
    interestAccrualStartDate: contract.interestAccrualStartDate,
    firstRepaymentDate: contract.firstRepaymentDate,
  };
}

type DebtFields =
  | 'outstandingPrincipal'
  | 'outstandingInterest'
  | 'outstandingFees'
  | 'outstandingDefault'
  | 'outstandingPenalty'
  | 'totalOutstanding'
  | 'amountOverdue'
  | 'daysPastDue'
  | 'classification'
  | 'nextDueDate'
  | 'nextDueAmount'
  | 'payoffAmount'
  | 'payoffDate'
  | 'suspendedIncome'
  | 'suspendedSince';

function debtPart(loan: Loan, { businessDate, payoff, toCapitaliseKobo }: LoanContext): Part<DebtFields> {
  return {
    outstandingPrincipal: koboToNaira(loan.outstandingPrincipalKobo),
    outstandingInterest: koboToNaira(loan.outstandingInterestKobo + toCapitaliseKobo),
    outstandingFees: koboToNaira(loan.outstandingFeeKobo),
    outstandingDefault: koboToNaira(loan.outstandingDefaultKobo),
    outstandingPenalty: koboToNaira(loan.outstandingPenaltyKobo),
    totalOutstanding: koboToNaira(totalOutstandingKobo(loan, toCapitaliseKobo)),
    amountOverdue: koboToNaira(loan.overdueKobo),
    daysPastDue: daysPastDue(loan.overdueSince, businessDate),
    classification: shownClassification(loan),
    nextDueDate: loan.nextDueDate,
    nextDueAmount: koboToNaira(loan.nextDueKobo),
    payoffAmount: payoff.kobo === null ? null : koboToNaira(payoff.kobo),
    payoffDate: payoff.date,
    suspendedIncome: koboToNaira(suspendedKobo(loan)),
    suspendedSince: loan.suspendedSince,
  };
}

type DetailFields =
  | 'lendingModel'
  | 'economicSector'
  | 'oracleNumber'
  | 'collateralPledge'
  | 'collateralType'
  | 'collateralValuation'
  | 'collateralDescription'
  | 'loanGuarantors'
  | 'repaymentTrackers'
  | 'applicableInterestID'
  | 'overrideProductInterestRate'
  | 'ignoreProductDefaultMoratorium'
  | 'refinancedLoanNumber';

function detailsPart({ particulars }: ShownContract): Part<DetailFields> {
  return {
    lendingModel: particulars.lendingModel,
    economicSector: particulars.economicSector ?? null,
    oracleNumber: particulars.oracleNumber ?? null,
    collateralPledge: particulars.collateralPledge ?? null,
    collateralType: particulars.collateralType ?? null,
    collateralValuation: particulars.collateralValuation ?? null,
    collateralDescription: particulars.collateralDescription ?? null,
    loanGuarantors: particulars.loanGuarantors ?? [],
    repaymentTrackers: particulars.repaymentTrackers ?? null,
    applicableInterestID: particulars.applicableInterestID ?? null,
    overrideProductInterestRate: particulars.overrideProductInterestRate ?? false,
    ignoreProductDefaultMoratorium: particulars.ignoreProductDefaultMoratorium ?? false,
    refinancedLoanNumber: particulars.refinancedLoanNumber ?? null,
  };
}
