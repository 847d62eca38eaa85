import { normalisePhoneNumber } from '../common/text/phone-number';
import type { Agent } from './agent.entity';

type Details = Pick<Agent, 'phoneNumber' | 'emailAddress' | 'address' | 'referenceNumber' | 'notes'>;

const NONE: Details = { phoneNumber: null, emailAddress: null, address: null, referenceNumber: null, notes: null };

/**
 * The optional fields of an agent as they are stored, after a request.
 *
 * @param given the request's fields: what is left out stays as it is, null clears.
 * @param before as they are stored; a new agent has none.
 */
export function agentDetails(
  { phoneNumber, emailAddress, address, referenceNumber, notes }: Partial<Details>,
  before: Details = NONE,
): Details {
  return {
    phoneNumber: after(phoneNumber, before.phoneNumber, (text) => normalisePhoneNumber(text) ?? null),
    emailAddress: after(emailAddress, before.emailAddress, (text) => text.toLowerCase()),
    address: after(address, before.address),
    referenceNumber: after(referenceNumber, before.referenceNumber),
    notes: after(notes, before.notes),
  };
}

function after(
  given: string | null | undefined,
  before: string | null,
  stored = (text: string): string | null => text,
): string | null {
  if (given === undefined) return before;
  return given === null ? null : stored(given);
}
