import { isSamePerson } from './same-person';

describe('isSamePerson', () => {
  it.each([
    ['Adaeze Okafor', 'OKAFOR, ADAEZE N.'],
    ['Adé Bola', 'BOLA  ADE'],
    ['Dangote', 'DANGOTE'],
  ])('takes %s and %s for one', (one, other) => {
    expect(isSamePerson(one, other)).toBe(true);
    expect(isSamePerson(other, one)).toBe(true);
  });

  it.each([
    ['Adaeze Okafor', 'Chidi Okafor'],
    ['Adaeze Okafor', 'Okafor'],
    ['Adaeze Okafor', ''],
    ['', ''],
    ['***', '()'],
  ])('takes %j and %j for two', (one, other) => {
    expect(isSamePerson(one, other)).toBe(false);
    expect(isSamePerson(other, one)).toBe(false);
  });
});
