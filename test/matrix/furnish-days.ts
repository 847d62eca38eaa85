import { IdAllocator } from '../../src/common/database/id-allocator';
import { addDays, addMonths } from '../../src/common/time/calendar';
import type { Clerk } from './house';
import type { Identifiers } from './identifiers';

type Days = Pick<Identifiers, 'closedDay' | 'dayException' | 'period' | 'sealedDay'>;

/**
 * A day that was closed long ago with exceptions and the position of a loan, a sealed segment of the ledger, and a
 * month that waits to be closed.
 */
export async function furnishDays(
  { app, institutionId, manager }: Clerk,
  mark: string,
  { loan, branch, product }: Pick<Identifiers, 'loan' | 'branch' | 'product'>,
): Promise<Days> {
  const [closedDay, period] = [`2002-0${mark}-15`, `2001-0${mark}`];
  // A period before the institution's first business date cannot be closed.
  await app.rows(`UPDATE institution SET created_at = '2001-01-01' WHERE institution_id = $1`, [institutionId]);
  const ids = app.app.get(IdAllocator);
  const [job, dayException, month] = [await ids.next(), await ids.next(), await ids.next()];
  await app.rows(
    `INSERT INTO end_of_day_run (institution_id, date, next_date, status, started_by, job_id, rolled_at, finished_at) VALUES ($1, $2, $3, 'Completed', 'system:test', $4, now(), now())`,
    [institutionId, closedDay, addDays(closedDay, 1), job],
  );
  await app.rows(
    `INSERT INTO end_of_day_exception (institution_id, id, date, step, subject, message, failed_at) VALUES ($1, $2, $3, 'loan-accrual', 'loan:1', 'Matrix', now())`,
    [institutionId, dayException, closedDay],
  );
  await app.rows(
    `INSERT INTO end_of_day_step (institution_id, date, step, started_at, finished_at, totals_before, totals_after) VALUES ($1, $2, 'loan-provisions', now(), now(), $3, $3)`,
    [institutionId, closedDay, JSON.stringify({ debitsKobo: '0', creditsKobo: '0', entries: '0' })],
  );
  await app.rows(
    `INSERT INTO loan_position (institution_id, loan_id, date, branch_id, product_id, classification, stage, principal_kobo, exposure_kobo, prudential_kobo, expected_loss_kobo, allowance_kobo)
     SELECT b.institution_id, $2, $3, b.id, g.id, 'Performing', 1, 100, 100, 1, 0, 0
       FROM branch b JOIN product g USING (institution_id)
      WHERE b.institution_id = $1 AND b.branch_code = $4 AND g.code = $5`,
    [institutionId, loan, closedDay, branch, product],
  );
  await app.rows(
    `INSERT INTO accounting_period (institution_id, id, kind, period, first_day, last_day, status, requested_by, requested_at) VALUES ($1, $2, 'Month', $3, $4, $5, 'PendingApproval', $6, now())`,
    [institutionId, month, period, `${period}-01`, addDays(addMonths(`${period}-01`, 1), -1), `staff:${manager}`],
  );
  const sealedDay = await sealDay({ app, institutionId }, `2003-0${mark}-15`, await ids.next());
  return { closedDay, dayException, period, sealedDay };
}

async function sealDay(
  { app, institutionId }: Pick<Clerk, 'app' | 'institutionId'>,
  date: string,
  documentId: number,
): Promise<string> {
  await app.rows(
    `INSERT INTO ledger_segment (institution_id, through, postings, entries, postings_hash, entries_hash, marks_hash, root, storage, document_id, sealed_at)
     VALUES ($1, $2, 0, 0, $3, $3, $3, $3, 'postgres', $4, now())`,
    [institutionId, date, 'a'.repeat(64), documentId],
  );
  return date;
}
