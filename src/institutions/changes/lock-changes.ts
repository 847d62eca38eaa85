import type { Tx } from '../../common/database/unit-of-work';
import { Institution } from '../institution.entity';

/** One lock for all changes of an institution, so that each is decided on the state that the one before it left. */
export async function lockChanges(tx: Tx, institutionId: number): Promise<void> {
  await tx.findOneOrFail(Institution, { where: { institutionId }, lock: { mode: 'for_no_key_update' } });
}
