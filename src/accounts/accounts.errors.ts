import { defineErrors } from '../common/errors/app-error';

/** Refusals about customers and their accounts. */
export const accountsErrors = defineErrors({
  CUSTOMER_NOT_FOUND: { httpStatus: 404, message: 'There is no such customer.' },
  DUPLICATE_BVN: { httpStatus: 409, message: 'The institution has a customer with this BVN; open another account for that customer.' },
  DUPLICATE_NIN: { httpStatus: 409, message: 'The institution has a customer with this NIN; open another account for that customer.' },
  PARENT_ACCOUNT_REQUIRED: { httpStatus: 422, message: 'Send parentAccountNumber: the API key is not bound to a parent account.' },
  PARENT_ACCOUNT_MISMATCH: { httpStatus: 422, message: 'The API key is bound to another parent account.' },
  PARENT_NOT_CORPORATE: { httpStatus: 422, message: 'The parent account does not belong to a corporate customer.' },
  ACCOUNT_TYPE_NOT_SUPPORTED: { httpStatus: 422, message: 'accountType must be 0, the base collection type, or left out.' },
  ACCOUNT_BALANCE_NOT_ZERO: { httpStatus: 422, message: 'The balance must be zero before the account is closed.' },
  ACCOUNT_HAS_LIEN: { httpStatus: 422, message: 'The account has an active lien; release it first.' },
  ACCOUNT_HAS_OVERDRAFT: { httpStatus: 422, message: 'The account has an overdraft; deactivate it first.' },
  ACCOUNT_HAS_VIRTUAL_ACCOUNTS: { httpStatus: 422, message: 'The account has open virtual accounts.' },
  ACCOUNT_CLOSURE_BLOCKED: { httpStatus: 422, message: 'Something that is not finished keeps the account open.' },
});
