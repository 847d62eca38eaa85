import { REPORT_STATUSES } from './nfiu-report.entity';
import { isOtherPerson, mayTake, type ReportStep } from './report-lifecycle';

describe('mayTake', () => {
  it.each([
    ['change', ['draft']],
    ['check', ['draft', 'checked']],
    ['approve', ['checked']],
    ['return', ['checked', 'approved', 'rejected']],
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
