import { percentageKobo, vatKobo } from './percentage';

describe('vatKobo', () => {
  it.each([
    [1_000n, '0.075', 75n],
    [1_020n, '0.075', 77n],
    [1_006n, '0.075', 75n],
    [1n, '0.075', 0n],
    [99_999_999_999_999n, '0.075', 7_500_000_000_000n],
    [1_000n, '0', 0n],
  ])('charges on a fee of %p kobo at the rate %s a VAT of %p kobo', (feeKobo, rate, vat) => {
    expect(vatKobo(feeKobo, rate)).toBe(vat);
  });
});

describe('percentageKobo', () => {
  it.each([
    [10_000n, '1.5', 150n],
    [33n, '1.5', 0n],
    [34n, '1.5', 1n],
    [1_000n, '0', 0n],
  ])('rounds half up: of %p kobo %s percent are %p kobo', (amountKobo, percent, share) => {
    expect(percentageKobo(amountKobo, percent)).toBe(share);
  });
});
