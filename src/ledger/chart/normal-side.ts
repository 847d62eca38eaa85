import type { Side } from '../engine/ledger-account.entity';
import type { GlCategory } from './gl-account.entity';

const NORMAL_SIDES: Record<GlCategory, Side> = {
  Asset: 'debit',
  Expense: 'debit',
  Liability: 'credit',
  Equity: 'credit',
  Income: 'credit',
};

/** The side on which ledgers of a category grow. */
export function normalSideOf(category: GlCategory): Side {
  return NORMAL_SIDES[category];
}
