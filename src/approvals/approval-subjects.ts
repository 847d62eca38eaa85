import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import { Registry } from '../common/registry/registry';
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
  /**
   * The permission with which staff see the approval besides those who may decide it; absent where everybody who sees
   * approvals sees it.
   */
  readonly seenWith?: string;
  /** True when a note is required to approve, too; a decline always needs one. */
  readonly noteToApprove?: boolean;
  /** One sentence for the checker: what approving leads to. By default, that it is done at once. */
  readonly consequence?: string;
  /**
   * What a decision lets move in all, where that is more than the amount of the approval: bulk decisions are bounded by
   * it. The approval is locked.
   */
  decidedKobo?(tx: Tx, approval: Pick<Approval, 'institutionId' | 'id'>): Promise<bigint>;
  /** @returns what the answer to the approving checker shows, once; undefined for nothing. */
  onApproved(tx: Tx, approval: Approval, staff: StaffActor, note?: string): Promise<object | undefined | void>;
  onDeclined(tx: Tx, approval: Approval, staff: StaffActor, note?: string): Promise<void>;
  /** Clears caches of this process once the decision is committed; nothing that must happen. */
  onCommitted?(approval: Approval): void;
}

/**
 * The subjects of the process: the providers with `@MemberOf(ApprovalSubjects)`. Movement operations need no subject.
 */
@Injectable()
export class ApprovalSubjects extends Registry<ApprovalSubject> {
  /** The operations that a policy may name, in alphabetical order. */
  underPolicy(): string[] {
    return this.all()
      .filter(({ underPolicy }) => underPolicy)
      .map(({ operation }) => operation);
  }

  /** In alphabetical order of the operations. */
  list(): ApprovalSubject[] {
    return this.all();
  }

  require(operation: string): ApprovalSubject {
    const subject = this.find(operation);
    if (!subject) throw new Error(`No module provides an approval subject for ${operation}.`);
    return subject;
  }

  override find(operation: string): ApprovalSubject | undefined {
    return super.find(operation);
  }

  protected override nameOf({ operation }: ApprovalSubject): string {
    return operation;
  }
}
