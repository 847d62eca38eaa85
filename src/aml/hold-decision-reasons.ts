import type { Verdict } from '../approvals/approval-decision.entity';

/** Why a held movement was released (docs/api/aml-holds.md#reason-codes). */
export const RELEASE_REASONS = ['explained-by-customer', 'known-business', 'data-error', 'rule-too-wide'] as const;

/** Why a held movement was declined (docs/api/aml-holds.md#reason-codes). */
export const DECLINE_REASONS = [
  'not-explained',
  'denied-by-customer',
  'fraud-suspected',
  'pattern-of-laundering',
  'name-confirmed',
  'identity-not-proven',
] as const;

export const HOLD_DECISION_REASONS = [...RELEASE_REASONS, ...DECLINE_REASONS] as const;
export type HoldDecisionReason = (typeof HOLD_DECISION_REASONS)[number];

/** True when staff may give the reason code with the verdict; a suspicion of fraud, for one, releases no movement. */
export function reasonFits(verdict: Verdict, reason: HoldDecisionReason): boolean {
  const reasons: readonly HoldDecisionReason[] = verdict === 'Approved' ? RELEASE_REASONS : DECLINE_REASONS;
  return reasons.includes(reason);
}
