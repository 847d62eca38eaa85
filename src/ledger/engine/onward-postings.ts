import type { AppError } from '../../common/errors/app-error';
import { commonErrors } from '../../common/errors/common.errors';
import type { KnownPostings } from './known-postings';
import { allLegs, type OnwardPosting, type PostingRequest } from './posting-request';

/** The request that the rules judge: with the legs of the postings that are written with it. */
export function judged(request: PostingRequest): PostingRequest {
  return request.onward?.together ? { ...request, legs: allLegs(request) } : request;
}

/** The request of an onward posting, which its whole has decided. */
export function onwardRequest(
  whole: PostingRequest,
  { place: _, alone: __, ...posting }: OnwardPosting,
): PostingRequest {
  const { institutionId, origin, maker, nature, valueDate, reference: wholeReference } = whole;
  return { institutionId, origin, maker, nature, valueDate, feeKobo: 0n, wholeReference, ...posting };
}

/** The refusal of a request of which an onward posting has a reference that was used before. */
export function onwardDuplicate(known: KnownPostings, { onward }: PostingRequest): AppError | undefined {
  const used = onward?.together ? onward.postings.find((posting) => known.find(posting) !== undefined) : undefined;
  if (!used) return undefined;
  return commonErrors.DUPLICATE_REFERENCE(
    `The reference ${used.reference} of ${used.place} was used before; send a new one.`,
    { field: `${used.place}.reference` },
  );
}
