import { hasLapsed } from './legal-hold-view';

describe('hasLapsed', () => {
  it.each([
    ['has no last date', null, false],
    ['ends on the business date', '2026-11-21', false],
    ['ended the day before', '2026-11-20', true],
  ])('of a hold that %s', (_, until, lapsed) => {
    expect(hasLapsed({ until }, '2026-11-21')).toBe(lapsed);
  });
});
