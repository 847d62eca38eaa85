import { definePostingOperation } from '../../ledger/engine/posting-operation';

/** Transfers the result of a year to retained earnings, with a value date in the period that it closes. */
export const yearEndClosing = definePostingOperation<null>({
  name: 'year-end-closing',
  title: 'Closing of a year',
  closesPeriod: true,
});
