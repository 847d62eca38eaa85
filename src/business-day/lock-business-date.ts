import type { Tx } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';

/**
 * Locks the institution's business date against a roll until the transaction ends, and returns it. Rows written under
 * the lock are visible to the steps of the next day, such as the expiry of liens. Lock it before any account.
 */
export async function lockBusinessDate(tx: Tx, institutionId: number): Promise<string> {
  const { businessDate } = await tx.findOneOrFail(Institution, {
    where: { institutionId },
    lock: { mode: 'pessimistic_read' },
  });
  return businessDate;
}
