import type { CustomerFacts, ScenarioMovement } from './scenario-movement';

/**
 * True for a movement that counts in the windows of its customer over all accounts. Money between two accounts of the
 * customer neither comes in nor leaves.
 */
export function countsForCustomer(
  movement: ScenarioMovement,
): movement is ScenarioMovement & { customer: CustomerFacts } {
  return movement.customer !== undefined && movement.counterparty?.isOwn !== true;
}
