import type { CasePriority, CaseStatus } from './aml-case.entity';

/** A step in the life of a case (docs/api/cases.md#cases). */
export type CaseStep = 'work' | 'wait' | 'propose' | 'return' | 'close' | 'reopen';

const STEPS: Readonly<Record<CaseStep, { from: readonly CaseStatus[]; to: CaseStatus }>> = {
  work: { from: ['open', 'awaiting-information'], to: 'in-progress' },
  wait: { from: ['open', 'in-progress'], to: 'awaiting-information' },
  propose: { from: ['open', 'in-progress', 'awaiting-information'], to: 'proposed' },
  return: { from: ['proposed'], to: 'in-progress' },
  close: { from: ['proposed'], to: 'closed' },
  reopen: { from: ['closed'], to: 'in-progress' },
};

/** The status after a step; undefined where the present one does not allow it. */
export function statusAfter(step: CaseStep, status: CaseStatus): CaseStatus | undefined {
  const { from, to } = STEPS[step];
  return from.includes(status) ? to : undefined;
}

/** The fields of a case without a proposal. */
export const NOT_PROPOSED = {
  outcome: null,
  reasonCode: null,
  rationale: null,
  proposedBy: null,
  proposedAt: null,
};

const HIGH_SCORE = 75;
const MEDIUM_SCORE = 50;

/** The priority that a score asks for. */
export function priorityOf(score: number): CasePriority {
  if (score >= HIGH_SCORE) return 'high';
  return score >= MEDIUM_SCORE ? 'medium' : 'low';
}

/** True where a case must be escalated: not begun in time, or not decided in time. */
export function isOverdue({ status, touchedAt, touchDueAt, decisionDueAt }: CaseTimes, now: Date): boolean {
  if (status === 'closed') return false;
  return decisionDueAt < now || (touchedAt === null && touchDueAt < now);
}

interface CaseTimes {
  status: CaseStatus;
  touchedAt: Date | null;
  touchDueAt: Date;
  decisionDueAt: Date;
}

/**
 * Which of several to look at a second time: at least one, and so many that their share is reached. The choice depends
 * on nothing that whoever closes them can choose.
 *
 * @param random from 0 to below 1, one for each
 */
export function sampled(random: readonly number[], share: number): boolean[] {
  if (share === 0) return random.map(() => false);
  const count = Math.min(random.length, Math.max(1, Math.ceil(random.length * share)));
  const limit = [...random].sort((a, b) => a - b)[count - 1] ?? -1;
  return random.map((value) => value <= limit);
}
