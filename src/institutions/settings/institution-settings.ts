import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../../common/cache/short-lived-cache';
import { Keyring } from '../../common/crypto/keyring';
import { type SealedPlace, SealedPlaces } from '../../common/crypto/sealed-places';
import { SecretBox } from '../../common/crypto/secret-box';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { institutionsErrors } from '../institutions.errors';
import { InstitutionSetting } from './institution-setting.entity';
import { SettingCatalogue } from './setting-catalogue';
import { type SettingDefinition, settingViolation } from './setting-definition';

/** Cache lifetime: a change by another process takes effect after at most this time. */
const STALE_AFTER_MS = 5_000;
const CACHED_INSTITUTIONS = 10_000;

/** Called with a new value, in the transaction that stores it; undefined when the key was removed. */
export type SettingListener = (tx: Tx, institutionId: number, value: string | undefined) => Promise<void>;

type StoredSettings = ReadonlyMap<string, InstitutionSetting>;

/**
 * The configuration of an institution: set values, else the defaults. Values are text in the format of the key's type.
 */
@Injectable()
@MemberOf(SealedPlaces)
export class InstitutionSettings implements SealedPlace {
  readonly name = 'institution_setting';
  private readonly box: SecretBox;
  private readonly cache = shortLivedCache<StoredSettings>({ ttlMs: STALE_AFTER_MS, max: CACHED_INSTITUTIONS });
  private readonly listeners = new Map<string, SettingListener>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly catalogue: SettingCatalogue,
    keyring: Keyring,
  ) {
    this.box = new SecretBox(keyring, 'institution-settings');
  }

  /** Gets one value. May open a read transaction of its own; inside a transaction use `getWithin`. */
  async get(institutionId: number, key: string): Promise<string | undefined> {
    const definition = this.require(key);
    return this.valueOf(institutionId, definition, await this.stored(institutionId));
  }

  /** Gets the value of a boolean key. */
  async getBoolean(institutionId: number, key: string): Promise<boolean> {
    return (await this.get(institutionId, key)) === 'true';
  }

  /** Gets several values that belong together, read at the same moment. */
  async getMany<Key extends string>(
    institutionId: number,
    keys: readonly Key[],
  ): Promise<Record<Key, string | undefined>> {
    const stored = await this.stored(institutionId);
    // A loop, because every transfer reads eight keys.
    const values = {} as Record<Key, string | undefined>;
    for (const key of keys) values[key] = this.valueOf(institutionId, this.require(key), stored);
    return values;
  }

  /** Gets one value in this transaction, without the cache. */
  async getWithin(tx: Tx, institutionId: number, key: string): Promise<string | undefined> {
    const definition = this.require(key);
    const row = await tx.findOneBy(InstitutionSetting, { institutionId, key });
    return this.valueOf(institutionId, definition, new Map(row ? [[key, row]] : []));
  }

  /**
   * Stores a value. Call `forget` once the transaction is committed.
   * @param actor author of the change, as in audit columns.
   * @throws UNKNOWN_CONFIGURATION_KEY (404), CONFIGURATION_VALUE_REFUSED (422)
   */
  async set(tx: Tx, institutionId: number, key: string, value: string, actor: string): Promise<void> {
    const { secret: sealed } = this.assertValid(key, value);
    const stored = sealed ? this.seal(institutionId, key, value) : value;
    const row = { institutionId, key, value: stored, sealed, updatedBy: actor, updatedAt: this.clock.now() };
    await tx.upsert(InstitutionSetting, row, ['institutionId', 'key']);
    await this.listeners.get(key)?.(tx, institutionId, value);
  }

  /**
   * Stores a value that the program makes, unless the key has one. Call `forget` once the transaction is committed.
   * @returns the value of the key: of several transactions at a time, the first one's
   */
  async setIfAbsent(tx: Tx, institutionId: number, key: string, value: string, actor: string): Promise<string> {
    const { secret: sealed } = this.assertValid(key, value);
    const stored = sealed ? this.seal(institutionId, key, value) : value;
    await tx
      .createQueryBuilder()
      .insert()
      .into(InstitutionSetting)
      .values({ institutionId, key, value: stored, sealed, updatedBy: actor, updatedAt: this.clock.now() })
      .orIgnore()
      .execute();
    return (await this.getWithin(tx, institutionId, key))!;
  }

  /** @throws UNKNOWN_CONFIGURATION_KEY (404), CONFIGURATION_VALUE_REFUSED (422) */
  assertValid(key: string, value: string): SettingDefinition {
    const definition = this.definition(key);
    const violation = settingViolation(definition, value);
    if (violation !== undefined)
      throw institutionsErrors.CONFIGURATION_VALUE_REFUSED(`The value of ${key} ${violation}.`);
    return definition;
  }

  /** A secret sealed for its key, as it is stored; also one that waits for a second person. */
  seal(institutionId: number, key: string, value: string): string {
    return this.box.seal(value, contextOf(institutionId, key));
  }

  /** @throws SealedValueError when the value was sealed with a key that is no longer configured */
  unseal(institutionId: number, key: string, sealed: string): string {
    return this.box.open(sealed, contextOf(institutionId, key));
  }

  /**
   * The secret sealed with the current master key; undefined when it is so already, or when no configured key opens it.
   */
  resealed(institutionId: number, key: string, sealed: string): string | undefined {
    const context = contextOf(institutionId, key);
    if (this.box.isCurrent(sealed) || !this.box.opens(sealed, context)) return undefined;
    return this.box.seal(this.box.open(sealed, context), context);
  }

  /** Restores the default of a key. Call `forget` after the commit. @throws UNKNOWN_CONFIGURATION_KEY (404) */
  async remove(tx: Tx, institutionId: number, key: string): Promise<void> {
    this.definition(key);
    await tx.delete(InstitutionSetting, { institutionId, key });
    await this.listeners.get(key)?.(tx, institutionId, undefined);
  }

  /**
   * Re-encrypts secrets of an institution that were sealed with a previous master key. Values, authors and times stay.
   * @returns the number of secrets
   * @throws SealedValueError when a secret was sealed with a key that is no longer configured
   */
  async reseal(tx: Tx, institutionId: number): Promise<number> {
    const secrets = await tx.find(InstitutionSetting, {
      where: { institutionId, sealed: true },
      order: { key: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const outdated = secrets.filter(({ value }) => !this.box.isCurrent(value));
    for (const { key, value } of outdated) {
      const plain = this.box.open(value, contextOf(institutionId, key));
      await tx.update(
        InstitutionSetting,
        { institutionId, key },
        { value: this.box.seal(plain, contextOf(institutionId, key)) },
      );
      await this.listeners.get(key)?.(tx, institutionId, plain);
    }
    return outdated.length;
  }

  /** The number of stored secrets that the configured master keys open, and of those that they do not. */
  async countSecrets(tx: Tx, institutionId: number): Promise<{ opened: number; closed: number }> {
    const secrets = await tx.findBy(InstitutionSetting, { institutionId, sealed: true });
    const opened = secrets.filter(({ key, value }) => this.box.opens(value, contextOf(institutionId, key))).length;
    return { opened, closed: secrets.length - opened };
  }

  /** Clears the cache of an institution in this process. */
  forget(institutionId: number): void {
    this.cache.delete(String(institutionId));
  }

  /**
   * Registers a listener that keeps derived data, such as a hash for look-ups, in step with a key. One for each key.
   */
  onChange(key: string, listener: SettingListener): void {
    this.require(key);
    if (this.listeners.has(key)) throw new Error(`The configuration key ${key} has two listeners.`);
    this.listeners.set(key, listener);
  }

  private stored(institutionId: number): StoredSettings | Promise<StoredSettings> {
    const load = async (): Promise<StoredSettings> => {
      const rows = await this.unitOfWork.read(institutionId, (tx) => tx.findBy(InstitutionSetting, { institutionId }));
      return new Map(rows.map((row) => [row.key, row]));
    };
    const key = String(institutionId);
    return this.cache.get(key) ?? this.cache.forceFetch(key, { context: load });
  }

  private valueOf(institutionId: number, definition: SettingDefinition, stored: StoredSettings): string | undefined {
    const row = stored.get(definition.key);
    if (!row) return definition.default;
    return row.sealed ? this.box.open(row.value, contextOf(institutionId, row.key)) : row.value;
  }

  /** The definition of a key in a request. @throws UNKNOWN_CONFIGURATION_KEY (404) */
  definition(key: string): SettingDefinition {
    const definition = this.catalogue.find(key);
    if (!definition) throw institutionsErrors.UNKNOWN_CONFIGURATION_KEY(`There is no configuration key ${key}.`);
    return definition;
  }

  /** For keys in code. */
  private require(key: string): SettingDefinition {
    const definition = this.catalogue.find(key);
    if (!definition) throw new Error(`No module registered the configuration key ${key}.`);
    return definition;
  }
}

function contextOf(institutionId: number, key: string): string {
  return `${institutionId}|${key}`;
}
