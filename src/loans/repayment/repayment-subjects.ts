import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import type { Tx } from '../../common/database/unit-of-work';
import { GROUP_LOAN_REPAYMENT, GroupRepayments } from '../groups/repayment/commands/repay-group-loan';
import type { RepayGroupLoanBody } from '../groups/repayment/repay-group-loan.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { LedgerRepayments, LOAN_REPAYMENT } from './commands/repay-loan';
import { EarlyRepayments, LOAN_EARLY_REPAYMENT } from './commands/repay-loan-early';
import type { RepayLoanBody, RepayLoanEarlyBody } from './repayments.dto';

/** Carries out the decision on a repayment. Loan, accounts and dates are those of the decision. */
@Injectable()
export class RepaymentSubject implements ApprovalSubject, OnModuleInit {
  readonly operation = LOAN_REPAYMENT;
  readonly title = 'Loan repayment';
  readonly underPolicy = true;
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly repayments: LedgerRepayments,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

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
export class EarlyRepaymentSubject implements ApprovalSubject, OnModuleInit {
  readonly operation = LOAN_EARLY_REPAYMENT;
  readonly title = 'Early loan repayment';
  readonly underPolicy = true;
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly repayments: EarlyRepayments,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

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
export class GroupRepaymentSubject implements ApprovalSubject, OnModuleInit {
  readonly operation = GROUP_LOAN_REPAYMENT;
  readonly title = 'Group loan repayment';
  readonly underPolicy = true;
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly repayments: GroupRepayments,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  async onApproved(tx: Tx, { institutionId, maker, details }: Approval): Promise<void> {
    const { reference, body } = details as unknown as { reference: string; body: RepayGroupLoanBody };
    await this.repayments.pay(tx, { institutionId, actor: maker }, body, reference);
  }

  /** The request changed nothing, so there is nothing to undo. */
  onDeclined(): Promise<void> {
    return Promise.resolve();
  }
}
