import { randomBytes } from 'node:crypto';
import { loadAppConfig } from './app-config';

const SERVER = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/corebank',
  COREBANK_MASTER_KEY: randomBytes(32).toString('base64'),
  CONSOLE_ORIGIN: 'https://console.bank.example',
};
const OIDC = {
  OIDC_ISSUER: 'https://login.bank.example/realms/staff',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_INSTITUTION_ID: '1',
};
const load = (changes: Record<string, string | undefined> = {}): ReturnType<typeof loadAppConfig> =>
  loadAppConfig({ ...SERVER, ...OIDC, ...changes });

describe('the settings of single sign-on', () => {
  it('are off without an issuer', () => expect(loadAppConfig(SERVER).oidc).toBeUndefined());

  it('take multi-factor sign-ins as a second factor by default', () =>
    expect(load().oidc).toEqual({
      issuer: OIDC.OIDC_ISSUER,
      clientId: 'console',
      clientSecret: 'secret',
      institutionId: 1,
      label: 'Single sign-on',
      secondFactorAmr: ['mfa'],
      secondFactorAcr: [],
    }));

  it('name the values that prove a second factor, or none', () => {
    const named = load({ OIDC_SECOND_FACTOR_AMR: 'hwk, otp', OIDC_SECOND_FACTOR_ACR: 'urn:a,urn:b' });
    expect(named.oidc).toMatchObject({ secondFactorAmr: ['hwk', 'otp'], secondFactorAcr: ['urn:a', 'urn:b'] });
    expect(load({ OIDC_SECOND_FACTOR_AMR: 'none' }).oidc).toMatchObject({ secondFactorAmr: [] });
  });

  it('may name a provider on this machine outside production', () => {
    const issuer = { OIDC_ISSUER: 'http://127.0.0.1:8080' };
    expect(load({ ...issuer, NODE_ENV: 'development' }).oidc).toMatchObject({ issuer: issuer.OIDC_ISSUER });
    expect(() => load(issuer)).toThrow('with https');
  });

  it.each([
    [{ OIDC_ISSUER: 'http://login.bank.example', NODE_ENV: 'development' }, 'must begin with https'],
    [{ OIDC_ISSUER: 'login' }, 'must be the address of the provider'],
    [{ OIDC_ISSUER: 'https://login.bank.example/?a=1' }, 'without a query'],
    [{ OIDC_CLIENT_ID: undefined }, 'OIDC_CLIENT_ID is required'],
    [{ OIDC_CLIENT_SECRET: undefined }, 'OIDC_CLIENT_SECRET is required'],
    [{ OIDC_INSTITUTION_ID: undefined }, 'OIDC_INSTITUTION_ID is required'],
    [{ OIDC_INSTITUTION_ID: '0' }, 'must be a whole number from 1'],
    [{ CONSOLE_ORIGIN: undefined }, 'needs CONSOLE_ORIGIN'],
    [{ OIDC_ISSUER: undefined }, 'needs OIDC_ISSUER'],
  ])('with %j stop the start', (changes, problem) => expect(() => load(changes)).toThrow(problem));
});
