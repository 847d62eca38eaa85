import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import { insertRows } from '../../../common/database/insert-rows';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { jobRows } from '../../../common/jobs/job-queue';
import { REBUILD_JOB } from '../window-rebuilds';

/** Starts the rebuild of the windows of every account, in the background and beside postings. */
export class RebuildAmlWindows extends Command<Outcome> {
  constructor(readonly write: WriteRequest) {
    super();
  }
}

@CommandHandler(RebuildAmlWindows)
export class RebuildAmlWindowsHandler implements ICommandHandler<RebuildAmlWindows> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
  ) {}

  execute({ write }: RebuildAmlWindows): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, {}, async (tx) => {
      const id = await this.ids.next();
      await insertRows(tx, jobRows({ institutionId, id, kind: REBUILD_JOB, payload: {} }));
      await this.audit.record(tx, write, { action: 'aml-window.rebuild', subject: 'aml-windows' });
      return Outcome.done({ jobId: id });
    });
  }
}
