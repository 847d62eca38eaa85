import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AML_SCREENING_ENABLED } from '../aml.settings';

/** Turns the institution's screening on or off from the next movement on. */
export class SetAmlScreening extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly enabled: boolean,
  ) {
    super();
  }
}

@CommandHandler(SetAmlScreening)
export class SetAmlScreeningHandler implements ICommandHandler<SetAmlScreening> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly settings: InstitutionSettings,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, enabled }: SetAmlScreening): Promise<Outcome> {
    const { institutionId, actor } = write;
    const outcome = await this.writes.run(write, { enabled }, async (tx) => {
      await this.settings.set(tx, institutionId, AML_SCREENING_ENABLED, String(enabled), actor);
      await this.audit.record(tx, write, {
        action: 'aml-screening.set',
        subject: `configuration:${AML_SCREENING_ENABLED}`,
        details: { enabled },
      });
      return Outcome.done({ enabled });
    });
    this.settings.forget(institutionId);
    return outcome;
  }
}
