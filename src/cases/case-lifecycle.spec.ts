import { CASE_STATUSES } from './aml-case.entity';
import { type CaseStep, isOverdue, priorityOf, sampled, statusAfter } from './case-lifecycle';

describe('statusAfter', () => {
  it.each([
    ['work', ['open', 'awaiting-information'], 'in-progress'],
    ['wait', ['open', 'in-progress'], 'awaiting-information'],
    ['propose', ['open', 'in-progress', 'awaiting-information'], 'proposed'],
    ['return', ['proposed'], 'in-progress'],
    ['close', ['proposed'], 'closed'],
    ['reopen', ['closed'], 'in-progress'],
  ] as [CaseStep, string[], string][])('the step %s is taken only from %p', (step, from, to) => {
    const allowed = CASE_STATUSES.filter((status) => statusAfter(step, status) !== undefined);
    expect(allowed).toEqual(from);
    expect(statusAfter(step, allowed[0]!)).toBe(to);
  });
});

it('a score of 75 asks for a high priority and one of 50 for a medium one', () => {
  expect([0, 49, 50, 74, 75, 100].map(priorityOf)).toEqual(['low', 'low', 'medium', 'medium', 'high', 'high']);
});

describe('isOverdue', () => {
  const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 24, hour));
  const times = { status: 'open' as const, touchedAt: null, touchDueAt: at(10), decisionDueAt: at(20) };
  it.each([
    ['before both times', times, 9, false],
    ['when nobody has begun in time', times, 11, true],
    ['when somebody has begun', { ...times, touchedAt: at(9) }, 11, false],
    ['when it is not decided in time', { ...times, touchedAt: at(9) }, 21, true],
    ['when it is closed', { ...times, status: 'closed' as const }, 21, false],
  ])('%s', (_, given, hour, expected) => {
    expect(isOverdue(given, at(hour))).toBe(expected);
  });
});

describe('sampled', () => {
  it('takes at least one, and the share of many', () => {
    const random = Array.from({ length: 50 }, (_, index) => ((index * 7) % 50) / 50);
    expect(sampled(random.slice(0, 3), 0.1).filter(Boolean)).toHaveLength(1);
    expect(sampled(random, 0.1).filter(Boolean)).toHaveLength(5);
    expect(sampled(random, 0).filter(Boolean)).toHaveLength(0);
    expect(sampled(random, 1).filter(Boolean)).toHaveLength(50);
    expect(sampled([], 0.1)).toEqual([]);
  });
});
