import type { ApprovalPolicy } from './approval-policy.entity';

export type ActivePolicy = Pick<ApprovalPolicy, 'id' | 'operation' | 'amountFloorKobo' | 'requiredCheckers'>;

/** The policy that applies to an amount of an operation; of several, the one with the most checkers. */
export function applicablePolicy(
  policies: ActivePolicy[],
  operation: string,
  amountKobo: bigint,
): ActivePolicy | undefined {
  return policies
    .filter((policy) => policy.operation === operation && amountKobo >= (policy.amountFloorKobo ?? 0n))
    .sort((a, b) => b.requiredCheckers - a.requiredCheckers || a.id - b.id)[0];
}
