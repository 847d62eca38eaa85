import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { configurationKeyView } from '../configuration-view';
import { InstitutionSettings } from '../institution-settings';
import { SettingCatalogue } from '../setting-catalogue';

/** Resets a configuration key to its default. */
export class RemoveConfigurationKey extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly key: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveConfigurationKey)
export class RemoveConfigurationKeyHandler implements ICommandHandler<RemoveConfigurationKey> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly settings: InstitutionSettings,
    private readonly catalogue: SettingCatalogue,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, key }: RemoveConfigurationKey): Promise<Outcome> {
    const { institutionId } = write;
    const outcome = await this.writes.run(write, { key }, async (tx) => {
      await this.settings.remove(tx, institutionId, key);
      await this.audit.record(tx, write, { action: 'configuration.remove', subject: `configuration:${key}` });
      return Outcome.done(await configurationKeyView(tx, institutionId, this.catalogue.find(key)!));
    });
    this.settings.forget(institutionId);
    return outcome;
  }
}
