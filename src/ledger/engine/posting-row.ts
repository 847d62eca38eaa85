import type { BatchState } from './batch-reader';
import { type Posting, postingReferenceNumber } from './posting.entity';
import { operationOf } from './posting-operation';
import { type Posted, type PostingRequest, reversedPostingId } from './posting-request';

/**
 * The row of a request of a batch.
 * @param postedAt null for a posting that waits
 */
export function postingRow(
  state: BatchState,
  request: PostingRequest,
  id: number,
  status: Posting['status'],
  postedAt: Date | null,
): Posting {
  const { reference, operation, wholeReference } = request;
  const debitTotalKobo = request.legs.reduce(
    (sum, { side, amountKobo }) => (side === 'debit' ? sum + amountKobo : sum),
    0n,
  );
  const planned = wholeReference === undefined ? { id, reference, status } : { id, reference, status, wholeReference };
  const metadata = operationOf(request).metadata?.(operation.facts, planned, state.accounts);
  return {
    institutionId: request.institutionId,
    id,
    kind: request.kind,
    reference,
    transactionReference: request.transactionReference ?? null,
    origin: request.origin,
    status,
    narration: request.narration,
    amountKobo: request.amountKobo,
    feeKobo: request.feeKobo,
    debitTotalKobo,
    creditTotalKobo: debitTotalKobo,
    maker: request.maker,
    checker: request.resumes?.checker ?? null,
    businessDate: state.businessDate,
    valueDate: request.valueDate ?? state.businessDate,
    instrumentNumber: request.instrumentNumber ?? null,
    additionalMetadata: metadata ?? null,
    reversesId: reversedPostingId(request) ?? null,
    forced: false,
    reversedById: null,
    failureCode: null,
    failureMessage: null,
    createdAt: state.now,
    postedAt,
  };
}

/** What the caller is told of a written posting. */
export function writtenPosting(
  { realNow, businessDate }: Pick<BatchState, 'realNow' | 'businessDate'>,
  { reference, resumes }: PostingRequest,
  { id: postingId, postedAt, forced }: { id: number; postedAt: Date; forced: boolean },
): Posted {
  return {
    postingId,
    postingReferenceNumber: postingReferenceNumber(postingId),
    reference,
    postedAt,
    writtenAt: realNow,
    businessDate,
    forced,
    released: resumes?.released ?? false,
  };
}
