import { defineErrors } from '../../common/errors/app-error';

/** Errors of the seals of the ledger. */
export const ledgerChainErrors = defineErrors({
  LEDGER_SEGMENT_NOT_FOUND: {
    httpStatus: 404,
    message: 'No segment of the ledger ends with that date; list the segments to see those there are.',
  },
});
