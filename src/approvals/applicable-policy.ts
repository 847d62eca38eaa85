import type { ApprovalPolicy } from './approval-policy.entity';

export type ActivePolicy = Pick<ApprovalPolicy, 'id' | 'operation' | 'amountFloorKobo' | 'requiredCheckers'>;

/**
 * The policy that applies to an amount; of several, the one with the most checkers.
 * @param names the operation, and the conditions that it meets (`POLICY_CONDITIONS`).
 */
export function applicablePolicy(
  policies: ActivePolicy[],
  names: readonly string[],
  amountKobo: bigint,
): ActivePolicy | undefined {
  return strictest(
    policies.filter((policy) => names.includes(policy.operation) && amountKobo >= (policy.amountFloorKobo ?? 0n)),
  );
}

/** The policy with the most checkers; undefined without any. */
export function strictest(policies: readonly (ActivePolicy | undefined)[]): ActivePolicy | undefined {
  return policies
    .filter((policy) => policy !== undefined)
    .sort((a, b) => b.requiredCheckers - a.requiredCheckers || a.id - b.id)[0];
}
