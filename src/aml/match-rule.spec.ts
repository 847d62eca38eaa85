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
    ['one kobo below the threshold', 999_99n, 0n, undefined],
    ['exactly the threshold', 1_000_00n, 0n, false],
    ['above the threshold', 1_000_01n, 0n, false],
    ['one kobo below it with the window', 400_00n, 599_99n, undefined],
    ['exactly it with the window', 400_00n, 600_00n, true],
    ['the amount alone, whatever the window', 1_000_00n, 5_000_00n, false],
    ['one kobo after a full window', 1n, 1_000_00n, true],
  ])('%s', (_, amountKobo, windowKobo, byWindow) => {
    expect(matchRule([rule()], [movement({ amountKobo, windowKobo })])?.byWindow).toBe(byWindow);
  });

  it('looks at its own direction only', () => {
    expect(matchRule([rule()], [movement({ direction: 'inflow' })])).toBeUndefined();
    expect(matchRule([rule({ direction: 'inflow' })], [movement({ direction: 'inflow' })])).toBeDefined();
  });

  it.each([
    ['the product', { productId: 7 }, true],
    ['another product', { productId: 8 }, false],
    ['the customer type', { customerType: 'Individual' }, true],
    ['another customer type', { customerType: 'Corporate' }, false],
    ['the account', { accountId: 10 }, true],
    ['another account', { accountId: 11 }, false],
    ['product and customer type', { productId: 7, customerType: 'Individual' }, true],
    ['the product but another customer type', { productId: 7, customerType: 'Corporate' }, false],
    ['the account but another product', { accountId: 10, productId: 8 }, false],
  ])('a rule scoped to %s', (_, scope, matches) => {
    expect(matchRule([rule(scope)], [movement()]) !== undefined).toBe(matches);
  });

  it('screens a GL account only when a rule names it', () => {
    const onLedger = movement({ account: ledger });
    expect(matchRule([rule()], [onLedger])).toBeUndefined();
    expect(matchRule([rule({ accountId: 20 })], [onLedger])?.movement.account.id).toBe(20);
    expect(matchRule([rule({ accountId: 10 })], [onLedger])).toBeUndefined();
  });

  describe('with several rules met', () => {
    const low = rule({ id: 1, thresholdKobo: 100_00n });
    const high = rule({ id: 2, thresholdKobo: 500_00n });
    const freezing = rule({ id: 3, thresholdKobo: 50_00n, action: 'hold-and-freeze' });
    const twin = rule({ id: 4, thresholdKobo: 500_00n });

    it.each([
      [[low, high], 2],
      [[high, twin], 2],
      [[low, high, freezing, twin], 3],
    ])('takes the most severe, in whatever order they come', (rules, id) => {
      expect(matchRule(rules, [movement()])?.rule.id).toBe(id);
      expect(matchRule([...rules].reverse(), [movement()])?.rule.id).toBe(id);
    });

    it('does not take a more severe rule that is not met', () => {
      expect(
        matchRule([low, rule({ id: 9, thresholdKobo: 1_000_01n, action: 'hold-and-freeze' })], [movement()])?.rule.id,
      ).toBe(1);
    });
  });

  describe('freezing', () => {
    const freezing = rule({ action: 'hold-and-freeze' });
    const other = account({ id: 5 });

    it('freezes every customer account that met a freezing rule, and only those', () => {
      const bothWays = [freezing, rule({ id: 2, direction: 'inflow', action: 'hold' })];
      const movements = [
        movement(),
        movement({ account: other }),
        movement({ account: account({ id: 6 }), direction: 'inflow' }),
      ];
      expect(matchRule(bothWays, movements)?.freezeAccountIds.sort()).toEqual([10, 5]);
    });

    it('freezes nothing for a plain hold', () => {
      expect(matchRule([rule()], [movement()])?.freezeAccountIds).toEqual([]);
    });

    it.each([
      ['Active', [10]],
      ['Dormant', [10]],
      ['Inactive', []],
      ['Frozen', []],
    ] as const)('of an account that is %s freezes %j', (status, ids) => {
      expect(matchRule([freezing], [movement({ account: { ...customer, status } })])?.freezeAccountIds).toEqual(ids);
    });

    it('never freezes a GL account', () => {
      expect(
        matchRule([rule({ action: 'hold-and-freeze', accountId: 20 })], [movement({ account: ledger })])
          ?.freezeAccountIds,
      ).toEqual([]);
    });
  });

  it('meets nothing without rules or movements', () => {
    expect(matchRule([], [movement()])).toBeUndefined();
    expect(matchRule([rule()], [])).toBeUndefined();
  });
});
