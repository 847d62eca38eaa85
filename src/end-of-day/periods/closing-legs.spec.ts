import { closingLegs, type ResultAccount } from './closing-legs';

const RETAINED = 9;

describe('closingLegs', () => {
  it.each<[string, ResultAccount[], [number, string, bigint][]]>([
    [
      'a profit',
      [
        { id: 1, netKobo: -500n },
        { id: 2, netKobo: 200n },
      ],
      [
        [1, 'debit', 500n],
        [2, 'credit', 200n],
        [RETAINED, 'credit', 300n],
      ],
    ],
    [
      'a loss',
      [
        { id: 1, netKobo: -100n },
        { id: 2, netKobo: 250n },
      ],
      [
        [1, 'debit', 100n],
        [2, 'credit', 250n],
        [RETAINED, 'debit', 150n],
      ],
    ],
    [
      'neither',
      [
        { id: 1, netKobo: -100n },
        { id: 2, netKobo: 100n },
      ],
      [
        [1, 'debit', 100n],
        [2, 'credit', 100n],
      ],
    ],
    [
      'income that was given back',
      [{ id: 1, netKobo: 70n }],
      [
        [1, 'credit', 70n],
        [RETAINED, 'debit', 70n],
      ],
    ],
    ['nothing', [{ id: 1, netKobo: 0n }], []],
  ])('%s', (_, accounts, expected) => {
    const legs = closingLegs(accounts, RETAINED);
    expect(legs.map(({ accountId, side, amountKobo }) => [accountId, side, amountKobo])).toEqual(expected);
    const net = legs.reduce(
      (sum, { side, amountKobo }) => (side === 'debit' ? sum + amountKobo : sum - amountKobo),
      0n,
    );
    expect(net).toBe(0n);
  });
});
