import {
  assertOverdraftChange,
  assertOverdraftDates,
  fieldsOf,
  givesMore,
  needsStaff,
  type OverdraftTerms,
  termsOf,
} from './overdraft-terms';

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
  ])('%s gives more credit: %p', (_, change, more) => {
    expect(givesMore({ ...present, ...change }, present)).toBe(more);
  });
});

describe('needsStaff', () => {
  it.each<[string, Partial<OverdraftTerms>, boolean]>([
    ['the same terms', {}, false],
    ['the same rate in another form', { interestRate: '24.5' }, false],
    ['a lower rate', { interestRate: '24.4999' }, true],
    ['a higher rate', { interestRate: '24.5001' }, true],
    ['a higher limit', { limitKobo: 50_001n }, true],
    ['a lower limit until an earlier date', { limitKobo: 1n, expiryDate: '2027-11-19' }, false],
  ])('%s of an active overdraft is decided by staff under a policy: %p', (_, change, needed) => {
    expect(needsStaff({ ...present, ...change }, present)).toBe(needed);
  });
});

describe('assertOverdraftDates', () => {
  it.each([
    ['2026-11-21', '2026-11-21', true],
    ['2026-01-01', '2026-11-21', true],
    ['2026-12-01', '2026-12-01', true],
    ['2026-11-01', '2026-11-20', false],
    ['2026-12-02', '2026-12-01', false],
  ])('an overdraft from %s to %s is accepted on 2026-11-21: %p', (startDate, expiryDate, accepted) => {
    const assertion = (): void => assertOverdraftDates({ startDate, expiryDate }, '2026-11-21');
    if (accepted) expect(assertion).not.toThrow();
    else expect(assertion).toThrow(expect.objectContaining({ code: 'OVERDRAFT_DATES_REFUSED', httpStatus: 422 }));
  });
});

describe('assertOverdraftChange', () => {
  it.each<{ name: string; inForce: boolean; change: Partial<OverdraftTerms>; accepted: boolean }>([
    {
      name: 'allows another start date before the overdraft is in force',
      inForce: false,
      change: { startDate: '2026-12-01' },
      accepted: true,
    },
    {
      name: 'refuses another start date of an overdraft in force',
      inForce: true,
      change: { startDate: '2026-12-01' },
      accepted: false,
    },
    {
      name: 'allows the same start date of an overdraft in force',
      inForce: true,
      change: { startDate: present.startDate, limitKobo: 1n },
      accepted: true,
    },
    {
      name: 'refuses an expiry date that has passed',
      inForce: false,
      change: { expiryDate: '2026-11-20' },
      accepted: false,
    },
  ])('$name', ({ inForce, change, accepted }) => {
    const assertion = (): void =>
      assertOverdraftChange({ inForce, startDate: present.startDate }, { ...present, ...change }, '2026-11-21');
    if (accepted) expect(assertion).not.toThrow();
    else expect(assertion).toThrow(expect.objectContaining({ code: 'OVERDRAFT_DATES_REFUSED' }));
  });
});

describe('termsOf and fieldsOf', () => {
  it('convert request fields to terms and back', () => {
    const fields = { limit: 500.25, interestRate: 24.5, startDate: '2026-11-21', expiryDate: '2027-11-20' };
    expect(termsOf(fields)).toEqual({ ...present, limitKobo: 50_025n });
    expect(fieldsOf(termsOf(fields))).toEqual(fields);
  });

  it('treat a field sent as null as left out', () => {
    expect(termsOf({ limit: null, interestRate: null, startDate: null, expiryDate: null } as never)).toEqual({});
    expect(fieldsOf({})).toEqual({});
  });

  it('keep an interest rate of 0', () => {
    expect(termsOf({ interestRate: 0 })).toEqual({ interestRate: '0.0000' });
  });
});
