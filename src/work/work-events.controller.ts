import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { commonErrors } from '../common/errors/common.errors';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { ANY_STAFF, Endpoint, staffStreamAccess } from '../common/http/endpoint.decorator';
import { lastEventId } from '../common/http/event-stream';
import { workErrors } from './work.errors';
import { WorkFeed } from './work-feed';

/**
 * The stream of what changes, for open pages of the console (docs/api/staff-work.md#events). It is no operation of the
 * documents, because its answer never ends, which generated clients cannot read.
 */
@ApiExcludeController()
@Controller('api/admin/v1/work/events')
export class WorkEventsController {
  constructor(private readonly feed: WorkFeed) {}

  /** The answer is written to the connection itself, so that the envelope leaves it alone. */
  @Get()
  @Endpoint({
    summary: 'Follow what waits for you',
    access: staffStreamAccess(ANY_STAFF),
    errors: [workErrors.TOO_MANY_STREAMS],
  })
  async follow(
    @CurrentStaff() staff: StaffActor,
    @Req() { method, headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (method !== 'GET' || headers.accept?.includes('text/event-stream') !== true)
      throw commonErrors.VALIDATION_FAILED('This address answers a stream: send Accept: text/event-stream.', {
        errors: [],
      });
    await this.feed.open(staff, reply, lastEventId(headers['last-event-id']));
  }
}
