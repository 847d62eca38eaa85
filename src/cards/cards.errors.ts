import { defineErrors } from '../common/errors/app-error';

/** Errors of card calls and callbacks. */
export const cardsErrors = defineErrors({
  CARD_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no card with this id or reference; look it up with searchcards.',
  },
  CARD_NOT_LINKED: {
    httpStatus: 409,
    message:
      'The card is not linked: the provider has not confirmed it yet, or refused it; look it up with searchcards.',
  },
  CARD_DELETED: { httpStatus: 409, message: 'The card is deleted and cannot be changed; link another card.' },
  CARD_BUSY: { httpStatus: 409, message: 'Another change of this card is under way; try again in a minute.' },
  CARD_ALREADY_LINKED: { httpStatus: 409, message: 'This card is already linked; look it up with searchcards.' },
  CARD_PROVIDER_MISMATCH: {
    httpStatus: 422,
    message: 'The card belongs to another provider; use the endpoint of that provider.',
  },
  CARD_REFUSED: { httpStatus: 422, message: 'The provider refused the request; read its reason in responseCode.' },
  CARD_OUTCOME_UNKNOWN: {
    httpStatus: 502,
    message:
      'The provider gave no usable answer, so the outcome is unknown; send the request again, which is safe to repeat.',
  },
  CARD_PROVIDER_FAILED: {
    httpStatus: 502,
    message: 'The provider rejected the request; look the card up with searchcards and try again later, which is safe.',
  },
  CARD_PROVIDER_UNAVAILABLE: {
    httpStatus: 503,
    message: 'The provider cannot be reached; nothing was changed. Try again later.',
  },
  CARD_CHARGE_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The ledgers for the card issuance charge are not configured; ask the institution to set them.',
  },
  CARD_LEDGER_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The ledger for this transaction is not configured; nothing was posted. Send the transaction again later.',
  },
  CARD_TRANSACTION_NOT_FOUND: {
    httpStatus: 404,
    message: "This card's account has no spend with this originalReference; send the original transaction first.",
  },
  CARD_GIVE_BACK_EXCEEDS_ORIGINAL: {
    httpStatus: 422,
    message: 'The refund exceeds the refundable amount; give back at most what remains of the original.',
  },
});
