import { definePostingOperation } from '../ledger/engine/posting-operation';

/**
 * What a caller asks about a deposit: money that a customer puts in, and money that the deposit pays before maturity.
 * The debit of the customer's account obeys limits like any other, and AML records what meets a rule, so that a deposit
 * is no way around them (docs/api/fixed-deposits.md#limits-and-aml).
 */
export const fixedDepositOrder = definePostingOperation<{ metadata: Record<string, unknown> }>({
  name: 'fixed-deposit-order',
  title: 'Order of a fixed deposit',
  countsTowardsLimits: true,
  reported: true,
  metadata: ({ metadata }) => metadata,
});
