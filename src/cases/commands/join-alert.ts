import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AmlAlert } from '../alerts/aml-alert.entity';
import type { CaseQueue } from '../aml-case.entity';
import { CaseStore } from '../case-store';
import { CASE_MIN_SCORE } from '../cases.settings';

const ACTOR = 'system:cases';

/** Puts a new alert into its customer's case, once however often it runs; alerts with a low score wait for triage. */
export class JoinAlert extends Command<void> {
  constructor(
    readonly institutionId: number,
    readonly alertId: number,
  ) {
    super();
  }
}

@CommandHandler(JoinAlert)
export class JoinAlertHandler implements ICommandHandler<JoinAlert> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly store: CaseStore,
    private readonly settings: InstitutionSettings,
  ) {}

  async execute({ institutionId, alertId }: JoinAlert): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      const lock = { mode: 'for_no_key_update' } as const;
      const alert = await tx.findOneOrFail(AmlAlert, { where: { institutionId, id: alertId }, lock });
      const lowest = Number(await this.settings.getWithin(tx, institutionId, CASE_MIN_SCORE));
      if (alert.status !== 'new' || alert.customerId === null || alert.score < lowest) return;
      const { customerId, score } = alert;
      const wanted = { institutionId, customerId, queue: queueOf(alert), score, actor: ACTOR };
      const { found } = await this.store.openFor(tx, wanted);
      await this.store.link(tx, found, alert, ACTOR);
    });
  }
}

/** The queue to which the alerts of a source belong. */
export function queueOf({ source }: AmlAlert): CaseQueue {
  if (source === 'complaint') return 'fraud';
  return source === 'name-screening' ? 'names' : 'aml';
}
