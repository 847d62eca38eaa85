import { normalisePhoneNumber } from '../common/text/phone-number';
import type { Agent } from './agent.entity';

type Details = Pick<Agent, 'phoneNumber' | 'emailAddress' | 'address' | 'referenceNumber' | 'notes'>;

const NONE: Details = { phoneNumber: null, emailAddress: null, address: null, referenceNumber: null, notes: null };

/**
 * The optional fields of an agent as they are stored after a request.
 *
 * @param given the request's fields. A field that is left out stays as it is; null clears it.
 * @param before the stored fields; a new agent has none.
 */
export function agentDetails(
  { phoneNumber, emailAddress, address, referenceNumber, notes }: Partial<Details>,
  before: Details = NONE,
): Details {
  return {
    phoneNumber: changedText(phoneNumber, before.phoneNumber, (text) => normalisePhoneNumber(text) ?? null),
    emailAddress: changedText(emailAddress, before.emailAddress, (text) => text.toLowerCase()),
    address: changedText(address, before.address),
    referenceNumber: changedText(referenceNumber, before.referenceNumber),
    notes: changedText(notes, before.notes),
  };
}

function changedText(
  given: string | null | undefined,
  before: string | null,
  normalise = (text: string): string | null => text,
): string | null {
  if (given === undefined) return before;
  return given === null ? null : normalise(given);
}
