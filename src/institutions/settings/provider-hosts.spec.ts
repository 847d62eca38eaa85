import { baseSettings } from './base-settings';
import { secretsOfChangedHosts } from './provider-hosts';
import type { SettingDefinition } from './setting-definition';

const MAIL: SettingDefinition = {
  key: 'EMAIL_SMTP_PASSWORD',
  type: 'text',
  secret: true,
  sentTo: ['EMAIL_SMTP_HOST', 'EMAIL_SMTP_PORT'],
  description: 'Password',
};
const definitions = [...baseSettings, MAIL];
const CARD_SECRETS = [
  'CARD_SHARED_GATEWAY_KEY',
  'CARD_PROVIDER_PROVIDERB_HEADERS_JSON',
  'CARD_PROVIDER_PROVIDERA_HEADERS_JSON',
];

describe('secretsOfChangedHosts', () => {
  const ofCards = (from: string | undefined, to: string | null, set: string[] = []): string[] =>
    secretsOfChangedHosts(definitions, { CARD_BASE_URL: from }, { CARD_BASE_URL: to }, set);

  it.each([
    ['another host', 'https://a.example/v1', 'https://b.example/v1'],
    ['another port', 'https://a.example', 'https://a.example:8443'],
    ['another scheme', 'https://a.example', 'http://a.example'],
    ['a host that only looks like it', 'https://a.example', 'https://a.example.evil.example'],
    ['no host any more', 'https://a.example', null],
  ])('are those of the provider for %s', (_, from, to) => {
    expect(ofCards(from, to)).toStrictEqual(CARD_SECRETS);
  });

  it.each([
    ['another path', 'https://a.example/v1', 'https://a.example/v2'],
    ['the same host in capitals', 'https://a.example', 'https://A.EXAMPLE:443/'],
    ['a first address', undefined, 'https://a.example'],
  ])('are none for %s', (_, from, to) => {
    expect(ofCards(from, to)).toStrictEqual([]);
  });

  it('are not those that the same change sets', () => {
    expect(ofCards('https://a.example', 'https://b.example', CARD_SECRETS.slice(1))).toStrictEqual([CARD_SECRETS[0]]);
  });

  it.each([
    ['another host', { EMAIL_SMTP_HOST: 'b.example', EMAIL_SMTP_PORT: '587' }, ['EMAIL_SMTP_PASSWORD']],
    ['another port', { EMAIL_SMTP_HOST: 'a.example', EMAIL_SMTP_PORT: '465' }, ['EMAIL_SMTP_PASSWORD']],
    ['the same host in capitals', { EMAIL_SMTP_HOST: 'A.example', EMAIL_SMTP_PORT: '587' }, []],
  ])('of a mail server follow its host and port: %s', (_, after, expected) => {
    const before = { EMAIL_SMTP_HOST: 'a.example', EMAIL_SMTP_PORT: '587' };
    expect(secretsOfChangedHosts(definitions, before, after, [])).toStrictEqual(expected);
  });
});
