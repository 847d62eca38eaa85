import type { AccountMovement } from '../ledger/movements/movement-gates';

/** Account numbers on both sides of a movement, for the audit trail. */
export interface MovementParties {
  sourceAccounts: string[];
  destinationAccounts: string[];
}

const SOURCE_FIELDS = ['debitAccount', 'originatorAccountNumber'];
const DESTINATION_FIELDS = ['creditAccount', 'beneficiaryAccountNumber'];

function named(payload: Record<string, unknown>, fields: string[]): string[] {
  return fields.map((field) => payload[field]).filter((value): value is string => typeof value === 'string');
}

/**
 * Who pays whom, as the request names them: a virtual number or an account at another institution is none of the accounts
 * of record. A request without such fields (`post`) is told by its accounts of record.
 */
export function movementParties(payload: Record<string, unknown>, movements: AccountMovement[]): MovementParties {
  const numbers = (wanted: AccountMovement['direction']): string[] =>
    movements.filter(({ direction }) => direction === wanted).map(({ account }) => account.number);
  const sources = named(payload, SOURCE_FIELDS);
  const destinations = named(payload, DESTINATION_FIELDS);
  return {
    sourceAccounts: sources.length > 0 ? sources : numbers('outflow'),
    destinationAccounts: destinations.length > 0 ? destinations : numbers('inflow'),
  };
}
