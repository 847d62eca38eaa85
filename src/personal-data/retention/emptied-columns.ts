import type { EntityTarget } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';

/** The name of an erased person in lists and statements. */
export const ERASED_NAME = 'Erased customer';

/**
 * Null for every column of a table that can be null, so that a column that is added later is erased too.
 * @param kept the properties that tell nothing about a person.
 */
export function emptiedColumns<Entity extends object>(
  tx: Tx,
  entity: EntityTarget<Entity>,
  kept: readonly (keyof Entity)[],
): Record<string, null> {
  const { columns } = tx.connection.getMetadata(entity);
  const names = columns.filter(({ isNullable }) => isNullable).map(({ propertyName }) => propertyName);
  return Object.fromEntries(
    names.filter((name) => !(kept as readonly string[]).includes(name)).map((name) => [name, null]),
  );
}
