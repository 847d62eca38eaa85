import { operationOf } from './posting-operation';
import { isMovement, type MovementRequest, type PostingRequest } from './posting-request';

/**
 * Only movements are screened, because only they are requested by a client or by staff. Movements that AML released,
 * reversals and operations that AML never holds are left out (docs/api/aml-holds.md#what-is-screened).
 */
export function isScreened(request: PostingRequest): request is MovementRequest {
  return (
    isMovement(request) &&
    request.resumes?.released !== true &&
    request.carriesOut?.released !== true &&
    request.nature.type !== 'reversal' &&
    !operationOf(request).reported
  );
}
