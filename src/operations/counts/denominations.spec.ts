import { type CountedPieces, DENOMINATIONS, sortedPieces, worthKobo } from './denominations';

describe('a count of cash', () => {
  it('is worth its pieces, coins of 50 kobo included', () => {
    expect(worthKobo([])).toBe(0n);
    expect(
      worthKobo([
        { denomination: 1000, pieces: 3 },
        { denomination: 0.5, pieces: 3 },
      ]),
    ).toBe(300_150n);
  });

  it('is exact for the largest count that a request can have', () => {
    const most = DENOMINATIONS.map((denomination) => ({ denomination, pieces: 1_000_000 }));
    expect(worthKobo(most)).toBe(188_850_000_000n);
  });

  it('has one row for each denomination, the largest first, without those that are missing', () => {
    const counted: CountedPieces[] = [
      { denomination: 50, pieces: 2 },
      { denomination: 1000, pieces: 1 },
      { denomination: 50, pieces: 3 },
      { denomination: 5, pieces: 0 },
    ];
    expect(sortedPieces(counted)).toEqual([
      { denomination: 1000, pieces: 1 },
      { denomination: 50, pieces: 5 },
    ]);
    expect(worthKobo(sortedPieces(counted))).toBe(worthKobo(counted));
  });
});
