import { payeeAfter } from './payees';
import { ONE_DAY } from './testing/histories';

describe('the row of a payee', () => {
  const payment = { accountId: 1, payeeKey: '058:1', at: 5 * ONE_DAY };

  it('is written at the first payment', () => {
    expect(payeeAfter(undefined, payment)).toEqual({
      accountId: 1,
      payeeKey: '058:1',
      firstAt: 5 * ONE_DAY,
      lastAt: 5 * ONE_DAY,
    });
  });

  it('is written again when its last payment is a day old, and keeps its first', () => {
    const row = { accountId: 1, payeeKey: '058:1', firstAt: ONE_DAY, lastAt: 4 * ONE_DAY };
    expect(payeeAfter(row, payment)).toEqual({ ...row, lastAt: 5 * ONE_DAY });
    expect(payeeAfter({ ...row, lastAt: 4 * ONE_DAY + 1 }, payment)).toBeUndefined();
  });
});
