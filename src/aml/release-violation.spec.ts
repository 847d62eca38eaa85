import type { ReleaseRetry } from '../ledger/movements/movement-gates';
import { releaseViolation } from './release-violation';

const now = new Date('2026-11-21T12:00:00Z');
const fingerprint = '01'.repeat(32);

const hold = {
  actor: 'api-client:a',
  endpoint: 'POST /api/transfer/v1/localfundtransfer',
  fingerprint,
  status: 'Approved' as const,
  resumesBy: 'client' as const,
  decidedAt: new Date('2026-11-20T12:00:00Z'),
  executedRequestReference: null,
};

const retry: ReleaseRetry = {
  institutionId: 1,
  amlApprovalReference: 'x',
  endpoint: hold.endpoint,
  fingerprint,
  actor: hold.actor,
  requestReference: 'REF-2',
};

describe('releaseViolation', () => {
  it('lets the unchanged retry of an approved hold through', () => {
    expect(releaseViolation(hold, retry, now, undefined)).toBeUndefined();
  });

  it.each([
    ['another client', {}, { actor: 'api-client:b' }, 'OTHER_CLIENT'],
    ['a member of staff', {}, { actor: 'staff:a' }, 'OTHER_CLIENT'],
    ['another endpoint', {}, { endpoint: 'POST /api/postings/v1/posttransaction' }, 'OTHER_ENDPOINT'],
    ['a changed payload', {}, { fingerprint: '02'.repeat(32) }, 'PAYLOAD_CHANGED'],
    ['a pending hold', { status: 'Held' as const, decidedAt: null }, {}, 'PENDING'],
    ['a declined hold', { status: 'Declined' as const }, {}, 'DECLINED'],
    ['a used hold', { status: 'Used' as const, executedRequestReference: 'REF-1' }, {}, 'USED'],
    ['a hold that the system resumes', { resumesBy: 'system' as const }, {}, 'RESUMES_BY_ITSELF'],
  ])('refuses %s', (_, holdFacts, retryFacts, rejection) => {
    const refusal = releaseViolation({ ...hold, ...holdFacts }, { ...retry, ...retryFacts }, now, undefined);
    expect(refusal).toMatchObject({ code: 'AML_REFERENCE_REJECTED', httpStatus: 422, details: { rejection } });
  });

  it('asks a retry to fetch its answer when it was executed under the same request reference', () => {
    const used = { ...hold, status: 'Used' as const, executedRequestReference: 'REF-2' };
    expect(releaseViolation(used, retry, now, undefined)).toMatchObject({
      code: 'REQUEST_IN_PROGRESS',
      httpStatus: 409,
    });
  });

  it.each([
    [1, '2026-11-20T12:00:00.000Z', undefined],
    [1, '2026-11-20T11:59:59.999Z', 'EXPIRED'],
    [2, '2026-11-19T12:00:00.000Z', undefined],
  ])('with %p days of validity, a release of %s is %p', (days, decidedAt, rejection) => {
    const refusal = releaseViolation({ ...hold, decidedAt: new Date(decidedAt) }, retry, now, days);
    expect(refusal?.details.rejection).toBe(rejection);
  });
});
