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
