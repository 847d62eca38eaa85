import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Money } from '../src/money.js';

test('an amount keeps every kobo as text, as a number and in JSON', () => {
  for (const text of ['262144.07', '0.07', '1.10', '999999999999.99', '-5000.50']) {
    const money = Money.naira(text);
    assert.equal(money.toString(), text);
    assert.ok(Money.naira(Number(text)).equals(money));
    assert.ok(Money.naira(JSON.parse(JSON.stringify({ amount: money })).amount as number).equals(money));
  }
});

test('sums are exact where doubles are not', () => {
  assert.equal(Money.naira(0.1).plus(Money.naira(0.2)).toString(), '0.30');
  assert.equal(Money.naira('262144.07').minus(Money.naira('262144.06')).toString(), '0.01');
});

test('what cannot be kept exactly is refused and never rounded', () => {
  for (const amount of [0.1 + 0.2, '1.005', 'NaN', '', '1e3', '1,000.00', Infinity])
    assert.throws(() => Money.naira(amount), RangeError);
  assert.throws(() => Money.ofKobo(2n ** 53n + 1n).toJSON(), RangeError);
});
