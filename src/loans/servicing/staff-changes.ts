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

/** The loan to change, several loans, or the group whose running loans change together. */
export type ChangeTarget = { loanId: number } | { loanIds: readonly number[] } | { groupLoanId: number };

/** The stored details of an approval. */
interface ApprovalDetails<Body> {
  loanIds: number[];
  body: Body;
}

/** A change by staff that another member of staff must approve. */
export interface RequestedChange<Body extends object> {
  operation: string;
  /** Begins the approval summary, before the account numbers; such as `Write off`. */
  title: string;
  body: Body;
  /** Tries the change on the locked loans in memory; throws when it cannot be made today. */
  attempt: (loans: LockedLoan[], businessDate: string) => void;
  /** Statuses that allow the change; default: those of running loans. */
  statuses?: readonly LoanStatus[];
  /** The amount that is decided about; by default all that the loans owe. */
  amountKobo?: bigint;
  /** Fields of the answer besides the loans. */
  facts?: object;
}

/**
 * Changes of running loans by staff. Each needs approval by another member of staff; a loan has at most one pending
 * change.
 */
@Injectable()
export class StaffChanges {
  constructor(
    private readonly loans: Loans,
    private readonly gate: ApprovalGate,
  ) {}

  /**
   * Requests approval of a change.
   * @throws LOAN_NOT_FOUND, GROUP_LOAN_NOT_FOUND (404), LOAN_STATUS_REFUSED, LOAN_PENDING_APPROVAL (409), and the
   *   errors of `attempt`
   */
  async request<Body extends object>(
    tx: Tx,
    write: WriteRequest,
    target: ChangeTarget,
    { operation, title, body, attempt, statuses = RUNNING_STATUSES, amountKobo, facts }: RequestedChange<Body>,
  ): Promise<Outcome> {
    const { institutionId } = write;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const ids = await this.idsOf(tx, institutionId, target);
    const locked: LockedLoan[] = [];
    for (const id of ids) locked.push(await this.loans.lockById(tx, institutionId, id));
    for (const { loan } of locked) assertChangeable(loan, statuses);
    const loans = locked.map(({ loan }) => ({ ...loan }));
    const owedKobo = locked.reduce((sum, loan) => sum + collectableKobo(loan), 0n);
    attempt(locked, businessDate);
    const numbers = loans.map(({ loanAccountNumber }) => loanAccountNumber);
    const approvalId = await this.gate.ask(tx, write, {
      operation,
      amountKobo: amountKobo ?? owedKobo,
      summary: `${title} the ${loans.length === 1 ? 'loan' : 'loans'} ${numbers.join(', ')}`,
      details: { loanIds: ids, body },
      ...(ids.length === 1 ? { record: { kind: 'loan' as const, id: ids[0]! } } : {}),
      always: true,
    });
    if (approvalId === undefined) throw new Error('A change that always needs approval got no approval.');
    for (const loan of loans) await this.loans.store(tx, loan, { approvalId });
    return pendingApproval(
      approvalId,
      'The change is waiting for approval by another member of staff; the loan has not changed.',
      {
        loans: loans.map(({ id, loanAccountNumber, status }) => ({ id, loanAccountNumber, loanStatus: status })),
        ...facts,
      },
    );
  }

  /**
   * Locks the loans of an approved change and takes the approval off them, in memory.
   * @throws LOAN_APPROVAL_SUPERSEDED, LOAN_STATUS_REFUSED (409)
   */
  async lockApproved<Body>(
    tx: Tx,
    { institutionId, id, details }: Approval,
    statuses = RUNNING_STATUSES,
  ): Promise<{ loans: LockedLoan[]; body: Body }> {
    const { loanIds, body } = details as unknown as ApprovalDetails<Body>;
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

  /** Takes a declined approval off its loans. */
  async clearDeclined(tx: Tx, { institutionId, id, details }: Approval): Promise<void> {
    for (const loanId of (details as unknown as ApprovalDetails<unknown>).loanIds) {
      const { loan } = await this.loans.lockById(tx, institutionId, loanId);
      if (loan.approvalId === id) await this.loans.store(tx, loan, { approvalId: null });
    }
  }

  /** In their order, in which they are locked. */
  private async idsOf(tx: Tx, institutionId: number, target: ChangeTarget): Promise<number[]> {
    if ('loanId' in target) return [target.loanId];
    if ('loanIds' in target) return [...target.loanIds].sort((one, other) => one - other);
    return this.runningIds(tx, institutionId, target.groupLoanId);
  }

  private async runningIds(tx: Tx, institutionId: number, groupLoanId: number): Promise<number[]> {
    if (!(await tx.existsBy(GroupLoan, { institutionId, id: groupLoanId })))
      throw loansErrors.GROUP_LOAN_NOT_FOUND(`There is no group loan with the id ${groupLoanId}; check the id.`);
    const loans = await tx.find(Loan, {
      where: { institutionId, groupLoanId },
      select: { id: true, status: true },
      order: { id: 'ASC' },
    });
    const ids = loans.filter(({ status }) => RUNNING_STATUSES.includes(status)).map(({ id }) => id);
    if (ids.length === 0)
      throw loansErrors.LOAN_STATUS_REFUSED('The group has no running loan; name a group with one.');
    return ids;
  }
}

function assertStatus({ status, loanAccountNumber }: Loan, statuses: readonly LoanStatus[]): void {
  if (!statuses.includes(status))
    throw loansErrors.LOAN_STATUS_REFUSED(
      `The loan ${loanAccountNumber} is ${status}; this is only possible for a loan that is ${statuses.join(', ')}.`,
      { loanStatus: status },
    );
}

/** @throws LOAN_STATUS_REFUSED (409) */
export function assertRunning(loan: Loan): void {
  assertStatus(loan, RUNNING_STATUSES);
}

function assertChangeable(loan: Loan, statuses: readonly LoanStatus[]): void {
  assertStatus(loan, statuses);
  if (loan.approvalId !== null)
    throw loansErrors.LOAN_PENDING_APPROVAL(
      `A change of the loan ${loan.loanAccountNumber} is waiting for approval; wait for the decision.`,
      { approvalId: loan.approvalId },
    );
}
