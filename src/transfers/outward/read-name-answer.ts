import type { AppError } from '../../common/errors/app-error';
import type { GatewayAnswer } from '../../common/gateway/gateway-call';
import { providerText } from '../../common/text/provider-text';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import { nipMeaning } from '../../payouts/nip-response-codes';
import { transfersErrors } from '../transfers.errors';

/** The account name that the provider returned. */
export interface FoundName {
  /** The provider's session id of the enquiry. */
  reference: string;
  accountName: string;
  bankVerificationNumber: string | null;
  kycLevel: number | null;
}

const INVALID_ACCOUNT = '07';
const NO_RECORD = '25';
const UNKNOWN_BANK = '16';
const REFERENCE = /^[\x21-\x7e]{1,100}$/;
const NAME_MAX_LENGTH = 200;

/** Reads a provider's answer to a name enquiry for this account; an error when it has no name. */
export function readNameAnswer(answer: GatewayAnswer, accountNumber: string): FoundName | AppError {
  if (answer.outcome !== 'answered' || answer.status < 200 || answer.status >= 300)
    return integrationsErrors.GATEWAY_UNAVAILABLE();
  const { body } = answer;
  const code = typeof body.responseCode === 'string' ? body.responseCode : '';
  if (code === INVALID_ACCOUNT || code === NO_RECORD)
    return transfersErrors.BENEFICIARY_NOT_FOUND(undefined, { responseCode: code });
  if (code === UNKNOWN_BANK) return transfersErrors.UNKNOWN_DESTINATION_INSTITUTION();
  const meaning = nipMeaning(code);
  if (meaning === 'failure' || meaning === 'refusal')
    return transfersErrors.NAME_ENQUIRY_REFUSED(undefined, { responseCode: code });
  return (
    (meaning === 'success' ? foundName(body, accountNumber) : undefined) ?? integrationsErrors.GATEWAY_UNAVAILABLE()
  );
}

function foundName(
  { sessionId, accountName, accountNumber, bankVerificationNumber, kycLevel }: Readonly<Record<string, unknown>>,
  requestedNumber: string,
): FoundName | undefined {
  if (typeof sessionId !== 'string' || !REFERENCE.test(sessionId)) return undefined;
  // An answer for another number must not give this number a name.
  if (accountNumber !== undefined && accountNumber !== requestedNumber) return undefined;
  const name = providerText(accountName, NAME_MAX_LENGTH);
  if (name === null) return undefined;
  return {
    reference: sessionId,
    accountName: name,
    bankVerificationNumber:
      typeof bankVerificationNumber === 'string' && /^\d{11}$/.test(bankVerificationNumber)
        ? bankVerificationNumber
        : null,
    kycLevel:
      typeof kycLevel === 'number' && Number.isInteger(kycLevel) && kycLevel >= 0 && kycLevel <= 9 ? kycLevel : null,
  };
}
