import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { RuleAlerts } from '../rule-alerts';
import { SuspiciousTransaction } from '../suspicious-transaction.entity';

/** Raises the alert of a movement that met a rule and was posted, once however often it runs. */
export class RaisePostingAlert extends Command<void> {
  constructor(
    readonly institutionId: number,
    readonly suspiciousTransactionId: number,
    readonly postingId: number,
  ) {
    super();
  }
}

@CommandHandler(RaisePostingAlert)
export class RaisePostingAlertHandler implements ICommandHandler<RaisePostingAlert> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly alerts: RuleAlerts,
  ) {}

  async execute({ institutionId, suspiciousTransactionId, postingId }: RaisePostingAlert): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      const record = await tx.findOneByOrFail(SuspiciousTransaction, { institutionId, id: suspiciousTransactionId });
      await this.alerts.raiseOfPosting(tx, record, postingId);
    });
  }
}
