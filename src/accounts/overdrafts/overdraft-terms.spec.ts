import { assertChange, assertDates, fieldsOf, givesMore, type OverdraftTerms, termsOf } from './overdraft-terms';

const present: OverdraftTerms = {
  limitKobo: 50_000n,
  interestRate: '24.5000',
  startDate: '2026-11-21',
  expiryDate: '2027-11-20',
};

describe('givesMore', () => {
  it.each<[string, Partial<OverdraftTerms>, boolean]>([
    ['the same terms', {}, false],
    ['a higher limit', { limitKobo: 50_001n }, true],
    ['a lower limit', { limitKobo: 49_999n }, false],
    ['a later expiry', { expiryDate: '2027-11-21' }, true],
    ['an earlier expiry', { expiryDate: '2027-11-19' }, false],
    ['an earlier start', { startDate: '2026-11-20' }, true],
    ['a later start', { startDate: '2026-11-22' }, false],
    ['another rate', { interestRate: '1.0000' }, false],
    ['less for longer', { limitKobo: 1n, expiryDate: '2028-01-01' }, true],
  ])('%s', (_, change, more) => {
    expect(givesMore({ ...present, ...change }, present)).toBe(more);
  });
});

describe('assertDates', () => {
  it.each([
    ['2026-11-21', '2026-11-21', true],
    ['2026-01-01', '2026-11-21', true],
    ['2026-12-01', '2026-12-01', true],
    ['2026-11-01', '2026-11-20', false],
    ['2026-12-02', '2026-12-01', false],
  ])('from %s to %s on 2026-11-21: %p', (startDate, expiryDate, accepted) => {
    const check = (): void => assertDates({ startDate, expiryDate }, '2026-11-21');
    if (accepted) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'OVERDRAFT_DATES_REFUSED', httpStatus: 422 }));
  });
});

describe('assertChange', () => {
  it.each<[string, boolean, Partial<OverdraftTerms>, boolean]>([
    ['another start date of what has not started', false, { startDate: '2026-12-01' }, true],
    ['another start date of what has started', true, { startDate: '2026-12-01' }, false],
    ['the same start date of what has started', true, { startDate: present.startDate, limitKobo: 1n }, true],
    ['an expiry date that is over', false, { expiryDate: '2026-11-20' }, false],
  ])('%s', (_, inForce, change, accepted) => {
    const check = (): void =>
      assertChange({ inForce, startDate: present.startDate }, { ...present, ...change }, '2026-11-21');
    if (accepted) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'OVERDRAFT_DATES_REFUSED' }));
  });
});

describe('termsOf and fieldsOf', () => {
  it('read and write the same terms', () => {
    const fields = { limit: 500.25, interestRate: 24.5, startDate: '2026-11-21', expiryDate: '2027-11-20' };
    expect(termsOf(fields)).toEqual({ ...present, limitKobo: 50_025n });
    expect(fieldsOf(termsOf(fields))).toEqual(fields);
  });

  it('take null for a field that was left out', () => {
    expect(termsOf({ limit: null, interestRate: null, startDate: null, expiryDate: null } as never)).toEqual({});
    expect(fieldsOf({})).toEqual({});
  });

  it('know a rate of 0', () => {
    expect(termsOf({ interestRate: 0 })).toEqual({ interestRate: '0.0000' });
  });
});
