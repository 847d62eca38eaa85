import { defineErrors } from '../common/errors/app-error';
import { metadataErrors } from '../metadata/metadata.errors';

/** Refusals about customers and their accounts. */
export const accountsErrors = {
  // Documents and additional metadata are refused in the same words.
  CUSTOMER_ERASED: metadataErrors.CUSTOMER_ERASED,
  ...defineErrors({
    CUSTOMER_NOT_FOUND: { httpStatus: 404, message: 'There is no customer with this customerID.' },
    DUPLICATE_BVN: { httpStatus: 409, message: 'The institution has a customer with this BVN; use that customer.' },
    DUPLICATE_NIN: { httpStatus: 409, message: 'The institution has a customer with this NIN; use that customer.' },
    KYC_NUMBERS_MISSING: {
      httpStatus: 422,
      message: 'The customer lacks a BVN or NIN that the KYC tier needs; record what data.missing names first.',
    },
    CUSTOMER_NOT_INDIVIDUAL: {
      httpStatus: 422,
      message: 'The customer is a company or group; use updategroupcustomerinformation.',
    },
    CUSTOMER_NOT_GROUP: { httpStatus: 422, message: 'The customer is an individual; use updatecustomerinformation.' },
    CUSTOMER_TYPE_FIXED: {
      httpStatus: 422,
      message: 'The customerType of a customer with accounts cannot be changed; open another customer record.',
    },
    GROUP_MEMBERSHIP_CYCLE: {
      httpStatus: 422,
      message: 'A company or group cannot be a member of itself, directly or through its members; correct members.',
    },
    PARENT_ACCOUNT_REQUIRED: {
      httpStatus: 422,
      message: 'Send parentAccountNumber; the API key is not bound to a parent account.',
    },
    PARENT_ACCOUNT_MISMATCH: {
      httpStatus: 422,
      message: 'The API key is bound to another parent account; send that number or leave parentAccountNumber out.',
    },
    ACCOUNT_TYPE_NOT_SUPPORTED: {
      httpStatus: 422,
      message: 'No other accountType than 0, the base collection type, is offered; send 0 or leave it out.',
    },
    ACCRUED_INTEREST_NOT_POSTED: {
      httpStatus: 422,
      message: 'The account has accrued interest; have the interest posted before you change the product.',
    },
    ACCOUNT_BALANCE_NOT_ZERO: {
      httpStatus: 422,
      message: 'An account with a balance cannot be closed; move the balance first.',
    },
    ACCOUNT_HAS_LIEN: { httpStatus: 422, message: 'The account has an active lien; release it first.' },
    ACCOUNT_HAS_OVERDRAFT: { httpStatus: 422, message: 'The account has an overdraft; deactivate it first.' },
    ACCOUNT_HAS_VIRTUAL_ACCOUNTS: {
      httpStatus: 422,
      message: 'The account has open virtual accounts; ask the institution to close them first.',
    },
    ACCOUNT_CLOSURE_BLOCKED: {
      httpStatus: 422,
      message: 'The account has unfinished business and cannot be closed yet; end what blockedBy names first.',
    },
  }),
};
