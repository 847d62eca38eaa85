import type { Customer } from '../accounts/customers/customer.entity';
import type { Agent } from '../agents/agent.entity';
import { koboToNaira } from '../common/money/naira';
import type { Branch } from '../institutions/branch.entity';
import type { Product } from '../products/product.entity';
import type { LoanContract } from './loan-contract.entity';
import type { LoanRecordView } from './loan-record.dto';
import type { Loan } from './loan.entity';
import { daysPastDue, totalOutstandingKobo } from './summarise-loan';

/** What is shown of a loan besides its own row. */
export interface LoanSurroundings {
  contract: LoanContract;
  customer: Customer;
  product: Product;
  branch: Branch;
  agent: Agent | undefined;
  businessDate: string;
}

type Part<Fields extends keyof LoanRecordView> = Pick<LoanRecordView, Fields>;

/** A loan as lists show it. */
export function loanRecord(loan: Loan, surroundings: LoanSurroundings): LoanRecordView {
  const { contract, customer, product, branch, agent, businessDate } = surroundings;
  return {
    id: loan.id,
    loanAccountNumber: loan.loanAccountNumber,
    referenceNumber: loan.referenceNumber,
    loanStatus: loan.status,
    customerID: customer.customerID,
    customerName: customer.name,
    linkedNumber: loan.linkedNumber,
    accountID: loan.linkedAccountId,
    productCode: product.code,
    productID: product.id,
    productName: product.name,
    branchCode: branch.branchCode,
    ...termsPart(contract),
    startDate: loan.startDate,
    disbursementDate: loan.disbursementDate,
    maturityDate: loan.maturityDate,
    closedDate: loan.closedDate,
    restructuredDate: loan.restructuredDate,
    ...debtPart(loan, businessDate),
    agentCode: agent?.agentCode ?? null,
    agentName: agent?.name ?? null,
    agentID: loan.agentId,
    accountOfficerCode: loan.accountOfficerStaffID,
    groupLoanID: loan.groupLoanId,
    preferredPartnerReference: loan.preferredPartnerReference,
    approvalId: loan.approvalId,
    mandateStatus: loan.mandateStatus,
    ...particularsPart(contract),
    notes: loan.notes,
    createdAt: loan.createdAt.toISOString(),
  };
}

type TermFields =
  | 'principalAmount' | 'loanAmount' | 'interestRate' | 'rateBasis' | 'tenure' | 'principalRepaymentTenure' | 'principalRepaymentEvery' | 'principalRepaymentFrequency'
  | 'principalRepaymentType' | 'interestComputationModel' | 'interestPaymentType' | 'moratorium' | 'moratoriumPeriods' | 'failedRepaymentGracePeriod' | 'allowLoanFee'
  | 'loanFeeID' | 'requiredSecurityDepositAmount' | 'allowDisbursementToGL' | 'disbursementGLID' | 'interestAccrualStartDate' | 'firstRepaymentDate';

function termsPart(contract: LoanContract): Part<TermFields> {
  return {
    principalAmount: koboToNaira(contract.principalKobo),
    loanAmount: koboToNaira(contract.principalKobo),
    interestRate: Number(contract.interestRate),
    rateBasis: contract.rateBasis,
    tenure: contract.tenure,
    principalRepaymentTenure: contract.tenure,
    principalRepaymentEvery: contract.repaymentEvery,
    principalRepaymentFrequency: contract.frequency,
    principalRepaymentType: contract.principalRepaymentType,
    interestComputationModel: contract.interestComputationModel,
    interestPaymentType: contract.interestPaymentType,
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
  | 'outstandingPrincipal' | 'outstandingInterest' | 'outstandingFees' | 'outstandingDefault' | 'outstandingPenalty' | 'totalOutstanding' | 'amountOverdue' | 'daysPastDue'
  | 'classification' | 'nextDueDate' | 'nextDueAmount';

function debtPart(loan: Loan, businessDate: string): Part<DebtFields> {
  return {
    outstandingPrincipal: koboToNaira(loan.outstandingPrincipalKobo),
    outstandingInterest: koboToNaira(loan.outstandingInterestKobo),
    outstandingFees: koboToNaira(loan.outstandingFeeKobo),
    outstandingDefault: koboToNaira(loan.outstandingDefaultKobo),
    outstandingPenalty: koboToNaira(loan.outstandingPenaltyKobo),
    totalOutstanding: koboToNaira(totalOutstandingKobo(loan)),
    amountOverdue: koboToNaira(loan.overdueKobo),
    daysPastDue: daysPastDue(loan.overdueSince, businessDate),
    classification: loan.classification,
    nextDueDate: loan.nextDueDate,
    nextDueAmount: koboToNaira(loan.nextDueKobo),
  };
}

type ParticularFields =
  | 'lendingModel' | 'economicSector' | 'oracleNumber' | 'collateralPledge' | 'collateralType' | 'collateralValuation' | 'collateralDescription' | 'loanGuarantors'
  | 'repaymentTrackers' | 'applicableInterestID' | 'overrideProductInterestRate';

function particularsPart({ particulars }: LoanContract): Part<ParticularFields> {
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
  };
}
