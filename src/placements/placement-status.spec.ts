import { placementStatus } from './placement-status';

describe('placementStatus', () => {
  it.each([
    ['the day before maturity', '2026-11-22', null, 'Active'],
    ['on the day of maturity', '2026-11-21', null, 'Matured'],
    ['after maturity', '2026-11-20', null, 'Matured'],
    ['closed early', '2026-11-22', '2026-11-01', 'Closed'],
    ['closed after maturity', '2026-11-20', '2026-11-21', 'Closed'],
  ])('%s', (_, maturityDate, dateClosed, status) => {
    expect(placementStatus({ maturityDate, dateClosed }, '2026-11-21')).toBe(status);
  });
});
