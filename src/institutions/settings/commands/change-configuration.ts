import type { KeyObject } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { keyedHash } from '../../../common/crypto/digest';
import { Keyring } from '../../../common/crypto/keyring';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../changes/configuration-changes';
import type { ConfigurationKeyView } from '../configuration.dto';
import { configurationKeyView } from '../configuration-view';
import { InstitutionSettings } from '../institution-settings';
import { CHANGE_CONFIGURATION, CONFIGURATION_TARGET, type NewSettings, SettingChanges } from '../setting-changes';

/** Sets or resets configuration keys that belong together, or asks for it. */
export class ChangeConfiguration extends Command<Outcome> {
  /**
   * @param values null restores a default.
   * @param answers the view of the one key, or the list of views.
   */
  constructor(
    readonly write: WriteRequest,
    readonly values: NewSettings,
    readonly answers: 'key' | 'list',
  ) {
    super();
  }
}

@CommandHandler(ChangeConfiguration)
export class ChangeConfigurationHandler implements ICommandHandler<ChangeConfiguration> {
  private readonly fingerprintKey: KeyObject;

  constructor(
    private readonly writes: IdempotentWrites,
    private readonly settings: InstitutionSettings,
    private readonly settingChanges: SettingChanges,
    private readonly changes: ConfigurationChanges,
    keyring: Keyring,
  ) {
    this.fingerprintKey = keyring.derive('secret-fingerprints');
  }

  /** @returns 200 with the views of the keys, or 202 */
  async execute({ write, values, answers }: ChangeConfiguration): Promise<Outcome> {
    const { institutionId } = write;
    const outcome = await this.writes.run(write, this.fingerprinted(values), async (tx) => {
      const after = await this.settingChanges.fieldsOf(tx, institutionId, values);
      const asked = { operation: CHANGE_CONFIGURATION, target: CONFIGURATION_TARGET, after };
      const answer = await this.changes.ask(tx, write, asked);
      if (answer.httpStatus !== 200) return answer;
      const data = await this.views(tx, institutionId, [...values.keys()]);
      return Outcome.done(answers === 'key' ? data[0] : { data, recordCount: data.length });
    });
    this.settings.forget(institutionId);
    return outcome;
  }

  private async views(tx: Tx, institutionId: number, keys: string[]): Promise<ConfigurationKeyView[]> {
    const data: ConfigurationKeyView[] = [];
    for (const key of keys) data.push(await configurationKeyView(tx, institutionId, this.settings.definition(key)));
    return data;
  }

  /** A claim stores an unkeyed digest of its payload, from which a short secret could be guessed. */
  private fingerprinted(values: NewSettings): object {
    return {
      changes: [...values].map(([key, value]) => ({
        key,
        value: value === null ? null : keyedHash(this.fingerprintKey, value),
      })),
    };
  }
}
