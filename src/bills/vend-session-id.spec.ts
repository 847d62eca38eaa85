import { vendSessionId } from './vend-session-id';

describe('vendSessionId', () => {
  it('consists of institution, time and payout', () => {
    expect(vendSessionId(1, 104_201, new Date('2026-11-21T09:30:12.345Z'))).toBe('V1-20261121093012-104201');
  });

  it('fits into its column with the largest ids', () => {
    expect(vendSessionId(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, new Date()).length).toBeLessThanOrEqual(60);
  });
});
