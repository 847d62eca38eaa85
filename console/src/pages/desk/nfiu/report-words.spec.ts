import { findingField, hasLapse } from './report-words';

describe('the field of a finding', () => {
  it.each([
    ['rentity_id', 'Rentity ID'],
    ['transaction[1].t_from_my_client.from_account.signatory[1].t_person.source_of_wealth', 'Source of wealth'],
    ['t_person.nationality1', 'Nationality'],
    ['report.signatory[12]', 'Signatory'],
  ])('of %s is %s', (place, field) => {
    expect(findingField(place)).toBe(field);
  });
});

describe('a lapse beside the alarm', () => {
  const deadline = { basis: 'suspicion', dueAt: '2026-11-25T10:15:00.000Z', isAlarm: true, isLapsed: true } as const;
  it.each([
    ['is shown of a due time without alarm', [{ ...deadline, isAlarm: false }], true, true],
    ['is shown of a report that was filed late', [deadline], false, true],
    ['is not shown twice of an overdue report', [deadline], true, false],
    ['is not shown where nothing has passed', [{ ...deadline, isLapsed: false }], false, false],
  ])('%s', (_title, deadlines, isOverdue, isShown) => {
    expect(hasLapse({ deadlines, isOverdue })).toBe(isShown);
  });
});
