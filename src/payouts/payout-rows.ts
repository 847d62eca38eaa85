import { type ExtraRow, extraRow } from '../common/database/insert-rows';
import { jobRows } from '../common/jobs/job-queue';
import type { Posted } from '../ledger/engine/posting-request';
import { Payout } from './payout.entity';

export const PAYOUT_JOB = 'payout-advance';

/** The client's own request sends at once; the worker takes over when it has not. */
const WORKER_DELAY_MS = 2_000;

/** A payout as its debit is planned. Ids come from `IdAllocator`. */
export type NewPayout = Pick<
  Payout,
  | 'institutionId'
  | 'id'
  | 'kind'
  | 'reference'
  | 'accountNumber'
  | 'amountKobo'
  | 'feeKobo'
  | 'vatKobo'
  | 'stampDutyKobo'
  | 'provider'
  | 'sessionId'
  | 'details'
  | 'jobId'
  | 'createdBy'
>;

/** The payout of a debit and the job that carries it on; they belong to the transaction of the debit's posting. */
export function payoutRows(payout: NewPayout, { postingId, postedAt, writtenAt }: Posted): ExtraRow[] {
  const { institutionId, id, jobId } = payout;
  const dueAt = new Date(writtenAt.getTime() + WORKER_DELAY_MS);
  return [
    extraRow(Payout, { ...payout, status: 'Pending', postingId, createdAt: postedAt }),
    ...jobRows({ institutionId, id: jobId, kind: PAYOUT_JOB, payload: { payoutId: id }, dueAt }),
  ];
}
