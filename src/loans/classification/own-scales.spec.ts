import { LOAN_CLASSIFICATIONS } from '../contract/loan.entity';
import { ownScales, ownScalesViolation } from './own-scales';

const STEPS = {
  Performing: { fromDays: 0, provisionPercent: 1, nonPerforming: false },
  PassAndWatch: { fromDays: 1, provisionPercent: 5, nonPerforming: false },
  Substandard: { fromDays: 15, provisionPercent: 20, nonPerforming: true },
  Doubtful: { fromDays: 45, provisionPercent: 50.5, nonPerforming: true },
  Lost: { fromDays: 75, provisionPercent: 100, nonPerforming: true },
};

const valueOf = (changes: object = {}, date = '2027-01-01'): string =>
  JSON.stringify({ [date]: { ...STEPS, ...changes } });

describe('own scales', () => {
  it('are read with their classes from the best to the worst', () => {
    expect(ownScalesViolation(valueOf())).toBeUndefined();
    const [scale] = ownScales(valueOf());
    expect(scale).toMatchObject({ effectiveFrom: '2027-01-01', source: 'LOAN_CLASSIFICATION_SCALES' });
    expect(scale!.steps.map((step) => step.class)).toEqual([...LOAN_CLASSIFICATIONS]);
    expect(scale!.steps[2]).toEqual({
      class: 'Substandard',
      fromDays: 15,
      provisionPercent: 20,
      isNonPerforming: true,
    });
  });

  it.each([
    ['no date', '{}', /1 to 20 dates/],
    ['a date that does not exist', valueOf({}, '2027-02-30'), /1 to 20 dates/],
    ['a class left out', valueOf({ Lost: undefined }), /must have Performing/],
    ['an unknown class', valueOf({ Bad: STEPS.Lost }), /must have Performing/],
    ['an unknown field', valueOf({ Lost: { ...STEPS.Lost, more: 1 } }), /must have Performing/],
    ['a part of a day', valueOf({ Lost: { ...STEPS.Lost, fromDays: 75.5 } }), /must have Performing/],
    ['more than all as provision', valueOf({ Lost: { ...STEPS.Lost, provisionPercent: 101 } }), /must have Performing/],
    ['a late beginning', valueOf({ Performing: { ...STEPS.Performing, fromDays: 1 } }), /begin with Performing/],
    ['equal days', valueOf({ Doubtful: { ...STEPS.Doubtful, fromDays: 15 } }), /more days/],
    ['less provision', valueOf({ Doubtful: { ...STEPS.Doubtful, provisionPercent: 5 } }), /no less provision/],
    ['a return to performing', valueOf({ Lost: { ...STEPS.Lost, nonPerforming: false } }), /no return/],
    [
      'a scale on which all loans are non-performing',
      JSON.stringify({
        '2027-01-01': Object.fromEntries(
          Object.entries(STEPS).map(([name, step]) => [name, { ...step, nonPerforming: true }]),
        ),
      }),
      /Performing performing/,
    ],
  ])('are refused with %s', (_, value, problem) => {
    expect(ownScalesViolation(value)).toMatch(problem);
  });
});
