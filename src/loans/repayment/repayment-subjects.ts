import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { GROUP_LOAN_REPAYMENT, GroupRepayments } from '../groups/repayment/commands/repay-group-loan';
import type { RepayGroupLoanBody } from '../groups/repayment/repay-group-loan.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { LedgerRepayments, LOAN_REPAYMENT } from './commands/repay-loan';
import { EarlyRepayments, LOAN_EARLY_REPAYMENT } from './commands/repay-loan-early';
import type { RepayLoanBody, RepayLoanEarlyBody } from './repayments.dto';

/** Carries out the decision on a repayment. Loan, accounts and dates are those of the decision. */
@Injectable()
@MemberOf(ApprovalSubjects)
export class RepaymentSubject implements ApprovalSubject {
  readonly operation = LOAN_REPAYMENT;
  readonly title = 'Loan repayment';
  readonly underPolicy = true;
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(private readonly repayments: LedgerRepayments) {}

  async onApproved(tx: Tx, { institutionId, maker, details }: Approval): Promise<void> {
    await this.repayments.pay(tx, { institutionId, actor: maker }, details as unknown as RepayLoanBody);
  }

  /** The request changed nothing, so there is nothing to undo. */
  onDeclined(): Promise<void> {
    return Promise.resolve();
  }
}

/** Carries out the decision on an early repayment. A full settlement pays the payoff of that day. */
@Injectable()
@MemberOf(ApprovalSubjects)
export class EarlyRepaymentSubject implements ApprovalSubject {
  readonly operation = LOAN_EARLY_REPAYMENT;
  readonly title = 'Early loan repayment';
  readonly underPolicy = true;
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(private readonly repayments: EarlyRepayments) {}

  async onApproved(tx: Tx, { institutionId, maker, details }: Approval): Promise<void> {
    await this.repayments.pay(tx, { institutionId, actor: maker }, details as unknown as RepayLoanEarlyBody);
  }

  /** The request changed nothing, so there is nothing to undo. */
  onDeclined(): Promise<void> {
    return Promise.resolve();
  }
}

/** Carries out the decision on a group repayment: all participants pay, or none. */
@Injectable()
@MemberOf(ApprovalSubjects)
export class GroupRepaymentSubject implements ApprovalSubject {
  readonly operation = GROUP_LOAN_REPAYMENT;
  readonly title = 'Group loan repayment';
  readonly underPolicy = true;
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(private readonly repayments: GroupRepayments) {}

  async onApproved(tx: Tx, { institutionId, maker, details }: Approval): Promise<void> {
    const { reference, body } = details as unknown as { reference: string; body: RepayGroupLoanBody };
    await this.repayments.pay(tx, { institutionId, actor: maker }, body, reference);
  }

  /** The request changed nothing, so there is nothing to undo. */
  onDeclined(): Promise<void> {
    return Promise.resolve();
  }
}
