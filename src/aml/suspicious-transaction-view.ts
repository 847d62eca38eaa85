import { koboToNaira } from '../common/money/naira';
import type { SuspiciousTransactionView } from './aml-reports.dto';
import type { SuspiciousTransaction } from './suspicious-transaction.entity';

/** The view of a suspicious transaction for staff. */
export function suspiciousTransactionView(finding: SuspiciousTransaction): SuspiciousTransactionView {
  const {
    id,
    approvalId,
    reference,
    actor,
    ruleId,
    ruleName,
    direction,
    accountNumber,
    amountKobo,
    windowKobo,
    thresholdKobo,
    reason,
    createdAt,
  } = finding;
  return {
    id,
    approvalId,
    referenceNumber: reference,
    initiatedBy: actor,
    ruleID: ruleId,
    ruleName,
    direction,
    accountNumber,
    amount: koboToNaira(amountKobo),
    windowAmount: koboToNaira(windowKobo),
    threshold: koboToNaira(thresholdKobo),
    reason,
    createdAt: createdAt.toISOString(),
  };
}
