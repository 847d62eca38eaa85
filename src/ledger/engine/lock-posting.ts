import type { Tx } from '../../common/database/unit-of-work';
import { Posting } from './posting.entity';

/**
 * Locks a posting until the end of the transaction. Whoever gives its money back takes this lock before those of the
 * accounts, so that it goes back once.
 */
export function lockPosting(tx: Tx, institutionId: number, id: number): Promise<Posting> {
  return tx.findOneOrFail(Posting, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
}
