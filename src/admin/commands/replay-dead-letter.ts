import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Job } from '../../common/jobs/job.entity';
import { JobDue } from '../../common/jobs/job-due.entity';
import { Clock } from '../../common/time/clock';
import { adminErrors } from '../admin.errors';

/** Gives a dead letter another ten attempts. */
export class ReplayDeadLetter extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly jobId: number,
  ) {
    super();
  }
}

@CommandHandler(ReplayDeadLetter)
export class ReplayDeadLetterHandler implements ICommandHandler<ReplayDeadLetter> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, jobId }: ReplayDeadLetter): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { jobId }, async (tx) => {
      const job = await tx.findOne(Job, {
        where: { institutionId, id: jobId, status: 'dead' },
        lock: { mode: 'pessimistic_write' },
      });
      if (!job) throw adminErrors.DEAD_LETTER_NOT_FOUND();
      await tx.update(Job, { institutionId, id: jobId }, { status: 'queued', attempts: 0, finishedAt: null });
      await tx.insert(JobDue, { institutionId, jobId, kind: job.kind, dueAt: this.clock.now() });
      await this.audit.record(tx, write, {
        action: 'dead-letter.replay',
        subject: `job:${jobId}`,
        details: { kind: job.kind, lastError: job.lastError },
      });
      return Outcome.done({ id: jobId, status: 'queued' });
    });
  }
}
