import type { Tx } from '../../common/database/unit-of-work';
import { reportsErrors } from '../reports.errors';

const CLOSED = `SELECT finished_at IS NOT NULL AS closed FROM end_of_day_step
  WHERE institution_id = $1 AND date = $2 AND step = 'loan-provisions'`;

/**
 * The positions of loans at the end of a date are complete once its end of day has written them.
 * @throws DAY_NOT_CLOSED (422)
 */
export async function assertDayClosed(tx: Tx, institutionId: number, date: string): Promise<void> {
  const [step] = await tx.query<{ closed: boolean }[]>(CLOSED, [institutionId, date]);
  if (!step?.closed)
    throw reportsErrors.DAY_NOT_CLOSED(
      `The end of day of ${date} has not run, so the figures as of it are not complete. Choose a closed date.`,
    );
}
