import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import type { Approval } from './approval.entity';

/**
 * The subject of an approval: the permission to decide it, and the effects of the decision. The hooks run once, in the
 * deciding transaction, under the approval's lock; work that must wait for the commit goes through an outbox event that
 * they write. An error of `onApproved` leaves the approval pending: the checker gets the reason and may decline it.
 */
export interface ApprovalSubject {
  readonly operation: string;
  /** Title for staff, such as `Release AML Hold`. */
  readonly title: string;
  /**
   * True when an institution may put the operation under a policy; other operations always or never need an approval.
   */
  readonly underPolicy?: boolean;
  /** The permission that a checker needs. */
  readonly permission: string;
  /** True when a note is required to approve, too; a decline always needs one. */
  readonly noteToApprove?: boolean;
  onApproved(tx: Tx, approval: Approval, staff: StaffActor, note?: string): Promise<void>;
  onDeclined(tx: Tx, approval: Approval, staff: StaffActor, note?: string): Promise<void>;
}

/** The subjects of the process, each registered by its module at boot. Movement operations need no registration. */
@Injectable()
export class ApprovalSubjects {
  private readonly subjects = new Map<string, ApprovalSubject>();

  register(subject: ApprovalSubject): void {
    if (this.subjects.has(subject.operation))
      throw new Error(`Two approval subjects are registered for ${subject.operation}.`);
    this.subjects.set(subject.operation, subject);
  }

  /** The operations that a policy may name. */
  underPolicy(): string[] {
    return [...this.subjects.values()].filter(({ underPolicy }) => underPolicy).map(({ operation }) => operation);
  }

  require(operation: string): ApprovalSubject {
    const subject = this.subjects.get(operation);
    if (!subject) throw new Error(`No approval subject is registered for ${operation}.`);
    return subject;
  }

  find(operation: string): ApprovalSubject | undefined {
    return this.subjects.get(operation);
  }
}
