import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApprovalWork } from '../../approvals/work/approval-work';
import type { StaffActor } from '../../common/http/actor';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { amlErrors } from '../aml.errors';
import { AmlHold } from '../aml-hold.entity';

/** Writes a note on an AML hold. */
export class AddAmlHoldNote extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly note: { approvalId: number; text: string },
  ) {
    super();
  }
}

@CommandHandler(AddAmlHoldNote)
export class AddAmlHoldNoteHandler implements ICommandHandler<AddAmlHoldNote> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly work: ApprovalWork,
  ) {}

  execute({ write, staff, note }: AddAmlHoldNote): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, note, async (tx) => {
      if (!(await tx.existsBy(AmlHold, { institutionId, approvalId: note.approvalId })))
        throw amlErrors.AML_HOLD_NOT_FOUND();
      return Outcome.done(await this.work.addNote(tx, write, staff, note));
    });
  }
}
