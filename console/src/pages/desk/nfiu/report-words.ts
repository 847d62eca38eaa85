import type { Answer } from '../../../api/client';
import { label } from '../../../rules/words';

export type Report = Answer<'getNfiuReport'>;

/** Codes of indicators with the subject that their letters stand for. */
export const INDICATOR_CHOICES = {
  each: (value: string) => ({ value, text: value, group: value.replace(/\d+$/, '') }),
};

/** The field that a finding names, from its place: `transaction[1].t_person.birthdate` is `Birthdate`. */
export function findingField(place: string): string {
  return label((place.split('.').pop() ?? place).replace(/\[\d+\]$|\d+$/, ''));
}

const KINDS: Record<Report['kind'], string> = {
  CTR: 'Currency transactions (CTR)',
  STR: 'Suspicious transactions (STR)',
  SAR: 'Suspicious activity (SAR)',
};

/** The kind of a report in words. */
export function kindText({ kind }: Pick<Report, 'kind'>): string {
  return KINDS[kind];
}

const BASES: Record<Report['deadlines'][number]['basis'], string> = {
  suspicion: 'After the suspicion',
  transaction: 'After the start of the first transaction',
  detection: 'After the first alert',
  'business-date': 'After the business date',
};

/** The event from which a due time counts, in words. */
export function basisText({ basis }: Pick<Report['deadlines'][number], 'basis'>): string {
  return BASES[basis];
}

/** True where a due time passed before filing of which `Overdue` says nothing. */
export function hasLapse({ deadlines, isOverdue }: Pick<Report, 'deadlines' | 'isOverdue'>): boolean {
  return deadlines.some(({ isAlarm, isLapsed }) => isLapsed && !(isAlarm && isOverdue));
}
