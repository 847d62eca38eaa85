import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { jobRows } from '../../common/jobs/job-queue';
import type { RerunExceptionsBody } from '../end-of-day.dto';
import { endOfDayErrors } from '../end-of-day.errors';
import { EndOfDayRun } from '../end-of-day-run.entity';
import { OpenExceptions } from '../open-exceptions';
import { STEP_RERUN_JOB } from '../step-rerun-worker';

/** Runs the steps of a closed day again that left exceptions. */
export class RerunExceptions extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: RerunExceptionsBody,
  ) {
    super();
  }
}

@CommandHandler(RerunExceptions)
export class RerunExceptionsHandler implements ICommandHandler<RerunExceptions> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly openExceptions: OpenExceptions,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, body }: RerunExceptions): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, body, async (tx) => {
      const { date, step } = body;
      const run = await tx.findOneBy(EndOfDayRun, { institutionId, date });
      if (!run) throw endOfDayErrors.END_OF_DAY_NOT_FOUND();
      if (run.status !== 'Completed') throw endOfDayErrors.END_OF_DAY_NOT_COMPLETED();
      const open = (await this.openExceptions.countByStep(tx, institutionId, [date])).map((counted) => counted.step);
      const steps = step === undefined ? open : open.filter((name) => name === step);
      if (steps.length === 0) throw endOfDayErrors.NO_OPEN_EXCEPTIONS();
      const payload = { date, nextDate: run.nextDate, steps };
      await insertRows(tx, jobRows({ institutionId, id: await this.ids.next(), kind: STEP_RERUN_JOB, payload }));
      await this.audit.record(tx, write, {
        action: 'end-of-day.rerun',
        subject: `end-of-day:${date}`,
        details: { steps },
      });
      return Outcome.done({ date, steps });
    });
  }
}
