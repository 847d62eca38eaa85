import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { BusinessDateRolls } from '../business-date-rolls';
import { EndOfDayReader } from '../end-of-day-reader';

/** Closes the days that are due, and resumes a closing that stopped. */
export class RunEndOfDay extends Command<Outcome> {
  constructor(readonly write: WriteRequest) {
    super();
  }
}

@CommandHandler(RunEndOfDay)
export class RunEndOfDayHandler implements ICommandHandler<RunEndOfDay> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly rolls: BusinessDateRolls,
    private readonly reader: EndOfDayReader,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write }: RunEndOfDay): Promise<Outcome> {
    const { institutionId, actor } = write;
    const until = await this.rolls.today(institutionId);
    return this.writes.run(write, {}, async (tx) => {
      const start = await this.rolls.start(tx, { institutionId, until, startedBy: actor }, { resumeStopped: true });
      if (start !== 'started') throw await this.rolls.startViolation(tx, institutionId, start);
      const progress = await this.reader.progress(tx, institutionId, until);
      await this.audit.record(tx, write, {
        action: 'end-of-day.run',
        subject: `end-of-day:${progress.endOfDay!.date}`,
      });
      return Outcome.done(progress);
    });
  }
}
