import { stepsViolations } from './check-days';

const days = (...steps: number[]): { date: string; steps: string }[] =>
  steps.map((each, index) => ({ date: `2026-11-2${index}`, steps: String(each) }));

describe('the check of the steps of days', () => {
  it('wants every day to have the steps of the one program', () => {
    expect(stepsViolations(days(22, 22, 22), 1)).toEqual([]);
    expect(stepsViolations(days(15, 22, 22), 1)).toEqual(['2026-11-20 has 15 steps of 22']);
    expect(stepsViolations([], 1)).toEqual([]);
  });

  it('lets the days before an upgrade have the steps of the release', () => {
    expect(stepsViolations(days(15, 15, 22), 2)).toEqual([]);
    expect(stepsViolations(days(15, 22, 15), 2)).toEqual(['2026-11-22 has 15 steps of 22']);
    expect(stepsViolations(days(14, 15, 22), 2)).toEqual(['2026-11-20 has 14 steps of 22']);
  });
});
