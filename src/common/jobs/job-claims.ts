import { sqlFormOf } from '../database/distribution/sql-form';
import type { Tx, UnitOfWork } from '../database/unit-of-work';

/** A job that this process may run until its lease ends. */
export interface ClaimedJob {
  institutionId: number;
  jobId: number;
  kind: string;
  /** The end of the lease as the database wrote it; only the holder of this lease may finish the job. */
  leaseEnd: Date;
}

interface ClaimOrder {
  kinds: readonly string[];
  limit: number;
  leaseSec: number;
}

interface DueRow {
  institution_id: string;
  job_id: string;
  kind: string;
  due_at: Date;
}

const CLAIM = `UPDATE job_due SET due_at = clock_timestamp() + make_interval(secs => $1)
  WHERE (institution_id, job_id) IN (
    SELECT institution_id, job_id FROM job_due
     WHERE due_at <= clock_timestamp() AND kind = ANY($2) ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING institution_id, job_id, kind, due_at`;

/** Reads every machine, and locks nothing: rows of several machines cannot be locked together. */
const FIND = `SELECT institution_id, job_id, kind, due_at FROM job_due
  WHERE due_at <= statement_timestamp() AND kind = ANY($1) ORDER BY due_at LIMIT $2`;

/** Takes the jobs whose time is still the one that was read: another process has not taken them. */
const CLAIM_FOUND = `UPDATE job_due d SET due_at = statement_timestamp() + make_interval(secs => $2)
  FROM unnest($3::bigint[], $4::timestamptz[]) AS found (job_id, due_at)
  WHERE d.institution_id = $1 AND d.job_id = found.job_id AND d.due_at = found.due_at
  RETURNING d.institution_id, d.job_id, d.kind, d.due_at`;

/** The index of the times answers alone, over all kinds and institutions. */
const IS_ANY_DUE = `SELECT EXISTS (SELECT 1 FROM job_due WHERE due_at <= statement_timestamp()) AS due`;

/** Most polls ask only this. @returns true where a job of any lane is due */
export function isAnyJobDue(unitOfWork: UnitOfWork): Promise<boolean> {
  return unitOfWork.routing(async (tx) => {
    const [{ due }] = await tx.query<[{ due: boolean }]>(IS_ANY_DUE);
    return due;
  });
}

/** Takes due jobs of every institution under a lease, oldest first. Several processes may do so at once. */
export async function claimDueJobs(unitOfWork: UnitOfWork, order: ClaimOrder): Promise<ClaimedJob[]> {
  const { form, rows } = await unitOfWork.routing((tx) => claimOrFind(tx, order));
  if (form === 'plain') return rows.map(claimedFrom);
  const byInstitution = new Map<string, DueRow[]>();
  for (const row of rows)
    byInstitution.set(row.institution_id, [...(byInstitution.get(row.institution_id) ?? []), row]);
  const claimed: ClaimedJob[] = [];
  // A transaction for each institution: its rows are on one machine.
  for (const [institutionId, found] of byInstitution) {
    const values = [
      institutionId,
      order.leaseSec,
      found.map(({ job_id: id }) => id),
      found.map(({ due_at: at }) => at),
    ];
    const [taken] = await unitOfWork.routing((tx) => tx.query<[DueRow[], number]>(CLAIM_FOUND, values));
    claimed.push(...taken.map(claimedFrom));
  }
  return claimed;
}

async function claimOrFind(tx: Tx, { kinds, limit, leaseSec }: ClaimOrder): Promise<{ form: string; rows: DueRow[] }> {
  const form = sqlFormOf(tx.dataSource);
  if (form === 'distributed') return { form, rows: await tx.query<DueRow[]>(FIND, [kinds, limit]) };
  const [rows] = await tx.query<[DueRow[], number]>(CLAIM, [leaseSec, kinds, limit]);
  return { form, rows };
}

function claimedFrom({ institution_id: institutionId, job_id: jobId, kind, due_at: leaseEnd }: DueRow): ClaimedJob {
  return { institutionId: Number(institutionId), jobId: Number(jobId), kind, leaseEnd };
}
