import { assertExpiryNotPassed } from './assert-expiry-not-passed';

describe('assertExpiryNotPassed', () => {
  it.each([
    [null, true],
    ['2026-11-22', true],
    ['2026-11-21', true],
    ['2026-11-20', false],
    ['2025-12-31', false],
  ])('an expiry date of %p on business date 2026-11-21 is accepted: %p', (expiryDate, accepted) => {
    const assertion = (): void => assertExpiryNotPassed(expiryDate, '2026-11-21');
    if (accepted) expect(assertion).not.toThrow();
    else expect(assertion).toThrow(expect.objectContaining({ code: 'LIEN_EXPIRY_PASSED', httpStatus: 422 }));
  });
});
