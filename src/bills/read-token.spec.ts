import { readToken, readTokenUnits } from './read-token';

describe('readToken', () => {
  it.each([
    ['7222-4007-9966-7341-7875', '7222-4007-9966-7341-7875'],
    ['72224007996673417875', '7222-4007-9966-7341-7875'],
    ['7222 4007 9966 7341 7875', '7222-4007-9966-7341-7875'],
    ['Token : 7222 4007 9966 7341 7875', '7222-4007-9966-7341-7875'],
    ['TOKEN:72224007996673417875', '7222-4007-9966-7341-7875'],
    ['  PIN 1234-5678 ', 'PIN 1234-5678'],
    ['7222400799667341787', '7222400799667341787'],
    ['a\u0000b\nc', 'a b c'],
    [`9${'x'.repeat(200)}`, `9${'x'.repeat(99)}`],
  ])('reads %j as the token %s', (value, token) => {
    expect(readToken(value)).toBe(token);
  });

  // A JSON number cannot hold twenty digits, so a number is not a token.
  it.each([undefined, null, '', '   ', 7_222_400_799_667_341, {}, ['1'], true])('reads no token from %j', (value) => {
    expect(readToken(value)).toBeNull();
  });
});

describe('readTokenUnits', () => {
  it.each([
    [73.5, 73.5],
    ['73.5', 73.5],
    ['73.5 kWh', 73.5],
    [' 1,073.25 ', 1073.25],
  ])('reads %j as %s units', (value, units) => {
    expect(readTokenUnits(value)).toBe(units);
  });

  it.each([undefined, null, 0, -1, NaN, Infinity, '', 'kWh', '-3', {}, '0'])('reads no units from %j', (value) => {
    expect(readTokenUnits(value)).toBeNull();
  });
});
