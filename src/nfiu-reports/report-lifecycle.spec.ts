import { REPORT_STATUSES } from './nfiu-report.entity';
import { isOtherPerson, isSecondPerson, mayTake, type ReportStep } from './report-lifecycle';

describe('mayTake', () => {
  it.each([
    ['change', ['draft']],
    ['check', ['draft', 'checked']],
    ['approve', ['checked']],
    ['return', ['checked', 'approved', 'exported', 'rejected']],
    ['export', ['approved', 'exported', 'submitted', 'accepted', 'rejected']],
    ['submit', ['exported']],
    ['decide', ['submitted']],
    ['withdraw', ['draft', 'checked', 'approved']],
  ] as [ReportStep, string[]][])('the step %s is taken only from %p', (step, from) => {
    expect(REPORT_STATUSES.filter((status) => mayTake(step, status))).toEqual(from);
  });
});

describe('isOtherPerson', () => {
  const report = { preparedBy: 'staff:A', changedBy: ['staff:C', 'staff:D'], checkedBy: 'staff:B' };
  it('nobody who prepared, changed or checked a report approves it', () => {
    const staff = ['staff:A', 'staff:B', 'staff:C', 'staff:D', 'staff:E'];
    expect(staff.filter((actor) => isOtherPerson(actor, report))).toEqual(['staff:E']);
  });
});

describe('isSecondPerson', () => {
  const found = { preparedBy: 'system:ctr', changedBy: [], checkedBy: null };
  it.each([
    ['nobody for a report that only the program has seen', found, false],
    ['a colleague of who wrote the ground', { ...found, changedBy: ['staff:ONE'] }, true],
    ['a colleague of who checked it', { ...found, checkedBy: 'staff:ONE' }, true],
    ['not who wrote the ground', { ...found, changedBy: ['staff:TWO'] }, false],
    ['not who checked it', { ...found, changedBy: ['staff:ONE'], checkedBy: 'staff:TWO' }, false],
    ['not who prepared it', { ...found, preparedBy: 'staff:TWO' }, false],
    ['a colleague of who prepared it', { ...found, preparedBy: 'staff:ONE' }, true],
  ])('is %s', (_, report, expected) => {
    expect(isSecondPerson('staff:TWO', report)).toBe(expected);
  });
});
