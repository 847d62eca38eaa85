import { assertNotPassed } from './assert-not-passed';

describe('assertNotPassed', () => {
  it.each([
    [null, true],
    ['2026-11-22', true],
    ['2026-11-21', true],
    ['2026-11-20', false],
    ['2025-12-31', false],
  ])('an expiry date of %p on 2026-11-21: %p', (expiryDate, accepted) => {
    const check = (): void => assertNotPassed(expiryDate, '2026-11-21');
    if (accepted) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'LIEN_EXPIRY_PASSED', httpStatus: 422 }));
  });
});
