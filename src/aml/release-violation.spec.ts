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
  it('accepts the unchanged retry of a released hold', () => {
    expect(releaseViolation(hold, retry, now, 7)).toBeUndefined();
  });

  it.each([
    { name: 'another client', holdFacts: {}, retryFacts: { actor: 'api-client:b' }, rejection: 'OTHER_CLIENT' },
    { name: 'a member of staff', holdFacts: {}, retryFacts: { actor: 'staff:a' }, rejection: 'OTHER_CLIENT' },
    {
      name: 'another endpoint',
      holdFacts: {},
      retryFacts: { endpoint: 'POST /api/postings/v1/posttransaction' },
      rejection: 'OTHER_ENDPOINT',
    },
    {
      name: 'a changed payload',
      holdFacts: {},
      retryFacts: { fingerprint: '02'.repeat(32) },
      rejection: 'PAYLOAD_CHANGED',
    },
    {
      name: 'a pending hold',
      holdFacts: { status: 'Held' as const, decidedAt: null },
      retryFacts: {},
      rejection: 'PENDING',
    },
    { name: 'a declined hold', holdFacts: { status: 'Declined' as const }, retryFacts: {}, rejection: 'DECLINED' },
    {
      name: 'a used hold',
      holdFacts: { status: 'Used' as const, executedRequestReference: 'REF-1' },
      retryFacts: {},
      rejection: 'USED',
    },
    {
      name: 'a withdrawn release',
      holdFacts: { status: 'Withdrawn' as const },
      retryFacts: {},
      rejection: 'WITHDRAWN',
    },
    { name: 'an expired release', holdFacts: { status: 'Expired' as const }, retryFacts: {}, rejection: 'EXPIRED' },
    {
      name: 'a hold that the system resumes',
      holdFacts: { resumesBy: 'system' as const },
      retryFacts: {},
      rejection: 'RESUMES_BY_ITSELF',
    },
  ])('refuses a retry with $name: $rejection', ({ holdFacts, retryFacts, rejection }) => {
    const refusal = releaseViolation({ ...hold, ...holdFacts }, { ...retry, ...retryFacts }, now, 7);
    expect(refusal).toMatchObject({ code: 'AML_REFERENCE_REJECTED', httpStatus: 422, details: { rejection } });
  });

  it('answers REQUEST_IN_PROGRESS when another process executed the same retry', () => {
    const used = { ...hold, status: 'Used' as const, executedRequestReference: 'REF-2' };
    expect(releaseViolation(used, retry, now, 7)).toMatchObject({
      code: 'REQUEST_IN_PROGRESS',
      httpStatus: 409,
    });
  });

  it.each([
    [1, '2026-11-20T12:00:00.000Z', undefined],
    [1, '2026-11-20T11:59:59.999Z', 'EXPIRED'],
    [2, '2026-11-19T12:00:00.000Z', undefined],
  ])('checks the validity of %p days for a release of %s: %p', (days, decidedAt, rejection) => {
    const refusal = releaseViolation({ ...hold, decidedAt: new Date(decidedAt) }, retry, now, days);
    expect(refusal?.details.rejection).toBe(rejection);
  });
});
