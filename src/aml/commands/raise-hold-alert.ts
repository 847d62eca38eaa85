import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AmlHold } from '../aml-hold.entity';
import { HoldFreezes } from '../hold-freezes';
import { RuleAlerts } from '../rule-alerts';

/** Raises the alert of a hold, and adds its freeze where the account was frozen already, once however often it runs. */
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
    private readonly freezes: HoldFreezes,
  ) {}

  async execute({ institutionId, holdId }: RaiseHoldAlert): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      const hold = await tx.findOneByOrFail(AmlHold, { institutionId, id: holdId });
      // The account is locked before the rows of the alert.
      await this.freezes.add(tx, hold);
      await this.alerts.raiseOfHold(tx, hold);
    });
  }
}
