import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { pendingApproval } from '../../approvals/approval-rows';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { tillCountView } from './till-count-view';
import { TillCounts } from './till-counts';
import type { CountTillBody } from './till-counts.dto';

/** Counts the cash of a till. A difference waits for a second member of staff. */
export class CountTill extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly tillId: number,
    readonly body: CountTillBody,
  ) {
    super();
  }
}

@CommandHandler(CountTill)
export class CountTillHandler implements ICommandHandler<CountTill> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly counts: TillCounts,
  ) {}

  /** @throws as `TillCounts.count` does */
  execute({ write, tillId, body }: CountTill): Promise<Outcome> {
    return this.writes.run(write, { tillId, ...body }, async (tx) => {
      const count = await this.counts.count(tx, write, tillId, body);
      const view = tillCountView(count);
      return count.approvalId === null
        ? Outcome.done(view)
        : pendingApproval(
            count.approvalId,
            'Another member of staff must approve the difference; nothing is posted yet.',
            {
              ...view,
            },
          );
    });
  }
}
