import { stepsViolations } from './check-days';

const RELEASE = ['interest', 'loans'];
const PRESENT = ['interest', 'totals', 'loans', 'chain'];

interface Day {
  finished: string[];
  unfinished?: string[];
}

const days = (...each: Day[]): { date: string; finished: string[]; unfinished: string[] }[] =>
  each.map(({ finished, unfinished = [] }, index) => ({ date: `2026-11-2${index}`, finished, unfinished }));

const [old, whole] = [{ finished: RELEASE }, { finished: PRESENT }];

describe('the check of the steps of days', () => {
  it('wants every day to have the steps of the one program', () => {
    expect(stepsViolations(days(whole, whole), false)).toEqual([]);
    expect(stepsViolations(days(old, whole), false)).toEqual([
      '2026-11-20 has 2 steps of 4, and 0 that are not finished',
    ]);
    expect(stepsViolations(days(whole, { finished: PRESENT.slice(1), unfinished: ['interest'] }), false)).toEqual([
      '2026-11-21 has 3 steps of 4, and 1 that are not finished',
    ]);
    expect(stepsViolations([], false)).toEqual([]);
  });

  it('lets the days before an upgrade have the steps of the release', () => {
    expect(stepsViolations(days(old, old, whole), true)).toEqual([]);
    expect(stepsViolations(days(old, whole, old), true)).toEqual([
      '2026-11-22 has 2 steps of 4, and 0 that are not finished',
    ]);
    expect(stepsViolations(days(old, { finished: ['interest'] }, whole), true)).toEqual([
      '2026-11-21 has 1 steps of 4, and 0 that are not finished',
    ]);
  });

  it('lets the release close a day that the present program began, without the steps that it does not know', () => {
    expect(stepsViolations(days(old, { finished: RELEASE, unfinished: ['totals'] }, whole), true)).toEqual([]);
    expect(stepsViolations(days(old, { finished: [...RELEASE, 'totals'] }, whole), true)).toEqual([]);
    expect(stepsViolations(days(old, { finished: ['interest'], unfinished: ['loans'] }, whole), true)).toEqual([
      '2026-11-21 has 1 steps of 4, and 1 that are not finished',
    ]);
    expect(stepsViolations(days(old, whole, { finished: RELEASE, unfinished: ['totals'] }), true)).toHaveLength(1);
  });
});
