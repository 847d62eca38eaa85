import { defineErrors } from '../common/errors/app-error';

/** Refusals of card calls and callbacks. */
export const cardsErrors = defineErrors({
  CARD_NOT_FOUND: { httpStatus: 404, message: 'There is no such card.' },
  CARD_NOT_LINKED: {
    httpStatus: 409,
    message:
      'The card is not linked: the provider has not confirmed it yet, or refused it; look it up with searchcards.',
  },
  CARD_DELETED: { httpStatus: 409, message: 'The card is deleted and takes no change any more.' },
  CARD_BUSY: { httpStatus: 409, message: 'Another change of this card is under way; try again in a minute.' },
  CARD_ALREADY_LINKED: { httpStatus: 409, message: 'This card is linked already; look it up with searchcards.' },
  CARD_PROVIDER_MISMATCH: {
    httpStatus: 422,
    message: 'The card belongs to another provider; use the call of that provider.',
  },
  CARD_REFUSED: { httpStatus: 422, message: 'The provider refused.' },
  CARD_OUTCOME_UNKNOWN: {
    httpStatus: 502,
    message:
      'The provider gave no usable answer, so nobody knows whether it was done. Send it again: repeating does no harm.',
  },
  CARD_PROVIDER_FAILED: {
    httpStatus: 502,
    message:
      'The provider turned the request down. Look the card up with searchcards and try again later; repeating does no harm.',
  },
  CARD_PROVIDER_UNAVAILABLE: {
    httpStatus: 503,
    message: 'The provider cannot be reached; nothing was changed. Try again later.',
  },
  CARD_CHARGE_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The institution charges for cards but has not configured the ledgers for it.',
  },
  CARD_LEDGER_NOT_CONFIGURED: {
    httpStatus: 503,
    message:
      'The institution has not configured the ledger that this transaction needs; nothing was posted. Send it again later.',
  },
  CARD_TRANSACTION_NOT_FOUND: {
    httpStatus: 404,
    message: "There is no transaction of this card's account with the originalReference; send the original first.",
  },
  CARD_GIVE_BACK_EXCEEDS_ORIGINAL: {
    httpStatus: 422,
    message: 'Not so much is left of the original transaction to give back.',
  },
});
