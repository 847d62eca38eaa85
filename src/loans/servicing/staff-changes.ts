import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { Tx } from '../../common/database/unit-of-work';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Loan } from '../contract/loan.entity';
import { type LoanStatus, RUNNING_STATUSES } from '../contract/loan-status';
import { Loans, type LockedLoan } from '../contract/loans';
import { collectableKobo } from '../contract/summarise-loan';
import { GroupLoan } from '../groups/group-loan.entity';
import { loansErrors } from '../loans.errors';

/** The loan or the group whose loans staff want to change. */
export type ChangeTarget = { loanId: number } | { groupLoanId: number };

/** What an approval of a change was asked for. */
interface Asked<Body> {
  loanIds: number[];
  body: Body;
}

/** A change that staff want and that other staff must approve. */
export interface WantedChange<Body extends object> {
  operation: string;
  /** What staff read before the loans are named, such as `Write off`. */
  title: string;
  body: Body;
  /** Throws when the change could not be made as things stand. The loans are copies to try it on. */
  attempt: (loans: LockedLoan[], businessDate: string) => void;
  /** Which loans can be changed so; default those that run. */
  statuses?: readonly LoanStatus[];
}

/** Changes of running loans by staff: each waits for another member of staff, and no other change is asked for meanwhile. */
@Injectable()
export class StaffChanges {
  constructor(
    private readonly loans: Loans,
    private readonly gate: ApprovalGate,
  ) {}

  /**
   * Asks staff for a change.
   * @throws LOAN_NOT_FOUND, GROUP_LOAN_NOT_FOUND (404), LOAN_STATUS_REFUSED, LOAN_PENDING_APPROVAL (409), and what the attempt throws
   */
  async ask<Body extends object>(
    tx: Tx,
    write: WriteRequest,
    target: ChangeTarget,
    { operation, title, body, attempt, statuses = RUNNING_STATUSES }: WantedChange<Body>,
  ): Promise<Outcome> {
    const { institutionId } = write;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const ids = 'loanId' in target ? [target.loanId] : await this.runningIds(tx, institutionId, target.groupLoanId);
    const locked: LockedLoan[] = [];
    for (const id of ids) locked.push(await this.loans.lockById(tx, institutionId, id));
    for (const { loan } of locked) assertChangeable(loan, statuses);
    const loans = locked.map(({ loan }) => ({ ...loan }));
    attempt(locked, businessDate);
    const approvalId = await this.gate.ask(tx, write, {
      operation,
      amountKobo: loans.reduce((sum, loan) => sum + collectableKobo(loan), 0n),
      summary: `${title} ${loans.length === 1 ? 'the loan' : 'the loans'} ${loans.map(({ loanAccountNumber }) => loanAccountNumber).join(', ')}`,
      details: { loanIds: ids, body },
      always: true,
    });
    if (approvalId === undefined) throw new Error('A change that always needs approval was not asked for.');
    for (const loan of loans) await this.loans.store(tx, loan, { approvalId });
    return pendingApproval(
      approvalId,
      'The change waits for approval by another member of staff; the loan is as it was.',
      { loans: loans.map(({ id, loanAccountNumber, status }) => ({ id, loanAccountNumber, loanStatus: status })) },
    );
  }

  /**
   * The loans of an approved change, locked, no longer waiting.
   * @throws LOAN_APPROVAL_SUPERSEDED, LOAN_STATUS_REFUSED (409)
   */
  async approved<Body>(
    tx: Tx,
    { institutionId, id, details }: Approval,
    statuses = RUNNING_STATUSES,
  ): Promise<{ loans: LockedLoan[]; body: Body }> {
    const { loanIds, body } = details as unknown as Asked<Body>;
    const loans: LockedLoan[] = [];
    for (const loanId of loanIds) {
      const locked = await this.loans.lockById(tx, institutionId, loanId);
      if (locked.loan.approvalId !== id)
        throw loansErrors.LOAN_APPROVAL_SUPERSEDED(undefined, { approvalId: locked.loan.approvalId });
      locked.loan.approvalId = null;
      assertStatus(locked.loan, statuses);
      loans.push(locked);
    }
    return { loans, body };
  }

  /** Lets the loans of a declined change go on as they are. */
  async declined(tx: Tx, { institutionId, id, details }: Approval): Promise<void> {
    for (const loanId of (details as unknown as Asked<unknown>).loanIds) {
      const { loan } = await this.loans.lockById(tx, institutionId, loanId);
      if (loan.approvalId === id) await this.loans.store(tx, loan, { approvalId: null });
    }
  }

  private async runningIds(tx: Tx, institutionId: number, groupLoanId: number): Promise<number[]> {
    if (!(await tx.existsBy(GroupLoan, { institutionId, id: groupLoanId })))
      throw loansErrors.GROUP_LOAN_NOT_FOUND(`There is no group loan with the id ${groupLoanId}.`);
    const loans = await tx.find(Loan, {
      where: { institutionId, groupLoanId },
      select: { id: true, status: true },
      order: { id: 'ASC' },
    });
    const ids = loans.filter(({ status }) => RUNNING_STATUSES.includes(status)).map(({ id }) => id);
    if (ids.length === 0) throw loansErrors.LOAN_STATUS_REFUSED('No loan of the group is running.');
    return ids;
  }
}

function assertStatus({ status, loanAccountNumber }: Loan, statuses: readonly LoanStatus[]): void {
  if (!statuses.includes(status))
    throw loansErrors.LOAN_STATUS_REFUSED(
      `The loan ${loanAccountNumber} is ${status}; this can be done with a loan that is ${statuses.join(', ')} only.`,
      { loanStatus: status },
    );
}

function assertChangeable(loan: Loan, statuses: readonly LoanStatus[]): void {
  assertStatus(loan, statuses);
  if (loan.approvalId !== null)
    throw loansErrors.LOAN_PENDING_APPROVAL(
      `A change of the loan ${loan.loanAccountNumber} waits for approval; wait for the decision.`,
      { approvalId: loan.approvalId },
    );
}
