import { account } from '../ledger/engine/testing/batch-fixtures';
import type { AccountMovement } from '../ledger/movements/movement-gates';
import { matchRule, type ScreeningRule } from './match-rule';

const rule = (facts: Partial<ScreeningRule> = {}): ScreeningRule => ({
  id: 1,
  name: 'Large outflow',
  direction: 'outflow',
  thresholdKobo: 1_000_00n,
  productId: null,
  customerType: null,
  accountId: null,
  action: 'hold',
  ...facts,
});

const customer = account({ id: 10, productId: 7, customerType: 'Individual' });
const ledger = account({ id: 20, kind: 'gl', customerType: null });

const movement = (facts: Partial<AccountMovement> = {}): AccountMovement => ({
  account: customer,
  direction: 'outflow',
  amountKobo: 1_000_00n,
  windowKobo: 0n,
  ...facts,
});

describe('matchRule', () => {
  it.each([
    { name: 'one kobo below the threshold', amountKobo: 999_99n, windowKobo: 0n },
    { name: 'exactly the threshold', amountKobo: 1_000_00n, windowKobo: 0n, byWindow: false },
    { name: 'above the threshold', amountKobo: 1_000_01n, windowKobo: 0n, byWindow: false },
    { name: 'one kobo below it with the window', amountKobo: 400_00n, windowKobo: 599_99n },
    { name: 'exactly it with the window', amountKobo: 400_00n, windowKobo: 600_00n, byWindow: true },
    { name: 'the amount alone, whatever the window', amountKobo: 1_000_00n, windowKobo: 5_000_00n, byWindow: false },
    { name: 'one kobo after a full window', amountKobo: 1n, windowKobo: 1_000_00n, byWindow: true },
  ])('compares amount and window with the threshold: $name', ({ amountKobo, windowKobo, byWindow }) => {
    expect(matchRule([rule()], [movement({ amountKobo, windowKobo })])?.byWindow).toBe(byWindow);
  });

  it('matches only movements of its own direction', () => {
    expect(matchRule([rule()], [movement({ direction: 'inflow' })])).toBeUndefined();
    expect(matchRule([rule({ direction: 'inflow' })], [movement({ direction: 'inflow' })])).toBeDefined();
  });

  it.each([
    { name: 'the product', scope: { productId: 7 }, matches: true },
    { name: 'another product', scope: { productId: 8 }, matches: false },
    { name: 'the customer type', scope: { customerType: 'Individual' }, matches: true },
    { name: 'another customer type', scope: { customerType: 'Corporate' }, matches: false },
    { name: 'the account', scope: { accountId: 10 }, matches: true },
    { name: 'another account', scope: { accountId: 11 }, matches: false },
    { name: 'product and customer type', scope: { productId: 7, customerType: 'Individual' }, matches: true },
    {
      name: 'the product but another customer type',
      scope: { productId: 7, customerType: 'Corporate' },
      matches: false,
    },
    { name: 'the account but another product', scope: { accountId: 10, productId: 8 }, matches: false },
  ])('matches ($matches) with a rule for $name', ({ scope, matches }) => {
    expect(matchRule([rule(scope)], [movement()]) !== undefined).toBe(matches);
  });

  it('screens a GL account only when a rule names it', () => {
    const onLedger = movement({ account: ledger });
    expect(matchRule([rule()], [onLedger])).toBeUndefined();
    expect(matchRule([rule({ accountId: 20 })], [onLedger])?.movement.account.id).toBe(20);
    expect(matchRule([rule({ accountId: 10 })], [onLedger])).toBeUndefined();
  });

  describe('when several rules match', () => {
    const low = rule({ id: 1, thresholdKobo: 100_00n });
    const high = rule({ id: 2, thresholdKobo: 500_00n });
    const freezing = rule({ id: 3, thresholdKobo: 50_00n, action: 'hold-and-freeze' });
    const twin = rule({ id: 4, thresholdKobo: 500_00n });

    it.each([
      [[low, high], 2],
      [[high, twin], 2],
      [[low, high, freezing, twin], 3],
    ])('takes the most severe rule, in any order of the rules', (rules, id) => {
      expect(matchRule(rules, [movement()])?.rule.id).toBe(id);
      expect(matchRule([...rules].reverse(), [movement()])?.rule.id).toBe(id);
    });

    it('takes the account with the lower id where two meet one rule, in whatever order they come', () => {
      const pair = [movement({ account: account({ id: 12 }) }), movement({ account: account({ id: 11 }) })];
      for (const movements of [pair, pair.toReversed()])
        expect(matchRule([rule()], movements)?.movement.account.id).toBe(11);
    });

    it('does not take a more severe rule that does not match', () => {
      expect(
        matchRule([low, rule({ id: 9, thresholdKobo: 1_000_01n, action: 'hold-and-freeze' })], [movement()])?.rule.id,
      ).toBe(1);
    });
  });

  describe('freezing', () => {
    const freezing = rule({ action: 'hold-and-freeze' });
    const other = account({ id: 5 });

    it('freezes only the customer accounts that met a freezing rule', () => {
      const bothWays = [freezing, rule({ id: 2, direction: 'inflow', action: 'hold' })];
      const movements = [
        movement(),
        movement({ account: other }),
        movement({ account: account({ id: 6 }), direction: 'inflow' }),
      ];
      expect(matchRule(bothWays, movements)?.freezeAccountIds.sort()).toEqual([10, 5]);
    });

    it('freezes no account for a rule with the action hold', () => {
      expect(matchRule([rule()], [movement()])?.freezeAccountIds).toEqual([]);
    });

    it.each([
      ['Active', [10]],
      ['Dormant', [10]],
      ['Inactive', [10]],
      ['Frozen', []],
    ] as const)('freezes of an account that is %s the accounts %j', (status, ids) => {
      expect(matchRule([freezing], [movement({ account: { ...customer, status } })])?.freezeAccountIds).toEqual(ids);
    });

    it('never freezes a GL account', () => {
      expect(
        matchRule([rule({ action: 'hold-and-freeze', accountId: 20 })], [movement({ account: ledger })])
          ?.freezeAccountIds,
      ).toEqual([]);
    });
  });

  it('matches nothing without rules or without movements', () => {
    expect(matchRule([], [movement()])).toBeUndefined();
    expect(matchRule([rule()], [])).toBeUndefined();
  });
});
