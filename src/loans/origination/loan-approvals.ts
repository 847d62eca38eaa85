import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../../approvals/approval-gate';
import { ApprovalWithdrawals } from '../../approvals/approval-withdrawals';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira } from '../../common/money/naira';
import { Loan } from '../contract/loan.entity';
import { GroupLoan } from '../groups/group-loan.entity';
import { loansErrors } from '../loans.errors';
import { AgreedRates } from './agreed-rates';
import { type ContractTerms, termsPhrase } from './contract-terms';
import { LOAN_OPERATION } from './loan-subject';

/** Requests approval of a loan, also without a policy, and withdraws the approval when it is no longer needed. */
@Injectable()
export class LoanApprovals {
  constructor(
    private readonly gate: ApprovalGate,
    private readonly withdrawals: ApprovalWithdrawals,
    private readonly rates: AgreedRates,
  ) {}

  /** @returns the approval's id, or undefined when API clients bypass approvals and the loan is approved at once */
  async request(
    tx: Tx,
    write: WriteRequest,
    loan: Loan,
    terms: ContractTerms,
    asked: { what: string; customerName: string },
  ): Promise<number | undefined> {
    const { institutionId, productId } = loan;
    return this.gate.ask(tx, write, {
      operation: LOAN_OPERATION,
      amountKobo: terms.principalKobo,
      conditions: await this.rates.conditionsOf(tx, [{ institutionId, productId, ...terms }]),
      summary:
        `${asked.what} ${loan.loanAccountNumber} of ${formatNaira(terms.principalKobo)} to ${asked.customerName} at ` +
        termsPhrase(terms),
      details: { loanId: loan.id },
      record: { kind: 'loan', id: loan.id },
      byDefault: true,
    });
  }

  /**
   * Locks the pending approvals of a loan and its group. Call it before the loan is locked, when an approval may be
   * withdrawn.
   * @returns the ids of the approvals
   */
  async lockApprovalsOf(
    tx: Tx,
    institutionId: number,
    named: { id: number } | { loanAccountNumber: string },
  ): Promise<number[]> {
    const loan = await tx.findOneBy(Loan, { ...named, institutionId });
    const groupLoanId = loan?.groupLoanId ?? null;
    const group = groupLoanId === null ? null : await tx.findOneBy(GroupLoan, { institutionId, id: groupLoanId });
    const ids = [loan?.approvalId, group?.approvalId].filter((id) => typeof id === 'number');
    await this.withdrawals.lock(tx, institutionId, ids);
    return ids;
  }

  /**
   * Withdraws the pending approval of a loan. The approval of a group covers its other loans too; it is withdrawn when
   * the group is canceled.
   * @param locked ids from `lockApprovalsOf`. An approval that was requested since is not locked here, because its
   *   decision may already wait for the loan.
   * @throws LOAN_PENDING_APPROVAL (409) when another change was requested in between
   */
  async withdraw(
    tx: Tx,
    by: AuditAuthor,
    { institutionId, groupLoanId }: Loan,
    approvalId: number | null,
    locked: readonly number[],
  ): Promise<void> {
    const group =
      groupLoanId === null ? undefined : await tx.findOneByOrFail(GroupLoan, { institutionId, id: groupLoanId });
    const obsoleteId = group === undefined ? approvalId : group.status === 'Canceled' ? group.approvalId : null;
    if (obsoleteId === null) return;
    if (!locked.includes(obsoleteId))
      throw loansErrors.LOAN_PENDING_APPROVAL(
        'Another change of the loan is waiting for approval; wait for the decision.',
        { approvalId: obsoleteId },
      );
    await this.withdrawals.withdraw(tx, by, obsoleteId);
    if (group) await tx.update(GroupLoan, { institutionId, id: group.id }, { approvalId: null });
  }
}
