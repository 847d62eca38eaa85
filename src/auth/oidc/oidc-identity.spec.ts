import { oidcAssurance, verifiedEmail } from './oidc-identity';

describe('the identity that a provider names', () => {
  it('is a verified address', () =>
    expect(verifiedEmail({ email: 'ada@bank.example', email_verified: true })).toBe('ada@bank.example'));

  it.each([
    [{ email: 'ada@bank.example' }],
    [{ email: 'ada@bank.example', email_verified: false }],
    [{ email: 'ada@bank.example', email_verified: 'true' }],
    [{ email: 1, email_verified: true }],
    [{ email: 'a'.repeat(251), email_verified: true }],
    [{}],
  ])('is none in %j', (claims) => expect(verifiedEmail(claims)).toBeUndefined());
});

describe('the assurance of a provider', () => {
  const settings = { secondFactorAmr: ['mfa', 'hwk'], secondFactorAcr: ['urn:two'] };

  it.each([
    [{ amr: ['pwd', 'mfa'] }, 'second-factor'],
    [{ amr: ['hwk'] }, 'second-factor'],
    [{ acr: 'urn:two' }, 'second-factor'],
    [{ amr: ['pwd'] }, 'password'],
    [{ amr: 'mfa' }, 'password'],
    [{ acr: 'urn:one' }, 'password'],
    [{ acr: ['urn:two'] }, 'password'],
    [{}, 'password'],
  ])('of %j is %s', (claims, assurance) => expect(oidcAssurance(claims, settings)).toBe(assurance));

  it('is a password where nothing is configured', () =>
    expect(oidcAssurance({ amr: ['mfa'], acr: '' }, { secondFactorAmr: [], secondFactorAcr: [] })).toBe('password'));
});
