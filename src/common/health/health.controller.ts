import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { UnitOfWork } from '../database/unit-of-work';
import { commonErrors } from '../errors/common.errors';
import { Endpoint, publicAccess } from '../http/endpoint.decorator';
import { Shutdown } from './shutdown';

const PROBE_TIMEOUT_MS = 2_000;

/** Probes for load balancers and orchestrators; in production they answer on the management port only. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly shutdown: Shutdown,
  ) {}

  @Get('live')
  @Endpoint({ summary: 'Check liveness', access: publicAccess })
  live(): { live: true } {
    return { live: true };
  }

  @Get('ready')
  @Endpoint({
    summary: 'Check readiness',
    access: publicAccess,
  })
  async ready(): Promise<{ ready: true }> {
    if (this.shutdown.hasBegun) throw commonErrors.SERVICE_UNAVAILABLE('The process is shutting down.');
    const probe = this.unitOfWork
      .routing((tx) => tx.query('SELECT 1'))
      .then(
        () => true,
        () => false,
      );
    const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), PROBE_TIMEOUT_MS).unref());
    if (!(await Promise.race([probe, timeout])))
      throw commonErrors.SERVICE_UNAVAILABLE('The database does not answer.');
    return { ready: true };
  }
}
