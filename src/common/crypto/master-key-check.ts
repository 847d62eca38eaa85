import type { EntityManager } from 'typeorm';
import { StartRefusedError } from '../errors/start-refused-error';
import { InstallationCheck } from './installation-check.entity';
import type { Keyring } from './keyring';
import { SecretBox } from './secret-box';

const NAME = 'master-key';
const KNOWN_TEXT = 'This database belongs to the master key that opens this text.';

const WRONG_KEY =
  'The master key does not fit this database: it does not open what was sealed there. Set COREBANK_MASTER_KEY, or ' +
  'the file that COREBANK_MASTER_KEY_FILE names, to the key that this database was first started with, or put that ' +
  'key after the new one to change keys.';

/**
 * Refuses to serve a database that was sealed with a key that this process does not have. After a rotation the check
 * itself is sealed with the current key (docs/security.md#keeping-the-keys).
 *
 * @returns false when the database has no check yet
 * @throws StartRefusedError
 */
export async function assertMasterKeyFits(tx: EntityManager, keyring: Keyring): Promise<boolean> {
  const [table] = await tx.query<{ known: boolean }[]>(`SELECT to_regclass('installation_check') IS NOT NULL AS known`);
  const checks = tx.getRepository(InstallationCheck);
  const check = table?.known ? await checks.findOneBy({ name: NAME }) : null;
  if (!check) return false;
  const box = boxOf(keyring);
  const { sealedValue } = check;
  if (!box.opens(sealedValue, NAME)) throw wrongMasterKey();
  // Another process may seal it at the same time: either value opens with the keys of both.
  if (!box.isCurrent(sealedValue))
    await checks.update({ name: NAME, sealedValue }, { sealedValue: box.seal(KNOWN_TEXT, NAME) });
  return true;
}

/** Binds a database to the current master key, unless another process has just done so. @throws StartRefusedError */
export async function bindMasterKey(tx: EntityManager, keyring: Keyring): Promise<void> {
  await tx
    .createQueryBuilder()
    .insert()
    .into(InstallationCheck)
    .values({ name: NAME, sealedValue: boxOf(keyring).seal(KNOWN_TEXT, NAME) })
    .orIgnore()
    .execute();
  await assertMasterKeyFits(tx, keyring);
}

/** The refusal of a key that opens nothing of what is stored. */
export function wrongMasterKey(): StartRefusedError {
  return new StartRefusedError(WRONG_KEY);
}

function boxOf(keyring: Keyring): SecretBox {
  return new SecretBox(keyring, 'installation-check');
}
