import { addYears, decideErasure, type PersonFacts } from './erasure-decision';

const YEARS = { identity: 5, tax: 6 };
const PERSON: PersonFacts = {
  id: 1,
  isErased: false,
  isHeld: false,
  open: [],
  endedOn: '2020-03-10',
  isTaxed: false,
};

describe('decideErasure', () => {
  it.each([
    ['one day before the period is over', '2025-03-09', {}, 'kept'],
    ['on the anniversary', '2025-03-10', {}, 'due'],
    ['under a legal hold before the period is over', '2025-03-09', { isHeld: true }, 'kept'],
    ['under a legal hold afterwards', '2030-01-01', { isHeld: true }, 'held'],
    ['with an open account', '2030-01-01', { open: ['account'] }, 'open'],
    ['erased before', '2030-01-01', { isErased: true }, 'erased'],
    ['with withheld tax, one day before six years', '2026-03-09', { isTaxed: true }, 'kept'],
    ['with withheld tax, after six years', '2026-03-10', { isTaxed: true }, 'due'],
  ] as const)('of a person %s', (_, date, facts, decision) => {
    expect(decideErasure({ ...PERSON, ...facts }, YEARS, date)).toBe(decision);
  });

  it('never shortens the period of a taxed person below the one of others', () => {
    const years = { identity: 10, tax: 6 };
    expect(decideErasure({ ...PERSON, isTaxed: true }, years, '2027-01-01')).toBe('kept');
  });
});

describe('addYears', () => {
  it.each([
    ['2020-03-10', 5, '2025-03-10'],
    ['2020-02-29', 5, '2025-03-01'],
    ['2020-02-29', 4, '2024-02-29'],
    ['2095-02-29', 5, '2100-03-01'],
  ])('moves %s by %i years to %s', (date, years, moved) => {
    expect(addYears(date, years)).toBe(moved);
  });
});
