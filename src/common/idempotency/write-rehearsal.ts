import type { Tx } from '../database/unit-of-work';
import type { Outcome } from '../http/outcome';
import type { WriteRequest } from '../http/write-request';

/** Decides a dry run of a write outside the posting engine. The ledger implements it: it knows what would be posted. */
export abstract class WriteRehearsal {
  /**
   * Runs `work` in a transaction that is rolled back, and answers what it would have done.
   * @throws TOO_MANY_REQUESTS (429), SERVICE_UNAVAILABLE (503) while the rows are busy, and the errors of `work`
   */
  abstract rehearse(write: WriteRequest, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome>;
}
