import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

/** A new value of a configuration key. */
export class SetConfigurationKeyBody {
  /**
   * The value as text, in the format of the key's type: `true` or `false`, an amount in Naira, a JSON object …
   * @example true
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(10_000)
  value!: string;
}

/** A configuration key and its value at the institution. */
export class ConfigurationKeyView {
  /** @example TRANSFER_ENABLED */
  key!: string;
  /** Type of the value. @example boolean */
  type!: string;
  /** @example "Enables transfers to other institutions." */
  description!: string;
  /** True for a write-only value. @example false */
  secret!: boolean;
  /** True when the institution has set a value; otherwise the default applies. @example true */
  isSet!: boolean;
  /** Value in effect; null without one, `********` for a secret that is set. @example true */
  value!: string | null;
  /** Value when none is set. @example false */
  default!: string | null;
  /** Allowed values, for keys with a list of them. @example ["providerh", "providera"] */
  allowed?: string[];
  /** Author of the value. @example staff:STF001 */
  updatedBy!: string | null;
  /** @example 2026-11-21T09:00:00.000Z */
  updatedAt!: Date | null;
}
