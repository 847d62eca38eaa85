import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ApprovalView } from '../approvals/approvals.dto';
import { approvalsErrors } from '../approvals/approvals.errors';
import { DecideApproval } from '../approvals/commands/decide-approval';
import { commonErrors } from '../common/errors/common.errors';
import { actorName, type StaffActor } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { institutionsErrors } from '../institutions/institutions.errors';
import { SandboxInstitutions } from '../institutions/sandbox-institutions';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { SandboxDecisionBody } from './second-person.dto';

const NOTE = 'Decided by the second person of the sandbox.';

/** Lets integrators walk through approvals and AML holds in the sandbox (docs/sandbox.md#second-person). */
@ApiTags('Sandbox')
@Controller('api/sandbox/v1')
export class SecondPersonController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sandboxes: SandboxInstitutions,
    private readonly permissions: PermissionCatalogue,
  ) {}

  @Post('approve')
  @Endpoint({
    summary: 'Decide an approval as the second person of the sandbox',
    description:
      'Decides what a 202 answer waits for: a movement under a policy, an AML hold, a loan, a change of configuration. ' +
      'Only in the sandbox institution; anywhere else the route does not exist.',
    access: clientAccess('transfers:write'),
    reference: 'honoured',
    response: ApprovalView,
    errors: [
      commonErrors.NOT_FOUND,
      approvalsErrors.APPROVAL_NOT_FOUND,
      approvalsErrors.APPROVAL_ALREADY_DECIDED,
      approvalsErrors.MAKER_INACTIVE,
      approvalsErrors.MAKER_WOULD_GAIN,
      institutionsErrors.CHANGE_OUTDATED,
    ],
  })
  async decide(@Write() write: WriteRequest, @Body() body: SandboxDecisionBody): Promise<Outcome> {
    const { institutionId } = write;
    await this.sandboxes.assertHas(institutionId);
    const { approvalId, verdict = 'Approved', note = NOTE } = body;
    const person: StaffActor = {
      kind: 'system',
      institutionId,
      id: 'sandbox-second-person',
      permissions: new Set(this.permissions.list()),
    };
    const decision = { approvalId, verdict, note };
    return this.commands.execute(new DecideApproval({ ...write, actor: actorName(person) }, person, decision));
  }
}
