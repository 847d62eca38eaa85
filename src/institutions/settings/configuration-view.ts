import type { Tx } from '../../common/database/unit-of-work';
import type { ConfigurationKeyView } from './configuration.dto';
import { InstitutionSetting } from './institution-setting.entity';
import type { SettingDefinition } from './setting-definition';

const MASK = '********';

/** The view of a key for staff. A secret is masked. */
export function viewOfSetting(
  definition: SettingDefinition,
  row: InstitutionSetting | undefined,
): ConfigurationKeyView {
  const { key, type, description, secret, allowed, onePerson = false } = definition;
  const value = row ? (secret || row.sealed ? MASK : row.value) : (definition.default ?? null);
  return {
    key,
    type,
    description,
    secret,
    needsSecondPerson: !onePerson,
    isSet: row !== undefined,
    value,
    default: definition.default ?? null,
    ...(allowed ? { allowed: [...allowed] } : {}),
    updatedBy: row?.updatedBy ?? null,
    updatedAt: row?.updatedAt ?? null,
  };
}

/** The view of one key, read in this transaction. */
export async function configurationKeyView(
  tx: Tx,
  institutionId: number,
  definition: SettingDefinition,
): Promise<ConfigurationKeyView> {
  const row = await tx.findOneBy(InstitutionSetting, { institutionId, key: definition.key });
  return viewOfSetting(definition, row ?? undefined);
}
