import { findingField } from './report-words';

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
