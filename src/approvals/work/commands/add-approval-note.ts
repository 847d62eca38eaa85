import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ApprovalWork } from '../approval-work';

/** Writes a note on an approval. */
export class AddApprovalNote extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly note: { approvalId: number; text: string },
  ) {
    super();
  }
}

@CommandHandler(AddApprovalNote)
export class AddApprovalNoteHandler implements ICommandHandler<AddApprovalNote> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly work: ApprovalWork,
  ) {}

  execute({ write, staff, note }: AddApprovalNote): Promise<Outcome> {
    return this.writes.run(write, note, async (tx) => Outcome.done(await this.work.addNote(tx, write, staff, note)));
  }
}
