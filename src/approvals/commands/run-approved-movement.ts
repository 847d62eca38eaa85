import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IsNull } from 'typeorm';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { Movements } from '../../ledger/movements/movements';
import { Approval } from '../approval.entity';

/** Runs an approved movement once, however often the command runs. A refusal ends the posting as Failed. */
export class RunApprovedMovement extends Command<void> {
  constructor(
    readonly institutionId: number,
    readonly approvalId: number,
  ) {
    super();
  }
}

/** Another run of the command has run the movement. */
class AlreadyRunError extends Error {}

@CommandHandler(RunApprovedMovement)
export class RunApprovedMovementHandler implements ICommandHandler<RunApprovedMovement> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly movements: Movements,
    private readonly clock: Clock,
  ) {}

  async execute({ institutionId, approvalId }: RunApprovedMovement): Promise<void> {
    const approval = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Approval, { institutionId, id: approvalId }),
    );
    const { status, postingId, movement, released, decidedBy, ranAt } = approval;
    if (status !== 'Approved' || ranAt !== null) return;
    if (postingId === null || movement === null) throw new Error(`The approval ${approvalId} has no movement to run.`);
    try {
      await this.movements.resume({
        institutionId,
        postingId,
        movement,
        released,
        approved: true,
        checker: decidedBy ?? '',
        alongside: (tx) => this.markRun(tx, approval),
      });
    } catch (error) {
      if (!(error instanceof AlreadyRunError)) throw error;
    }
  }

  /**
   * Runs in the movement's transaction. AML may hold the movement now, and a second run must not release that hold by
   * the approval.
   */
  private async markRun(tx: Tx, { institutionId, id }: Approval): Promise<void> {
    const { affected } = await tx.update(
      Approval,
      { institutionId, id, status: 'Approved', ranAt: IsNull() },
      { ranAt: this.clock.institutionNow(institutionId) },
    );
    if (affected !== 1) throw new AlreadyRunError();
  }
}
