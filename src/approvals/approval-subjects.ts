import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import type { Approval } from './approval.entity';

/**
 * What an approval is about: who may decide it and what the decision changes. The hooks run in the deciding
 * transaction, under the approval's lock, once; work that must wait for the commit is an outbox event they write.
 * What `onApproved` throws refuses the approval, which stays pending: staff read why and may decline it.
 */
export interface ApprovalSubject {
  readonly operation: string;
  /** What staff read, such as `Release AML Hold`. */
  readonly title: string;
  /** Whether an institution may put the operation under a policy; others are always or never asked about. */
  readonly underPolicy?: boolean;
  /** What a member of staff needs to decide it. */
  readonly permission: string;
  /** A note is required to approve as well; to decline it always is. */
  readonly noteToApprove?: boolean;
  onApproved(tx: Tx, approval: Approval, staff: StaffActor, note?: string): Promise<void>;
  onDeclined(tx: Tx, approval: Approval, staff: StaffActor, note?: string): Promise<void>;
}

/** Every subject of the process, registered by its module at boot. Movement operations need none of their own. */
@Injectable()
export class ApprovalSubjects {
  private readonly subjects = new Map<string, ApprovalSubject>();

  register(subject: ApprovalSubject): void {
    if (this.subjects.has(subject.operation)) throw new Error(`There are two approval subjects ${subject.operation}.`);
    this.subjects.set(subject.operation, subject);
  }

  /** The operations that a policy may name. */
  underPolicy(): string[] {
    return [...this.subjects.values()].filter(({ underPolicy }) => underPolicy).map(({ operation }) => operation);
  }

  require(operation: string): ApprovalSubject {
    const subject = this.subjects.get(operation);
    if (!subject) throw new Error(`No module registered the approval subject ${operation}.`);
    return subject;
  }

  find(operation: string): ApprovalSubject | undefined {
    return this.subjects.get(operation);
  }
}
