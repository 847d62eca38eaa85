import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsNotEmpty,
  IsString,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';

const EXAMPLE_CHANGES = [
  { key: 'TRANSFER_BASE_URL', value: 'https://transfers.example' },
  { key: 'TRANSFER_SHARED_GATEWAY_KEY', value: 'a key agreed with the provider' },
];

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

/** A new value of one of several configuration keys. */
export class ConfigurationChangeBody {
  /** @example TRANSFER_BASE_URL */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  key!: string;

  /**
   * The value as text, in the format of the key's type; null restores the default.
   * @example https://transfers.example
   */
  @ValidateIf(({ value }: ConfigurationChangeBody) => value !== null)
  @IsString()
  @IsNotEmpty()
  @MaxLength(10_000)
  value!: string | null;
}

/** New values of configuration keys that belong together. */
@FieldRelations({ rule: 'unique-by', field: 'changes', key: 'key' })
export class ChangeConfigurationBody {
  /** The keys, each once; at most 50. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ArrayUnique(({ key }: ConfigurationChangeBody) => key)
  @ValidateNested({ each: true })
  @Type(() => ConfigurationChangeBody)
  @ApiProperty({ example: EXAMPLE_CHANGES })
  changes!: ConfigurationChangeBody[];
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
  /** True when a change of the key waits for a second person. @example true */
  needsSecondPerson!: boolean;
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
