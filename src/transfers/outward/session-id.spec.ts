import { derivedInstitutionCode, newSessionId } from './session-id';

describe('newSessionId', () => {
  it('consists of the institution code, its local time and twelve random digits', () => {
    expect(newSessionId('090110', new Date('2026-11-21T23:05:09.900Z'), 'Africa/Lagos')).toMatch(
      /^090110261122000509\d{12}$/,
    );
  });

  it('does not repeat within a second', () => {
    const now = new Date();
    expect(new Set(Array.from({ length: 1000 }, () => newSessionId('090110', now, 'Africa/Lagos'))).size).toBe(1000);
  });
});

describe('derivedInstitutionCode', () => {
  it.each([
    ['058', '000058'],
    ['50515', '050515'],
    ['090110', '090110'],
  ])('derives from %s the code %s', (code, derived) => {
    expect(derivedInstitutionCode(code)).toBe(derived);
  });
});
