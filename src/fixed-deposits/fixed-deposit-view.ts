import { koboToNaira } from '../common/money/naira';
import type { FixedDeposit } from './fixed-deposit.entity';
import type { FixedDepositView, LiquidationView } from './fixed-deposit-views.dto';
import type { EarlySettlement } from './interest/early-settlement';
import type { EarningPart } from './interest/interest-to-date';
import { atMaturity } from './interest/maturity-amount';

/**
 * A term of a deposit as callers see it.
 * @param parts empty for a deposit that has not begun, which is shown with its requested terms.
 */
export function fixedDepositView(deposit: FixedDeposit, parts: readonly EarningPart[]): FixedDepositView {
  const { principalKobo, startDate, status } = deposit;
  const hasBegun = status !== 'PendingApproval' && status !== 'Declined';
  const { totalInterestKobo, maturityAmountKobo } = atMaturity(
    deposit,
    hasBegun ? parts : [{ amountKobo: principalKobo, effectiveDate: startDate }],
  );
  return {
    id: deposit.id,
    contractNo: deposit.contractNo,
    accountNumber: deposit.accountNumber,
    accountName: deposit.accountName,
    customerID: deposit.customerID,
    productCode: deposit.productCode,
    principalAmount: koboToNaira(deposit.principalKobo),
    interestRate: Number(deposit.interestRate),
    applicableInterestID: deposit.productRateId,
    tenure: deposit.tenureDays,
    startDate: deposit.startDate,
    maturityDate: deposit.maturityDate,
    maturityAmount: status === 'Liquidated' ? null : koboToNaira(maturityAmountKobo),
    totalInterest: koboToNaira(totalInterestKobo + deposit.settledKobo),
    interestEarned: koboToNaira(deposit.accruedKobo + deposit.settledKobo),
    interestPaid: koboToNaira(deposit.paidKobo + deposit.settledKobo),
    withholdingTaxPaid: koboToNaira(deposit.taxWithheldKobo),
    sourceAccount: deposit.sourceAccount,
    liquidationAccountType: deposit.liquidationAccountType,
    liquidationAccount: deposit.liquidationAccount,
    applyRollover: deposit.applyRollover,
    interestPayment: deposit.interestPayment,
    accountOfficerStaffID: deposit.accountOfficerStaffID,
    referenceNumber: deposit.referenceNumber,
    status: deposit.status,
    approvalId: deposit.approvalId,
    dateClosed: deposit.closedOn,
    createdAt: deposit.createdAt.toISOString(),
    updatedAt: deposit.updatedAt.toISOString(),
  };
}

/** The result of a liquidation as callers see it. */
export function liquidationView(
  deposit: FixedDeposit,
  amountKobo: bigint,
  settlement: EarlySettlement,
): LiquidationView {
  const { earnedKobo, penaltyKobo, dueKobo, taxKobo, excessKobo, taxBackKobo } = settlement;
  return {
    ...fixedDepositView(deposit, settlement.parts),
    liquidatedAmount: koboToNaira(amountKobo),
    interestOnLiquidated: koboToNaira(earnedKobo),
    penalty: koboToNaira(penaltyKobo),
    interestPaidNow: koboToNaira(dueKobo),
    withholdingTax: koboToNaira(taxKobo),
    excessInterest: koboToNaira(excessKobo),
    withholdingTaxReturned: koboToNaira(taxBackKobo),
    amountPaid: koboToNaira(amountKobo - excessKobo + taxBackKobo + dueKobo - taxKobo),
  };
}
