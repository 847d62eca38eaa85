import { Injectable } from '@nestjs/common';
import { AuditLog } from '../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { Job } from '../common/jobs/job.entity';
import { daysBetween } from '../common/time/calendar';
import { BusinessDateRolls } from '../end-of-day/business-date-rolls';
import { InstitutionClocks } from '../end-of-day/institution-clocks';
import { Institution } from '../institutions/institution.entity';
import { SandboxInstitutions } from '../institutions/sandbox-institutions';
import type { MoveClockBody, SandboxClockView } from './sandbox-clock.dto';
import { sandboxClockErrors } from './sandbox-clock.errors';

/** Two years: a longer call would keep the lane of the ends of day from other institutions for minutes. */
const MAX_DAYS = 731;

/** Moves the time of the sandbox institution, with the ends of day in between (docs/sandbox.md#clock). */
@Injectable()
export class SandboxClock {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly rolls: BusinessDateRolls,
    private readonly clocks: InstitutionClocks,
    private readonly audit: AuditLog,
    private readonly sandboxes: SandboxInstitutions,
  ) {}

  /**
   * @throws NOT_FOUND (404) outside the sandbox; CLOCK_NOT_FORWARD, CLOCK_TOO_FAR (422); END_OF_DAY_RUNNING,
   *   END_OF_DAY_BLOCKED (409)
   */
  async move(write: WriteRequest, body: MoveClockBody): Promise<Outcome> {
    const { institutionId, actor } = write;
    await this.sandboxes.assertHas(institutionId);
    return this.writes.run(write, body, async (tx) => {
      const institution = await this.rolls.lock(tx, institutionId);
      const days = daysBetween(this.clocks.today(institution), body.date);
      if (days <= 0 || body.date <= institution.businessDate) throw sandboxClockErrors.CLOCK_NOT_FORWARD();
      if (days > MAX_DAYS) throw sandboxClockErrors.CLOCK_TOO_FAR();
      const goal = { institutionId, until: body.date, startedBy: actor, movesClock: true as const };
      const start = await this.rolls.start(tx, goal, { resumeStopped: true });
      if (start !== 'started') throw await this.rolls.startViolation(tx, institutionId, start);
      await this.audit.record(tx, write, {
        action: 'sandbox-clock.move',
        subject: `institution:${institutionId}`,
        details: { from: this.clocks.today(institution), to: body.date },
      });
      return Outcome.done(await this.view(tx, institutionId));
    });
  }

  /** @throws NOT_FOUND (404) outside the sandbox */
  async read(institutionId: number): Promise<SandboxClockView> {
    await this.sandboxes.assertHas(institutionId);
    return this.unitOfWork.read(institutionId, (tx) => this.view(tx, institutionId));
  }

  private async view(tx: Tx, institutionId: number): Promise<SandboxClockView> {
    const institution = await tx.findOneByOrFail(Institution, { institutionId });
    const last = await this.rolls.last(tx, institutionId);
    const job = last && (await tx.findOneBy(Job, { institutionId, id: last.jobId }));
    const until = job?.status === 'queued' ? String(job.payload.until) : undefined;
    // Between two days the last run is complete while its job goes on.
    const isMoving = until !== undefined && (last?.status === 'Running' || until > institution.businessDate);
    const isStopped = last?.status === 'Stopped';
    return {
      now: this.clocks.now(institution).toISOString(),
      calendarDate: this.clocks.today(institution),
      businessDate: institution.businessDate,
      daysAhead: institution.clockAheadDays ?? 0,
      status: isStopped ? 'Stopped' : isMoving ? 'Moving' : 'Standing',
      movesTo: isMoving ? until : null,
      problem: isStopped ? last.problem : null,
    };
  }
}
