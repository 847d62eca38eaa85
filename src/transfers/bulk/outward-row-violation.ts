import type { FieldError } from '../../common/http/field-errors';
import { formatNaira, nairaToKobo } from '../../common/money/naira';
import type { NameEnquiry } from '../outward/name-enquiry.entity';
import { nameEnquiryViolation } from '../outward/name-enquiry-violation';
import type { BulkTransferRowBody } from './bulk-transfers.dto';

const BANK_CODE = /^\d{6}$/;
const ACCOUNT_NUMBER = /^\d{10}$/;

/** The field that each refusal of a name enquiry is about, and the end of the sentence that begins with it. */
const ENQUIRY_REFUSALS: Readonly<Record<string, { name: keyof BulkTransferRowBody; message: string }>> = {
  NAME_ENQUIRY_NOT_FOUND: { name: 'nameEnquiryRef', message: 'names no name enquiry; make one for this account' },
  NAME_ENQUIRY_MISMATCH: {
    name: 'nameEnquiryRef',
    message: 'names a name enquiry for another account or institution; make one for this account',
  },
  NAME_ENQUIRY_EXPIRED: {
    name: 'nameEnquiryRef',
    message: 'names a name enquiry that is older than 24 hours; make a new one',
  },
  BENEFICIARY_NAME_MISMATCH: {
    name: 'beneficiaryName',
    message: 'differs from the accountName of the name enquiry; send that name',
  },
};

/** The facts on which a row to another institution is judged. */
export interface OutwardRowFacts {
  enquiry: NameEnquiry | null;
  /** Time of the file; of a file that waited, time of its first request. */
  at: Date;
  /** The limit of one instant transfer; undefined where the institution has set none. */
  ceilingKobo: bigint | undefined;
}

/**
 * The reason why a row to another institution cannot be sent, by the rules of a single outward transfer; undefined
 * when it can (docs/api/bulk-transfers.md#other-institutions).
 * @param place such as `rows[3]`.
 */
export function outwardRowViolation(
  { bankCode, creditAccount, nameEnquiryRef, beneficiaryName, amount }: BulkTransferRowBody,
  place: string,
  { enquiry, at, ceilingKobo }: OutwardRowFacts,
): FieldError | undefined {
  const refuse = (name: keyof BulkTransferRowBody, message: string): FieldError => ({
    field: `${place}.${name}`,
    message,
  });
  if (!BANK_CODE.test(bankCode ?? ''))
    return refuse('bankCode', 'must be six digits, an institutionCode from the list of banks');
  if (!ACCOUNT_NUMBER.test(creditAccount)) return refuse('creditAccount', 'must be ten digits at another institution');
  if ((nameEnquiryRef ?? '') === '')
    return refuse('nameEnquiryRef', 'is required for an account at another institution');
  if ((beneficiaryName ?? '') === '')
    return refuse('beneficiaryName', 'is required for an account at another institution');
  const named = {
    beneficiaryAccountNumber: creditAccount,
    beneficiaryAccountName: beneficiaryName!,
    destinationInstitutionCode: bankCode!,
  };
  const refusal = nameEnquiryViolation(enquiry, named, at);
  if (refusal) {
    const { name, message } = ENQUIRY_REFUSALS[refusal.code]!;
    return refuse(name, message);
  }
  return ceilingKobo !== undefined && nairaToKobo(amount)! > ceilingKobo
    ? refuse('amount', `is above the limit of one instant transfer, ${formatNaira(ceilingKobo)}`)
    : undefined;
}

/** The reason why a row to the own institution may not name a beneficiary; undefined when it names none. */
export function localRowViolation(
  { nameEnquiryRef, beneficiaryName }: BulkTransferRowBody,
  place: string,
): FieldError | undefined {
  const named = (nameEnquiryRef ?? undefined) !== undefined ? 'nameEnquiryRef' : 'beneficiaryName';
  if (named === 'beneficiaryName' && (beneficiaryName ?? undefined) === undefined) return undefined;
  return {
    field: `${place}.${named}`,
    message: 'is only for an account at another institution; send the bankCode of that institution, or leave it out',
  };
}
