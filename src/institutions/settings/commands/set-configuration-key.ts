import type { KeyObject } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { keyedHash } from '../../../common/crypto/digest';
import { Keyring } from '../../../common/crypto/keyring';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { SetConfigurationKeyBody } from '../configuration.dto';
import { configurationKeyView } from '../configuration-view';
import { InstitutionSettings } from '../institution-settings';
import { SettingCatalogue } from '../setting-catalogue';

/** Sets a configuration key. */
export class SetConfigurationKey extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly key: string,
    readonly body: SetConfigurationKeyBody,
  ) {
    super();
  }
}

@CommandHandler(SetConfigurationKey)
export class SetConfigurationKeyHandler implements ICommandHandler<SetConfigurationKey> {
  private readonly fingerprintKey: KeyObject;

  constructor(
    private readonly writes: IdempotentWrites,
    private readonly settings: InstitutionSettings,
    private readonly catalogue: SettingCatalogue,
    private readonly audit: AuditLog,
    keyring: Keyring,
  ) {
    this.fingerprintKey = keyring.derive('secret-fingerprints');
  }

  async execute({ write, key, body: { value } }: SetConfigurationKey): Promise<Outcome> {
    const { institutionId, actor } = write;
    // A claim stores an unkeyed digest of its payload, from which a short secret could be guessed.
    const payload = { key, value: keyedHash(this.fingerprintKey, value) };
    const outcome = await this.writes.run(write, payload, async (tx) => {
      await this.settings.set(tx, institutionId, key, value, actor);
      const definition = this.catalogue.find(key)!;
      const details = definition.secret ? {} : { value };
      await this.audit.record(tx, write, { action: 'configuration.set', subject: `configuration:${key}`, details });
      return Outcome.done(await configurationKeyView(tx, institutionId, definition));
    });
    this.settings.forget(institutionId);
    return outcome;
  }
}
