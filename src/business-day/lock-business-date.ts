import type { Tx } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';

/**
 * The institution's business date, which stays what it is until the transaction ends: what is written under it is there
 * when the next day begins and its liens and overdrafts are gone through. Take it before any account is locked.
 */
export async function lockBusinessDate(tx: Tx, institutionId: number): Promise<string> {
  const { businessDate } = await tx.findOneOrFail(Institution, {
    where: { institutionId },
    lock: { mode: 'pessimistic_read' },
  });
  return businessDate;
}
