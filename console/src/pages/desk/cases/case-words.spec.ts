import { nextDue } from './case-words';

const times = { touchDueAt: '2026-11-26T16:00:00.000Z', decisionDueAt: '2026-11-29T08:00:00.000Z' };

describe('the next time limit of a case', () => {
  it('is that of the beginning while nobody has worked on it', () => {
    expect(nextDue({ ...times, touchedAt: null })).toStrictEqual({ at: times.touchDueAt, isToBegin: true });
  });

  it('is that of the decision afterwards', () => {
    const touched = { ...times, touchedAt: '2026-11-26T09:00:00.000Z' };
    expect(nextDue(touched)).toStrictEqual({ at: times.decisionDueAt, isToBegin: false });
  });
});
