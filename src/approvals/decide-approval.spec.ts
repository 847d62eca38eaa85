import { decisionViolation, statusAfterVerdict } from './decide-approval';

const pending = { status: 'Pending', maker: 'staff:S1', requiredCheckers: 1 } as const;
const checker = { id: 'S2', actor: 'staff:S2' };

describe('decisionViolation', () => {
  it('lets another member of staff decide a pending approval', () => {
    expect(decisionViolation(pending, [], checker)).toBeUndefined();
  });

  it('refuses a decision of the maker', () => {
    expect(decisionViolation(pending, [], { id: 'S1', actor: 'staff:S1' })).toMatchObject({
      code: 'MAKER_CANNOT_APPROVE',
      httpStatus: 403,
    });
  });

  it('does not confuse an API client with the member of staff of the same id', () => {
    expect(decisionViolation({ ...pending, maker: 'api-client:S2' }, [], checker)).toBeUndefined();
  });

  it.each(['Approved', 'Declined', 'Canceled'] as const)('refuses a decision on an approval that is %s', (status) => {
    expect(decisionViolation({ ...pending, status }, [], checker)).toMatchObject({
      code: 'APPROVAL_ALREADY_DECIDED',
      httpStatus: 409,
    });
  });

  it('accepts one decision from each member of staff', () => {
    const earlier = [{ staffId: 'S2', verdict: 'Approved' }] as const;
    expect(decisionViolation({ ...pending, requiredCheckers: 2 }, [...earlier], checker)).toMatchObject({
      code: 'APPROVAL_DECISION_REPEATED',
    });
    expect(
      decisionViolation({ ...pending, requiredCheckers: 2 }, [...earlier], { id: 'S3', actor: 'staff:S3' }),
    ).toBeUndefined();
  });
});

describe('statusAfterVerdict', () => {
  const approvals = (count: number): { staffId: string; verdict: 'Approved' }[] =>
    Array.from({ length: count }, (_, index) => ({ staffId: `S${index}`, verdict: 'Approved' }));

  it.each([
    [1, 0, 'Approved'],
    [2, 0, 'Pending'],
    [2, 1, 'Approved'],
    [5, 3, 'Pending'],
    [5, 4, 'Approved'],
  ])('with %p required checkers and %p earlier approvals, one more gives %s', (requiredCheckers, given, status) => {
    expect(statusAfterVerdict({ requiredCheckers }, approvals(given), 'Approved')).toBe(status);
  });

  it('is Declined after one decline, whatever the number of approvals', () => {
    expect(statusAfterVerdict({ requiredCheckers: 5 }, approvals(4), 'Declined')).toBe('Declined');
  });
});
