import { Injectable } from '@nestjs/common';
import { commonErrors } from '../common/errors/common.errors';
import type { StaffActor } from '../common/http/actor';
import { ChangeKinds } from '../institutions/changes/change-kinds';
import type { Approval } from './approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from './approval-subjects';
import { approvalsErrors } from './approvals.errors';
import { ConfigurationChangeApprovals } from './configuration-change-approvals';
import { MovementApprovals } from './movement-approvals';

/** The subjects of all operations that an approval can be about, and who may decide them. */
@Injectable()
export class DecidableOperations {
  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly movements: MovementApprovals,
    private readonly changes: ConfigurationChangeApprovals,
    private readonly kinds: ChangeKinds,
  ) {}

  /** Undefined for an operation of an earlier version that no module has any more. */
  find(operation: string): ApprovalSubject | undefined {
    return this.subjects.find(operation) ?? this.movements.subjectOf(operation) ?? this.changes.subjectOf(operation);
  }

  /** @throws when no module provides a subject for the operation */
  subjectOf(operation: string): ApprovalSubject {
    const subject = this.find(operation);
    if (!subject) throw new Error(`No module provides an approval subject for ${operation}.`);
    return subject;
  }

  /** The operations that a holder of these permissions may decide. */
  decidableBy(permissions: ReadonlySet<string>): string[] {
    return [...this.subjects.list(), ...this.movements.list(), ...this.kinds.list()]
      .filter(({ permission }) => permissions.has(permission))
      .map(({ operation }) => operation);
  }

  /** The operations of which a holder of these permissions sees no approval. */
  hiddenFrom(permissions: ReadonlySet<string>): string[] {
    const hidden = this.subjects
      .list()
      .filter(({ seenWith, permission }) => seenWith && !permissions.has(seenWith) && !permissions.has(permission));
    return [...hidden.map(({ operation }) => operation), ...this.kinds.hiddenFrom(permissions)];
  }

  /** The permission of the AML desk with which staff see approvals of an operation; null where others see them too. */
  seenWithOf(operation: string): string | null {
    return this.subjects.find(operation)?.seenWith ?? this.kinds.find(operation)?.seenWith ?? null;
  }

  /** @throws PERMISSION_DENIED (403); APPROVAL_NOT_FOUND (404) where the member does not see the approval either */
  assertPermitted({ operation }: Pick<Approval, 'operation'>, { permissions }: StaffActor): void {
    const { permission } = this.subjectOf(operation);
    if (permissions.has(permission)) return;
    if (this.hiddenFrom(permissions).includes(operation)) throw approvalsErrors.APPROVAL_NOT_FOUND();
    throw commonErrors.PERMISSION_DENIED(
      `This decision needs the permission ${permission}; leave it to somebody who has it.`,
    );
  }
}
