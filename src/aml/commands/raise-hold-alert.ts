import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AmlHold } from '../aml-hold.entity';
import { RuleAlerts } from '../rule-alerts';

/** Raises the alert of a hold, once however often it runs. */
export class RaiseHoldAlert extends Command<void> {
  constructor(
    readonly institutionId: number,
    readonly holdId: number,
  ) {
    super();
  }
}

@CommandHandler(RaiseHoldAlert)
export class RaiseHoldAlertHandler implements ICommandHandler<RaiseHoldAlert> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly alerts: RuleAlerts,
  ) {}

  async execute({ institutionId, holdId }: RaiseHoldAlert): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      await this.alerts.raiseOfHold(tx, await tx.findOneByOrFail(AmlHold, { institutionId, id: holdId }));
    });
  }
}
