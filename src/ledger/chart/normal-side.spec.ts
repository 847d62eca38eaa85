import { GL_CATEGORIES } from './gl-account.entity';
import { normalSideOf } from './normal-side';

describe('normalSideOf', () => {
  it('lets assets and expenses grow by debits and everything else by credits', () => {
    expect(Object.fromEntries(GL_CATEGORIES.map((category) => [category, normalSideOf(category)]))).toEqual({
      Asset: 'debit',
      Liability: 'credit',
      Equity: 'credit',
      Income: 'credit',
      Expense: 'debit',
    });
  });
});
