import type { Answer } from '../../../api/client';

export type AmlCase = Answer<'getAmlCase'>;
export type CaseEvent = AmlCase['events'][number];

const QUEUES: Record<AmlCase['queue'], string> = { aml: 'Transactions', fraud: 'Fraud', names: 'Names' };

const OUTCOMES: Record<NonNullable<AmlCase['outcome']>, string> = {
  'false-positive': 'False positive',
  'no-action': 'No action',
  monitored: 'Customer is monitored',
  restricted: 'Customer is restricted',
  exited: 'Relationship ended',
  'str-filed': 'Reported to the NFIU',
};

/** The work that a case belongs to. */
export function queueText({ queue }: Pick<AmlCase, 'queue'>): string {
  return QUEUES[queue];
}

/** An outcome in words. */
export function outcomeText(outcome: AmlCase['outcome']): string {
  return outcome === null ? '–' : OUTCOMES[outcome];
}

export const OUTCOME_CHOICES = Object.entries(OUTCOMES).map(([value, text]) => ({ value, text }));

const EVENTS: Record<CaseEvent['kind'], string> = {
  opened: 'Opened',
  'alert-linked': 'Alert joined',
  assigned: 'Assigned',
  status: 'State changed',
  note: 'Note',
  evidence: 'Evidence added',
  narrative: 'Narrative written',
  linked: 'Linked with another case',
  proposed: 'Closing proposed',
  returned: 'Closing declined',
  closed: 'Closed',
  reopened: 'Resumed',
  escalated: 'Escalated',
  reviewed: 'Second look',
};

/** A step of the history in words. */
export function eventText({ kind }: CaseEvent): string {
  return EVENTS[kind];
}

/** The next time limit of a case: to begin with it, then to decide it. */
export function nextDue({
  touchedAt,
  touchDueAt,
  decisionDueAt,
}: Pick<AmlCase, 'touchedAt' | 'touchDueAt' | 'decisionDueAt'>): {
  at: string;
  isToBegin: boolean;
} {
  return touchedAt === null ? { at: touchDueAt, isToBegin: true } : { at: decisionDueAt, isToBegin: false };
}
