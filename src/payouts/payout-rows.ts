import type { ExtraRow } from '../common/database/insert-rows';
import { jobRows } from '../common/jobs/job-queue';
import type { Posted } from '../ledger/engine/posting-request';
import type { Payout } from './payout.entity';

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

/** The rows that a debit brings into being: the payout, and the job that carries it on. They belong to its posting's transaction. */
export function payoutRows(payout: NewPayout, { postingId, postedAt }: Posted): ExtraRow[] {
  const { institutionId, id, jobId } = payout;
  const values = {
    institution_id: institutionId,
    id,
    kind: payout.kind,
    reference: payout.reference,
    status: 'Pending',
    account_number: payout.accountNumber,
    amount_kobo: payout.amountKobo,
    fee_kobo: payout.feeKobo,
    vat_kobo: payout.vatKobo,
    stamp_duty_kobo: payout.stampDutyKobo,
    provider: payout.provider,
    session_id: payout.sessionId,
    posting_id: postingId,
    details: payout.details,
    job_id: jobId,
    created_by: payout.createdBy,
    created_at: postedAt.toISOString(),
  };
  const dueAt = new Date(postedAt.getTime() + WORKER_DELAY_MS);
  return [
    { table: 'payout', values },
    ...jobRows({ institutionId, id: jobId, kind: PAYOUT_JOB, payload: { payoutId: id }, dueAt }),
  ];
}
