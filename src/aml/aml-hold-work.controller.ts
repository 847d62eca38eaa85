import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ApprovalPath } from '../approvals/approvals.dto';
import { approvalsErrors } from '../approvals/approvals.errors';
import { ApprovalNotesQuery, ApprovalNoteView, AssigneeBody, NoteBody } from '../approvals/work/approval-work.dto';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { institutionsErrors } from '../institutions/institutions.errors';
import { watchListsPermissions } from '../watch-lists/desk/watch-lists.permissions';
import { amlErrors } from './aml.errors';
import { amlPermissions } from './aml.permissions';
import { AmlHoldView } from './aml-holds.dto';
import { AddAmlHoldNote } from './commands/add-aml-hold-note';
import { AssignAmlHold } from './commands/assign-aml-hold';
import { HoldContextView, HoldNameHitView } from './hold-context.dto';
import { GetAmlHoldContext } from './queries/get-aml-hold-context';
import { ListAmlHoldNotes } from './queries/list-aml-hold-notes';
import { ListHoldNameHits } from './queries/list-hold-name-hits';

@Controller('api/admin/v1/aml/holds')
@ApiTags('AML')
export class AmlHoldWorkController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':approvalId/context')
  @Endpoint({
    summary: 'Get the context of an AML hold',
    description:
      'The parties with what came in and went out in 30 days and their usual counterparties, other holds, the rule as ' +
      'it was, and the movements of the 24 hours before. Each list has a bound.',
    access: staffAccess(amlPermissions.viewAml),
    audited: readOf('aml-hold.view-context', { approvalId: 'aml-hold' }),
    response: HoldContextView,
    errors: [amlErrors.AML_HOLD_NOT_FOUND],
  })
  context(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { approvalId }: ApprovalPath,
  ): Promise<HoldContextView> {
    return this.queries.execute(new GetAmlHoldContext(institutionId, Number(approvalId)));
  }

  @Get(':approvalId/name-hits')
  @Endpoint({
    summary: 'List the watch-list hits of an AML hold',
    description:
      'Entries of the active watch-lists that match the names of the parties at other institutions, best first, at ' +
      'most 50. The lists are searched as they are now.',
    access: staffAccess(watchListsPermissions.view),
    audited: readOf('aml-hold.view-name-hits', { approvalId: 'aml-hold' }),
    response: HoldNameHitView,
    list: 'flat',
    errors: [amlErrors.AML_HOLD_NOT_FOUND],
  })
  async nameHits(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { approvalId }: ApprovalPath,
  ): Promise<{ data: HoldNameHitView[]; recordCount: number }> {
    const data = await this.queries.execute(new ListHoldNameHits(institutionId, Number(approvalId)));
    return { data, recordCount: data.length };
  }

  @Put(':approvalId/assignee')
  @Endpoint({
    summary: 'Assign an AML hold',
    description:
      'Who may decide holds takes it, or gives it back with null. `supervise-approvals` assigns it to others and ' +
      'takes it from others.',
    access: staffAccess(amlPermissions.viewAml),
    reference: 'honoured',
    response: AmlHoldView,
    errors: [
      amlErrors.AML_HOLD_NOT_FOUND,
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
    return this.commands.execute(new AssignAmlHold(write, staff, { approvalId: Number(approvalId), staffID }));
  }

  @Get(':approvalId/notes')
  @Endpoint({
    summary: 'List the notes of an AML hold',
    access: staffAccess(amlPermissions.viewAml),
    audited: readOf('aml-hold.view-notes', { approvalId: 'aml-hold' }),
    response: ApprovalNoteView,
    list: 'page',
    errors: [amlErrors.AML_HOLD_NOT_FOUND],
  })
  notes(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { approvalId }: ApprovalPath,
    @Query() paging: ApprovalNotesQuery,
  ): Promise<Page<ApprovalNoteView>> {
    return this.queries.execute(new ListAmlHoldNotes(institutionId, Number(approvalId), paging));
  }

  @Post(':approvalId/notes')
  @Endpoint({
    summary: 'Add a note to an AML hold',
    description: 'Needs the permission to decide holds. A note is never changed.',
    access: staffAccess(amlPermissions.viewAml),
    reference: 'honoured',
    response: ApprovalNoteView,
    errors: [amlErrors.AML_HOLD_NOT_FOUND],
  })
  addNote(
    @Write() write: WriteRequest,
    @CurrentStaff() staff: StaffActor,
    @Param() { approvalId }: ApprovalPath,
    @Body() { text }: NoteBody,
  ): Promise<Outcome> {
    return this.commands.execute(new AddAmlHoldNote(write, staff, { approvalId: Number(approvalId), text }));
  }
}
