import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

/** A new value of a configuration key. */
export class SetConfigurationKeyBody {
  /**
   * The value as text: `true` or `false`, an amount in Naira, a JSON object, as the key's type asks.
   * @example true
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(10_000)
  value!: string;
}

/** A configuration key and what the institution has set. */
export class ConfigurationKeyView {
  /** @example TRANSFER_ENABLED */
  key!: string;
  /** What the value must be. @example boolean */
  type!: string;
  /** @example "Whether money can be sent to other institutions." */
  description!: string;
  /** Whether the value is write-only. @example false */
  secret!: boolean;
  /** Whether the institution has set a value; otherwise the default holds. @example true */
  isSet!: boolean;
  /** The value that holds; null when there is none, `********` for a secret that is set. @example true */
  value!: string | null;
  /** What holds when nothing is set. @example false */
  default!: string | null;
  /** The values the key takes, where they are a list. @example ["providerh", "providera"] */
  allowed?: string[];
  /** Who set it. @example staff:STF001 */
  updatedBy!: string | null;
  /** @example 2026-11-21T09:00:00.000Z */
  updatedAt!: Date | null;
}
