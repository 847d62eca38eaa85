import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { sha256 } from '../../common/crypto/digest';
import { SealedValueError } from '../../common/crypto/secret-box';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import type { ChangeFields, ConfigurationChange, StoredSecret } from '../changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../changes/change-kinds';
import { institutionsErrors } from '../institutions.errors';
import { institutionsPermissions } from '../institutions.permissions';
import type { ConfigurationKeyView } from './configuration.dto';
import { configurationKeyView } from './configuration-view';
import { InstitutionSetting } from './institution-setting.entity';
import { InstitutionSettings } from './institution-settings';
import { type EffectiveSettings, secretsOfChangedHosts } from './provider-hosts';
import { SettingCatalogue } from './setting-catalogue';

export const CHANGE_CONFIGURATION = 'change-configuration';

/** Each change is one of keys; the fields name them. */
export const CONFIGURATION_TARGET = 'keys';

/** New values by key; null restores the default. */
export type NewSettings = ReadonlyMap<string, string | null>;

/** Changes of configuration keys. A secret waits sealed; the stored one is compared by who set it and when. */
@Injectable()
@MemberOf(ChangeKinds)
export class SettingChanges implements ChangeKind {
  readonly operation = CHANGE_CONFIGURATION;
  readonly title = 'Configuration';
  readonly covers = 'every configuration key but the letterhead and the names of senders';
  readonly permission = institutionsPermissions.manageConfiguration;

  constructor(
    private readonly settings: InstitutionSettings,
    private readonly catalogue: SettingCatalogue,
  ) {}

  /**
   * The fields of a change: the new values, checked, and the removal of stored secrets of hosts that change.
   * @throws UNKNOWN_CONFIGURATION_KEY (404), CONFIGURATION_VALUE_REFUSED (422)
   */
  async fieldsOf(tx: Tx, institutionId: number, values: NewSettings): Promise<ChangeFields> {
    const fields: ChangeFields = {};
    for (const [key, value] of values) {
      const { secret } = value === null ? this.settings.definition(key) : this.settings.assertValid(key, value);
      fields[key] = value !== null && secret ? { secret: this.settings.seal(institutionId, key, value) } : value;
    }
    for (const key of await this.clearedBy(tx, institutionId, fields)) fields[key] = null;
    return fields;
  }

  async present(tx: Tx, institutionId: number, _target: string, keys: string[]): Promise<ChangeFields> {
    const rows = await tx.findBy(InstitutionSetting, { institutionId, key: In(keys) });
    const stored = new Map(rows.map((row) => [row.key, row.sealed ? markOf(row) : row.value]));
    return Object.fromEntries(keys.map((key) => [key, stored.get(key) ?? null]));
  }

  /** @throws CHANGE_OUTDATED (409) when secrets that the new host must not get were stored since, or a key is gone */
  async apply(
    tx: Tx,
    institutionId: number,
    { after }: ConfigurationChange,
    author: string,
  ): Promise<ConfigurationKeyView | { data: ConfigurationKeyView[]; recordCount: number }> {
    if ((await this.clearedBy(tx, institutionId, after)).some((key) => after[key] === undefined))
      throw institutionsErrors.CHANGE_OUTDATED();
    const keys = Object.keys(after);
    for (const key of keys) {
      const value = this.plain(institutionId, key, after[key] as string | StoredSecret | null);
      if (value === null) await this.settings.remove(tx, institutionId, key);
      else await this.settings.set(tx, institutionId, key, value, author);
    }
    const data: ConfigurationKeyView[] = [];
    for (const key of keys) data.push(await configurationKeyView(tx, institutionId, this.settings.definition(key)));
    return data.length === 1 ? data[0]! : { data, recordCount: data.length };
  }

  audited({ after }: ConfigurationChange): AuditedChange[] {
    return Object.entries(after).map(([key, value]) => ({
      action: value === null ? 'configuration.remove' : 'configuration.set',
      subject: `configuration:${key}`,
      fields: [key],
    }));
  }

  async isImmediate(_tx: Tx, _institutionId: number, { after }: ConfigurationChange): Promise<boolean> {
    return Object.keys(after).every((key) => this.settings.definition(key).onePerson ?? false);
  }

  reseal(institutionId: number, after: ChangeFields): { after: ChangeFields; count: number } {
    const resealed: ChangeFields = {};
    for (const [key, value] of Object.entries(after)) {
      if (typeof value !== 'object' || value === null) continue;
      const secret = this.settings.resealed(institutionId, key, (value as StoredSecret).secret);
      if (secret !== undefined) resealed[key] = { secret };
    }
    return { after: { ...after, ...resealed }, count: Object.keys(resealed).length };
  }

  committed(institutionId: number): void {
    this.settings.forget(institutionId);
  }

  /** The stored secrets that a change must clear, because their host changes and it does not set them. */
  private async clearedBy(tx: Tx, institutionId: number, fields: ChangeFields): Promise<string[]> {
    const definitions = this.catalogue.list();
    const rows = await tx.findBy(InstitutionSetting, { institutionId });
    const stored = new Map(rows.map(({ key, value }) => [key, value]));
    const before: EffectiveSettings = Object.fromEntries(
      definitions.map(({ key, default: byDefault }) => [key, stored.get(key) ?? byDefault]),
    );
    const open = Object.entries(fields).filter(([, value]) => typeof value === 'string' || value === null);
    const after = {
      ...before,
      ...Object.fromEntries(
        open.map(([key, value]) => [key, (value as string | null) ?? this.settings.definition(key).default]),
      ),
    };
    const set = Object.keys(fields).filter((key) => fields[key] !== null);
    return secretsOfChangedHosts(definitions, before, after, set).filter((key) => stored.has(key));
  }

  private plain(institutionId: number, key: string, value: string | StoredSecret | null): string | null {
    if (value === null || typeof value === 'string') return value;
    try {
      return this.settings.unseal(institutionId, key, value.secret);
    } catch (error) {
      // The master key was rotated while the change waited, and the old one is gone.
      if (error instanceof SealedValueError) throw institutionsErrors.CHANGE_OUTDATED();
      throw error;
    }
  }
}

/**
 * The mark by which a stored secret is compared: who set it and when. The rotation of the master key changes its sealed
 * form and neither of these, so that a change that waits meanwhile stays valid; setting the same value again counts as
 * a change.
 */
function markOf({ key, updatedBy, updatedAt }: InstitutionSetting): StoredSecret {
  return { secret: sha256(`${key}|${updatedBy}|${updatedAt.toISOString()}`).toString('base64url') };
}
