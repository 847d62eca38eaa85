import { placementStatus } from './placement-status';

describe('placementStatus', () => {
  it.each([
    { name: 'Active the day before maturity', maturityDate: '2026-11-22', dateClosed: null, status: 'Active' },
    { name: 'Matured on the maturity date', maturityDate: '2026-11-21', dateClosed: null, status: 'Matured' },
    { name: 'Matured after the maturity date', maturityDate: '2026-11-20', dateClosed: null, status: 'Matured' },
    { name: 'Closed before maturity', maturityDate: '2026-11-22', dateClosed: '2026-11-01', status: 'Closed' },
    { name: 'Closed after maturity', maturityDate: '2026-11-20', dateClosed: '2026-11-21', status: 'Closed' },
  ])('is $name', ({ maturityDate, dateClosed, status }) => {
    expect(placementStatus({ maturityDate, dateClosed }, '2026-11-21')).toBe(status);
  });
});
