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
import { type ContractTerms, termsPhrase } from './contract-terms';
import { LOAN_OPERATION } from './loan-subject';

/** Asks staff to approve a loan on its terms, even without a policy, and takes that back when it has become pointless. */
@Injectable()
export class LoanApprovals {
  constructor(
    private readonly gate: ApprovalGate,
    private readonly withdrawals: ApprovalWithdrawals,
  ) {}

  /** @returns the approval's id, or undefined when API clients bypass approvals: then the loan is approved. */
  async ask(
    tx: Tx,
    write: WriteRequest,
    loan: Loan,
    terms: ContractTerms,
    asked: { what: string; customerName: string },
  ): Promise<number | undefined> {
    return this.gate.ask(tx, write, {
      operation: LOAN_OPERATION,
      amountKobo: terms.principalKobo,
      summary: `${asked.what} ${loan.loanAccountNumber} of ${formatNaira(terms.principalKobo)} to ${asked.customerName} at ${termsPhrase(terms)}`,
      details: { loanId: loan.id },
      byDefault: true,
    });
  }

  /** Locks what a loan and its group wait for. Call it before the loan is locked, when the approval may be withdrawn. @returns the approvals' ids */
  async lockOf(
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
   * Takes back the approval that a loan waited for. That of a group is about its other loans too, and goes with the last of them.
   * @param locked by `lockOf`. An approval that was asked for since is not waited for: whoever decides it may wait for the loan.
   * @throws LOAN_PENDING_APPROVAL (409) when another change came in between
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
    const pointless = group === undefined ? approvalId : group.status === 'Canceled' ? group.approvalId : null;
    if (pointless === null) return;
    if (!locked.includes(pointless))
      throw loansErrors.LOAN_PENDING_APPROVAL(
        'Another change came first and waits for approval; look at the loan again before you change it.',
        { approvalId: pointless },
      );
    await this.withdrawals.withdraw(tx, by, pointless);
    if (group) await tx.update(GroupLoan, { institutionId, id: group.id }, { approvalId: null });
  }
}
