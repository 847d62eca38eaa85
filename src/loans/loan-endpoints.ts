import { agentsErrors } from '../agents/agents.errors';
import { approvalsErrors } from '../approvals/approvals.errors';
import { commonErrors } from '../common/errors/common.errors';
import { documentsErrors } from '../documents/documents.errors';
import { institutionsErrors } from '../institutions/institutions.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { productsErrors } from '../products/products.errors';
import { loansErrors } from './loans.errors';

/** Errors about the product, rate, people and files of a loan request. */
export const LOAN_REQUEST_ERRORS = [
  ledgerErrors.ACCOUNT_NOT_FOUND,
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
  agentsErrors.AGENT_NOT_ACTIVE,
  institutionsErrors.ACCOUNT_OFFICER_NOT_FOUND,
  institutionsErrors.ACCOUNT_OFFICER_INACTIVE,
  productsErrors.PRODUCT_NOT_FOUND,
  productsErrors.PRODUCT_INACTIVE,
  productsErrors.PRODUCT_TYPE_NOT_ALLOWED,
  productsErrors.PRODUCT_TERMS_REFUSED,
  productsErrors.PRODUCT_RATE_NOT_FOUND,
  productsErrors.PRODUCT_FEE_NOT_FOUND,
  loansErrors.LOAN_TERMS_REFUSED,
  loansErrors.LOAN_GUARANTOR_REFUSED,
  loansErrors.LOAN_LEDGER_REFUSED,
  loansErrors.CREDIT_LIMIT_EXCEEDED,
  documentsErrors.DOCUMENT_UNREADABLE,
  documentsErrors.DOCUMENT_TOO_LARGE,
  documentsErrors.DOCUMENT_FORMAT_NOT_SUPPORTED,
  documentsErrors.DOCUMENT_STORAGE_UNAVAILABLE,
  commonErrors.PAYLOAD_TOO_LARGE,
];

/** Errors of a disbursement. */
export const DISBURSEMENT_ERRORS = [
  loansErrors.LOAN_STATUS_REFUSED,
  loansErrors.LOAN_PENDING_APPROVAL,
  loansErrors.LOAN_TERMS_REFUSED,
  loansErrors.SECURITY_DEPOSIT_MISSING,
  loansErrors.LOAN_CHARGES_NOT_CONFIGURED,
  ledgerErrors.INSUFFICIENT_FUNDS,
  ledgerErrors.CLIENT_LIMIT_EXCEEDED,
  ledgerErrors.LEDGER_NOT_ALLOWED,
  ledgerErrors.LIMIT_EXCEEDED,
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_INACTIVE,
  ledgerErrors.ACCOUNT_FROZEN,
  ledgerErrors.ACCOUNT_DORMANT,
  ledgerErrors.ACCOUNT_PENDING_APPROVAL,
];

/** Errors of an approval decision. */
export const DECISION_ERRORS = [
  loansErrors.LOAN_STATUS_REFUSED,
  loansErrors.CREDIT_LIMIT_EXCEEDED,
  approvalsErrors.MAKER_CANNOT_APPROVE,
  approvalsErrors.APPROVAL_ALREADY_DECIDED,
  approvalsErrors.APPROVAL_DECISION_REPEATED,
];
