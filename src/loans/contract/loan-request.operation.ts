import { definePostingOperation } from '../../ledger/engine/posting-operation';

/**
 * Loan money that a caller asks to move: disbursements and repayments. The debit of a customer's account obeys limits
 * like any other, and AML records what meets a rule (docs/api/aml-holds.md#what-is-screened).
 */
export const loanRequest = definePostingOperation<{ metadata: Record<string, unknown> | null }>({
  name: 'loan-request',
  title: 'Loan request',
  countsTowardsLimits: true,
  reported: true,
  metadata: ({ metadata }) => metadata,
});

/**
 * A payment that staff move to the loan of another borrower: AML records what meets a rule. It uses up no limit,
 * because no customer asked for it (docs/domain/loans.md#moved-repayment).
 */
export const movedLoanPayment = definePostingOperation<Record<string, never>>({
  name: 'moved-loan-payment',
  title: 'Moved loan payment',
  reported: true,
});

/**
 * Money of a loan that staff pay out of unclaimed funds to its borrower: AML records what meets a rule, as it does for
 * a surplus that goes to the linked account. It uses up no limit (docs/domain/loans.md#surplus-refund).
 */
export const surplusRefund = definePostingOperation<Record<string, never>>({
  name: 'loan-surplus-refund',
  title: 'Refund of a surplus',
  reported: true,
});
