import { nairaText } from './end-of-day-views';

describe('nairaText', () => {
  it.each([
    ['0', '0.00'],
    ['5', '0.05'],
    ['-5', '-0.05'],
    ['125000050', '1250000.50'],
    ['-100', '-1.00'],
    ['123456789012345678901', '1234567890123456789.01'],
  ])('writes %s kobo as %s', (kobo, text) => {
    expect(nairaText(kobo)).toBe(text);
  });
});
