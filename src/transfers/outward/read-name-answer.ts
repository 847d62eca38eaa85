import type { AppError } from '../../common/errors/app-error';
import type { GatewayAnswer } from '../../common/gateway/gateway-call';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import { nipMeaning } from '../../payouts/nip-response-codes';
import { transfersErrors } from '../transfers.errors';

/** Whose account the provider says a number is. */
export interface FoundName {
  /** The session of the enquiry. */
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

/** What a provider's answer to a name enquiry for this account says, or why there is no name. */
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
  asked: string,
): FoundName | undefined {
  if (typeof sessionId !== 'string' || !REFERENCE.test(sessionId) || typeof accountName !== 'string') return undefined;
  // A name without its number could be anybody's.
  if (accountNumber !== undefined && accountNumber !== asked) return undefined;
  const name = accountName
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX_LENGTH)
    .toWellFormed();
  if (name === '') return undefined;
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
