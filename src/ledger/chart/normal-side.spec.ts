import { GL_CATEGORIES } from './gl-account.entity';
import { normalSideOf } from './normal-side';

describe('normalSideOf', () => {
  it('is debit for assets and expenses, and credit for every other category', () => {
    expect(Object.fromEntries(GL_CATEGORIES.map((category) => [category, normalSideOf(category)]))).toEqual({
      Asset: 'debit',
      Liability: 'credit',
      Equity: 'credit',
      Income: 'credit',
      Expense: 'debit',
    });
  });
});
