import type { GlCategory } from '../../ledger/chart/gl-account.entity';

/** The required category and kind of a ledger in a product's terms. */
export interface LedgerRule {
  category: GlCategory;
  /** True for a control ledger, below which contracts have accounts of their own. */
  isControl: boolean;
}

const control = (category: GlCategory): LedgerRule => ({ category, isControl: true });
const direct = (category: GlCategory): LedgerRule => ({ category, isControl: false });

/** Ledgers of loan terms. The principal is on the product's control ledger. */
export const LOAN_LEDGERS = {
  interestReceivable: control('Asset'),
  feeReceivable: control('Asset'),
  defaultReceivable: control('Asset'),
  penaltyReceivable: control('Asset'),
  unearnedInterest: control('Liability'),
  interestInSuspense: direct('Liability'),
  interestIncome: direct('Income'),
  defaultIncome: direct('Income'),
  penaltyIncome: direct('Income'),
  recoveryIncome: direct('Income'),
  loanLoss: direct('Expense'),
} as const satisfies Record<string, LedgerRule>;

/** Ledgers of fixed-deposit terms. The principal is on the product's control ledger. */
export const FIXED_DEPOSIT_LEDGERS = {
  interestExpense: direct('Expense'),
  interestPayable: direct('Liability'),
  prepaidInterest: direct('Asset'),
  withholdingTaxPayable: direct('Liability'),
} as const satisfies Record<string, LedgerRule>;

/** Ledgers of savings terms. The balances are on the product's control ledger. */
export const SAVINGS_LEDGERS = {
  interestExpense: direct('Expense'),
  interestPayable: direct('Liability'),
  withholdingTaxPayable: direct('Liability'),
} as const satisfies Record<string, LedgerRule>;

/** The columns that hold the ledgers of a product's terms. */
export type LedgerColumns<Role extends string> = Record<`${Role}GlAccountId`, number>;

export type LoanLedgerRole = keyof typeof LOAN_LEDGERS;
export type FixedDepositLedgerRole = keyof typeof FIXED_DEPOSIT_LEDGERS;
export type SavingsLedgerRole = keyof typeof SAVINGS_LEDGERS;

/** The codes of the ledgers of stored terms, by role. */
export function ledgerCodes<Role extends string>(
  rules: Record<Role, LedgerRule>,
  row: LedgerColumns<Role>,
  codeById: Map<number, string>,
): Record<Role, string> {
  const roles = Object.keys(rules) as Role[];
  return Object.fromEntries(roles.map((role) => [role, codeById.get(row[`${role}GlAccountId`]) ?? ''])) as Record<
    Role,
    string
  >;
}
