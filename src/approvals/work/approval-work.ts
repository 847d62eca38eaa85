import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { listPage } from '../../common/database/list-page';
import type { Tx } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { actorName, type StaffActor } from '../../common/http/actor';
import type { Page } from '../../common/http/paging';
import type { PagingQuery } from '../../common/http/paging.dto';
import type { WriteRequest } from '../../common/http/write-request';
import { Clock } from '../../common/time/clock';
import { permissionsOf } from '../../institutions/staff/staff-access';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { Approval } from '../approval.entity';
import { approvalsErrors } from '../approvals.errors';
import { approvalsPermissions } from '../approvals.permissions';
import { DecidableOperations } from '../decidable-operations';
import { ApprovalNote } from './approval-note.entity';
import type { ApprovalNoteView } from './approval-work.dto';

/** Who is to decide an approval, and the notes about it (docs/api/approvals.md#work-on-approvals). */
@Injectable()
export class ApprovalWork {
  constructor(
    private readonly operations: DecidableOperations,
    private readonly members: StaffMembers,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Assigns a waiting approval, or takes the assignment away with null.
   *
   * @throws APPROVAL_NOT_FOUND, STAFF_NOT_FOUND (404), PERMISSION_DENIED (403), APPROVAL_ALREADY_DECIDED (409),
   *   ASSIGNEE_CANNOT_DECIDE (422)
   */
  async assign(
    tx: Tx,
    write: WriteRequest,
    staff: StaffActor,
    { approvalId, staffID }: { approvalId: number; staffID: string | null },
  ): Promise<Approval> {
    const { institutionId } = write;
    // The lock of a decision: nobody is assigned what a colleague decides at the same time.
    const approval = await tx.findOne(Approval, {
      where: { institutionId, id: approvalId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!approval || this.operations.hiddenFrom(staff.permissions).includes(approval.operation))
      throw approvalsErrors.APPROVAL_NOT_FOUND();
    this.assertMayAssign(approval, staff, staffID);
    if (approval.status !== 'Pending')
      throw approvalsErrors.APPROVAL_ALREADY_DECIDED('This approval is already decided; nobody can be assigned to it.');
    if (staffID !== null) await this.assertCanDecide(tx, approval, staffID);
    const before = approval.assignee;
    if (before === staffID) return approval;
    approval.assignee = staffID;
    await tx.update(Approval, { institutionId, id: approvalId }, { assignee: staffID });
    await this.audit.record(tx, write, {
      action: 'approval.assign',
      subject: `approval:${approvalId}`,
      details: { before: { assignee: before }, after: { assignee: staffID } },
    });
    return approval;
  }

  /** @throws APPROVAL_NOT_FOUND (404), PERMISSION_DENIED (403) for who may neither decide it nor asked for it */
  async addNote(
    tx: Tx,
    write: WriteRequest,
    staff: StaffActor,
    { approvalId, text }: { approvalId: number; text: string },
  ): Promise<ApprovalNoteView> {
    const { institutionId, actor } = write;
    const approval = await tx.findOneBy(Approval, { institutionId, id: approvalId });
    if (!approval) throw approvalsErrors.APPROVAL_NOT_FOUND();
    if (approval.maker !== actor) this.operations.assertPermitted(approval, staff);
    const note: ApprovalNote = {
      institutionId,
      id: await this.ids.next(),
      approvalId,
      author: actor,
      text,
      writtenAt: this.clock.institutionNow(institutionId),
    };
    await tx.insert(ApprovalNote, note);
    // The text stays in the note: the audit log is kept longer than personal data may be.
    await this.audit.record(tx, write, {
      action: 'approval.note',
      subject: `approval:${approvalId}`,
      details: { noteId: note.id },
    });
    return noteView(note);
  }

  /** A page of the notes of an approval. */
  notes(tx: Tx, institutionId: number, approvalId: number, paging: PagingQuery): Promise<Page<ApprovalNoteView>> {
    const query = tx
      .createQueryBuilder(ApprovalNote, 'note')
      .where('note.institution_id = :institutionId AND note.approval_id = :approvalId', { institutionId, approvalId })
      .orderBy('note.id', paging.Direction === 'Asc' ? 'ASC' : 'DESC');
    return listPage(tx, query, paging, noteView);
  }

  /** One takes what is free and gives back what is one's own; anything else is for who supervises. */
  private assertMayAssign(approval: Approval, staff: StaffActor, staffID: string | null): void {
    if (staff.permissions.has(approvalsPermissions.supervise)) return;
    this.operations.assertPermitted(approval, staff);
    if (staffID !== null && staffID !== staff.id)
      throw commonErrors.PERMISSION_DENIED(
        `To assign work to somebody else you need the permission ${approvalsPermissions.supervise}.`,
      );
    if (approval.assignee !== null && approval.assignee !== staff.id)
      throw commonErrors.PERMISSION_DENIED(
        `This approval is assigned to ${approval.assignee}; to take it over you need the permission ${approvalsPermissions.supervise}.`,
      );
  }

  private async assertCanDecide(tx: Tx, approval: Approval, staffID: string): Promise<void> {
    const { institutionId, operation, maker } = approval;
    const member = await this.members.require(tx, institutionId, staffID);
    const { permission } = this.operations.subjectOf(operation);
    const held = await permissionsOf(tx, member);
    if (member.status !== 'Active')
      throw approvalsErrors.ASSIGNEE_CANNOT_DECIDE(`${staffID} is not active; assign it to somebody who is.`);
    if (!held.includes(permission))
      throw approvalsErrors.ASSIGNEE_CANNOT_DECIDE(
        `${staffID} does not have the permission ${permission}; assign it to somebody who has.`,
      );
    if (maker === actorName({ kind: 'staff', institutionId, id: staffID, permissions: new Set() }))
      throw approvalsErrors.ASSIGNEE_CANNOT_DECIDE(`${staffID} asked for this; assign it to somebody else.`);
  }
}

function noteView({ id, approvalId, text, author, writtenAt }: ApprovalNote): ApprovalNoteView {
  return { id, approvalId, text, author, writtenAt: writtenAt.toISOString() };
}
