import type { BatchState } from './batch-reader';
import type { PostingRequest } from './posting-request';
import { account, CLOSES_PERIOD, leg, requestWith, stateOf } from './testing/batch-fixtures';
import { valueDateViolation } from './value-date-violation';

const state: BatchState = {
  ...stateOf([account({ id: 1, openedOn: '2026-11-05' }), account({ id: 2, kind: 'gl' })]),
  closedThrough: '2026-10-31',
};
const codeOf = (valueDate: string | undefined, facts: Partial<PostingRequest> = {}): string | undefined => {
  const legs = [leg(2, 'debit', 1n), leg(2, 'credit', 1n)];
  return valueDateViolation(requestWith(legs, { valueDate, ...facts }), state)?.code;
};

describe('valueDateViolation', () => {
  it.each([
    [undefined, undefined],
    ['2026-11-21', undefined],
    ['2026-11-01', undefined],
    ['2026-11-22', 'VALUE_DATE_NOT_ALLOWED'],
    ['2026-10-31', 'VALUE_DATE_NOT_ALLOWED'],
    ['2026-09-01', 'VALUE_DATE_NOT_ALLOWED'],
  ])('the value date %s gives %s', (valueDate, code) => expect(codeOf(valueDate)).toBe(code));

  it('allows a closing entry in the closed period, but not after the business date', () => {
    expect(codeOf('2026-10-31', { operation: CLOSES_PERIOD })).toBeUndefined();
    expect(codeOf('2026-11-22', { operation: CLOSES_PERIOD })).toBe('VALUE_DATE_NOT_ALLOWED');
  });

  it.each([
    ['2026-11-04', 'VALUE_DATE_NOT_ALLOWED'],
    ['2026-11-05', undefined],
  ])('the value date %s of an account opened on 2026-11-05 gives %s, on either side', (valueDate, code) => {
    for (const side of ['debit', 'credit'] as const)
      expect(codeOf(valueDate, { legs: [leg(2, 'credit', 1n), leg(1, side, 1n)] })).toBe(code);
  });

  it('lets the system book for a day that ended before an account was opened', () => {
    const legs = [leg(2, 'credit', 1n), leg(1, 'debit', 1n)];
    expect(codeOf('2026-11-04', { legs, origin: 'system' })).toBeUndefined();
    expect(codeOf('2026-11-04', { legs, origin: 'portal' })).toBe('VALUE_DATE_NOT_ALLOWED');
  });

  it('refuses a date older than the institution allows, but not of a movement that waited', () => {
    expect(codeOf('2026-11-14', { valueDateMaxAgeDays: 7 })).toBeUndefined();
    expect(codeOf('2026-11-13', { valueDateMaxAgeDays: 7 })).toBe('VALUE_DATE_NOT_ALLOWED');
    const resumes = { postingId: 9, released: false, approved: true };
    expect(codeOf('2026-11-13', { valueDateMaxAgeDays: 7, resumes })).toBeUndefined();
  });
});
