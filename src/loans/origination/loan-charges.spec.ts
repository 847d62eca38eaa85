import { loanFeeKobo } from './loan-charges';

describe('loanFeeKobo', () => {
  it.each([
    ['a sum', { kind: 'Flat' as const, amountKobo: '12345', rate: null }, 1n, 12_345n],
    ['a share', { kind: 'Percentage' as const, amountKobo: null, rate: '1.2500' }, 12_000_000n, 150_000n],
    ['half a kobo, up', { kind: 'Percentage' as const, amountKobo: null, rate: '1.0000' }, 50n, 1n],
    ['less than half a kobo, down', { kind: 'Percentage' as const, amountKobo: null, rate: '1.0000' }, 49n, 0n],
  ])('%s', (_, fee, principalKobo, expected) => {
    expect(loanFeeKobo(fee, principalKobo)).toBe(expected);
  });
});
