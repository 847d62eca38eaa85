import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { institutionsErrors } from '../../institutions/institutions.errors';
import { ApprovalPath, ApprovalView } from '../approvals.dto';
import { approvalsErrors } from '../approvals.errors';
import { approvalsPermissions } from '../approvals.permissions';
import { ApprovalNotesQuery, ApprovalNoteView, AssigneeBody, NoteBody } from './approval-work.dto';
import { AddApprovalNote } from './commands/add-approval-note';
import { AssignApproval } from './commands/assign-approval';
import { ListApprovalNotes } from './queries/list-approval-notes';

@Controller('api/admin/v1/approvals')
@ApiTags('Approvals')
export class ApprovalWorkController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Put(':approvalId/assignee')
  @Endpoint({
    summary: 'Assign an approval',
    description:
      'Who may decide the approval takes it, or gives it back with null. `supervise-approvals` assigns it to others ' +
      'and takes it from others.',
    access: staffAccess(approvalsPermissions.viewApprovals),
    reference: 'honoured',
    response: ApprovalView,
    errors: [
      approvalsErrors.APPROVAL_NOT_FOUND,
      institutionsErrors.STAFF_NOT_FOUND,
      approvalsErrors.APPROVAL_ALREADY_DECIDED,
      approvalsErrors.ASSIGNEE_CANNOT_DECIDE,
    ],
  })
  assign(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { approvalId }: ApprovalPath,
    @Body() { staffID }: AssigneeBody,
  ): Promise<Outcome> {
    return this.commands.execute(new AssignApproval(write, staff, { approvalId: Number(approvalId), staffID }));
  }

  @Get(':approvalId/notes')
  @Endpoint({
    summary: 'List the notes of an approval',
    access: staffAccess(approvalsPermissions.viewApprovals),
    audited: readOf('approval.view-notes', { approvalId: 'approval' }),
    response: ApprovalNoteView,
    list: 'page',
    errors: [approvalsErrors.APPROVAL_NOT_FOUND],
  })
  notes(
    @CurrentStaff() staff: StaffActor,
    @Param() { approvalId }: ApprovalPath,
    @Query() paging: ApprovalNotesQuery,
  ): Promise<Page<ApprovalNoteView>> {
    return this.queries.execute(new ListApprovalNotes(staff, Number(approvalId), paging));
  }

  @Post(':approvalId/notes')
  @Endpoint({
    summary: 'Add a note to an approval',
    description: 'Who may decide the approval or asked for it. A note is never changed.',
    access: staffAccess(approvalsPermissions.viewApprovals),
    reference: 'honoured',
    response: ApprovalNoteView,
    errors: [approvalsErrors.APPROVAL_NOT_FOUND],
  })
  addNote(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { approvalId }: ApprovalPath,
    @Body() { text }: NoteBody,
  ): Promise<Outcome> {
    return this.commands.execute(new AddApprovalNote(write, staff, { approvalId: Number(approvalId), text }));
  }
}
