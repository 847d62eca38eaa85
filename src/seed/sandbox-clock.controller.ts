import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { endOfDayErrors } from '../end-of-day/end-of-day.errors';
import { SandboxClock } from './sandbox-clock';
import { MoveClockBody, SandboxClockView } from './sandbox-clock.dto';
import { sandboxClockErrors } from './sandbox-clock.errors';

/** The clock of the sandbox institution. */
@ApiTags('Sandbox')
@Controller('api/sandbox/v1/clock')
export class SandboxClockController {
  constructor(private readonly clock: SandboxClock) {}

  @Post()
  @Endpoint({
    summary: 'Move the clock of the sandbox institution',
    description:
      'Moves the institution to a later date. The ends of the days in between run one after the other, each with its ' +
      'own date; read the clock until it stands. Business dates, postings, AML windows, limits, dormancy and approvals ' +
      'follow; tokens, sessions, calls to providers and the audit log stay in real time. ' +
      'Only in the sandbox institution; anywhere else the route does not exist.',
    access: clientAccess('transfers:write'),
    reference: 'honoured',
    response: SandboxClockView,
    errors: [
      commonErrors.NOT_FOUND,
      endOfDayErrors.END_OF_DAY_RUNNING,
      endOfDayErrors.END_OF_DAY_BLOCKED,
      sandboxClockErrors.CLOCK_NOT_FORWARD,
      sandboxClockErrors.CLOCK_TOO_FAR,
    ],
  })
  move(@Write() write: WriteRequest, @Body() body: MoveClockBody): Promise<Outcome> {
    return this.clock.move(write, body);
  }

  @Get()
  @Endpoint({
    summary: 'Read the clock of the sandbox institution',
    description:
      'Shows the time of the institution, and how far a clock that moves has come. ' +
      'Only in the sandbox institution; anywhere else the route does not exist.',
    access: clientAccess('institution:read'),
    response: SandboxClockView,
    errors: [commonErrors.NOT_FOUND],
  })
  read(@CurrentClient() { institutionId }: ClientActor): Promise<SandboxClockView> {
    return this.clock.read(institutionId);
  }
}
