import { closingLegs, type ResultAccount } from './closing-legs';

const RETAINED = 9;

describe('closingLegs', () => {
  it.each<[string, ResultAccount[], [number, string, bigint][]]>([
    [
      'a profit',
      [
        { id: 1, branchId: null, netKobo: -500n },
        { id: 2, branchId: null, netKobo: 200n },
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
        { id: 1, branchId: null, netKobo: -100n },
        { id: 2, branchId: null, netKobo: 250n },
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
        { id: 1, branchId: null, netKobo: -100n },
        { id: 2, branchId: null, netKobo: 100n },
      ],
      [
        [1, 'debit', 100n],
        [2, 'credit', 100n],
      ],
    ],
    [
      'income that was given back',
      [{ id: 1, branchId: null, netKobo: 70n }],
      [
        [1, 'credit', 70n],
        [RETAINED, 'debit', 70n],
      ],
    ],
    ['nothing', [{ id: 1, branchId: null, netKobo: 0n }], []],
  ])('%s', (_, accounts, expected) => {
    const legs = closingLegs(accounts, RETAINED);
    expect(legs.map(({ accountId, side, amountKobo }) => [accountId, side, amountKobo])).toEqual(expected);
    const net = legs.reduce(
      (sum, { side, amountKobo }) => (side === 'debit' ? sum + amountKobo : sum - amountKobo),
      0n,
    );
    expect(net).toBe(0n);
  });

  it('carries the result of each branch to retained earnings of that branch', () => {
    const legs = closingLegs(
      [
        { id: 1, branchId: 10, netKobo: -500n },
        { id: 1, branchId: 20, netKobo: -40n },
        { id: 2, branchId: 20, netKobo: 90n },
      ],
      RETAINED,
    );
    expect(legs.map(({ accountId, branchId, side, amountKobo }) => [accountId, branchId, side, amountKobo])).toEqual([
      [1, 10, 'debit', 500n],
      [1, 20, 'debit', 40n],
      [2, 20, 'credit', 90n],
      [RETAINED, 10, 'credit', 500n],
      [RETAINED, 20, 'debit', 50n],
    ]);
  });
});
