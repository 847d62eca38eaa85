import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { Movements } from '../../ledger/movements/movements';
import { AmlHold } from '../aml-hold.entity';

/**
 * Executes a released movement that no client will send again, once, however often the command runs. The held request
 * of an API client waits for the client's retry instead.
 */
export class ResumeHeldMovement extends Command<void> {
  constructor(
    readonly institutionId: number,
    readonly holdId: number,
  ) {
    super();
  }
}

/** Another run of the command has resumed the movement. */
class AlreadyResumedError extends Error {}

@CommandHandler(ResumeHeldMovement)
export class ResumeHeldMovementHandler implements ICommandHandler<ResumeHeldMovement> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly movements: Movements,
    private readonly clock: Clock,
  ) {}

  async execute({ institutionId, holdId }: ResumeHeldMovement): Promise<void> {
    const hold = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(AmlHold, { institutionId, id: holdId }),
    );
    const { status, resumesBy, postingId, movement, approved, decidedBy } = hold;
    if (status !== 'Approved' || resumesBy !== 'system') return;
    try {
      await this.movements.resume({
        institutionId,
        postingId,
        movement,
        released: true,
        approved,
        checker: decidedBy ?? '',
        alongside: (tx) => this.markUsed(tx, hold),
      });
    } catch (error) {
      if (!(error instanceof AlreadyResumedError)) throw error;
    }
  }

  /** Runs in the movement's transaction, so that a second run finds the hold used. */
  private async markUsed(tx: Tx, { institutionId, id }: AmlHold): Promise<void> {
    const { affected } = await tx.update(
      AmlHold,
      { institutionId, id, status: 'Approved' },
      { status: 'Used', usedAt: this.clock.institutionNow(institutionId) },
    );
    if (affected !== 1) throw new AlreadyResumedError();
  }
}
