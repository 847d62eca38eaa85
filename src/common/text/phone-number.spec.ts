import { normalisePhoneNumber } from './phone-number';

describe('normalisePhoneNumber', () => {
  it.each([
    ['08031234567', '+2348031234567'],
    ['+2348031234567', '+2348031234567'],
    ['2348031234567', '+2348031234567'],
    ['+234 (0) 803-123.4567', '+2348031234567'],
    ['0 903 123 4567', '+2349031234567'],
    ['07011234567', '+2347011234567'],
    ['012345678', '+23412345678'],
    ['084123456', '+23484123456'],
    ['+447911123456', '+447911123456'],
    ['+12025550123', '+12025550123'],
  ])('normalises %p to %p', (text, expected) => {
    expect(normalisePhoneNumber(text)).toBe(expected);
  });

  it.each([
    '',
    '0803123456',
    '080312345678',
    '08231234567',
    '8031234567',
    '+2340',
    '+0123456789',
    '+1234',
    '0803123456a',
    '+23480312345678901',
    'phone',
    '+',
    '++2348031234567',
  ])('refuses %p', (text) => {
    expect(normalisePhoneNumber(text)).toBeUndefined();
  });

  it('does not change a normalised number', () => {
    expect(normalisePhoneNumber(normalisePhoneNumber('08031234567')!)).toBe('+2348031234567');
  });
});
