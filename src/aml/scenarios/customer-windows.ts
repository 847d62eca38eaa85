import type { CustomerFacts, ScenarioMovement } from './scenario-movement';

/**
 * True for a movement that counts in the windows of its customer over all accounts. Money between two accounts that the
 * customer has here neither comes in nor leaves.
 */
export function countsForCustomer(
  movement: ScenarioMovement,
): movement is ScenarioMovement & { customer: CustomerFacts } {
  const { customer, counterparty } = movement;
  if (customer === undefined) return false;
  return counterparty?.accountId === undefined || counterparty.isSameOwner !== true;
}
