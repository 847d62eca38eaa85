import type { AppError } from '../../common/errors/app-error';
import { searchName } from '../../common/text/search-name';
import { transfersErrors } from '../transfers.errors';
import type { NameEnquiry } from './name-enquiry.entity';

/** A name enquiry is valid for so long. */
export const NAME_ENQUIRY_VALID_MS = 86_400_000;

/** The beneficiary that a transfer names. */
interface NamedBeneficiary {
  beneficiaryAccountNumber: string;
  beneficiaryAccountName: string;
  destinationInstitutionCode: string;
}

/** Compares two names without regard to case, accents, punctuation and spacing. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string): string =>
    searchName(name, Infinity)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return plain(one) === plain(other);
}

/**
 * The reason why a transfer may not use this name enquiry; undefined when it may (docs/api/transfers.md#name-enquiry).
 * @param at time of the request; for a transfer that waited, time of its first request.
 */
export function nameEnquiryViolation(
  enquiry: NameEnquiry | null,
  named: NamedBeneficiary,
  at: Date,
): AppError | undefined {
  if (!enquiry) return transfersErrors.NAME_ENQUIRY_NOT_FOUND();
  if (
    enquiry.accountNumber !== named.beneficiaryAccountNumber ||
    enquiry.destinationInstitutionCode !== named.destinationInstitutionCode
  )
    return transfersErrors.NAME_ENQUIRY_MISMATCH();
  if (at.getTime() - enquiry.createdAt.getTime() > NAME_ENQUIRY_VALID_MS) return transfersErrors.NAME_ENQUIRY_EXPIRED();
  return isSameName(enquiry.accountName, named.beneficiaryAccountName)
    ? undefined
    : transfersErrors.BENEFICIARY_NAME_MISMATCH();
}
