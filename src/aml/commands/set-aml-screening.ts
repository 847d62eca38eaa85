import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { CHANGE_AML_SCREENING } from '../aml-screening-changes';

/** Asks to turn the institution's screening on or off from the next movement on. */
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
    private readonly changes: ConfigurationChanges,
  ) {}

  async execute({ write, enabled }: SetAmlScreening): Promise<Outcome> {
    const outcome = await this.writes.run(write, { enabled }, (tx) =>
      this.changes.ask(tx, write, { operation: CHANGE_AML_SCREENING, target: 'screening', after: { enabled } }),
    );
    this.settings.forget(write.institutionId);
    return outcome;
  }
}
