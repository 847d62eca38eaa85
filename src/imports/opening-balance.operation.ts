import { definePostingOperation } from '../ledger/engine/posting-operation';

/** A journal of balances that were made in the old system: no window of AML counts them again. */
export const openingBalance = definePostingOperation<object>({
  name: 'opening-balance',
  title: 'Opening balance',
  opensBooks: true,
});
