import type { EnvironmentReader } from './environment-reader';

/** The provider of single sign-on for the console (docs/api/staff-sessions.md#single-sign-on). */
export interface OidcSettings {
  /** The issuer, exactly as the provider names itself. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The only institution whose staff the provider may sign in. */
  institutionId: number;
  /** What the button of the sign-in page says. */
  label: string;
  /** Values of `amr` of which one proves a second factor. */
  secondFactorAmr: string[];
  /** Values of `acr` of which each proves a second factor. */
  secondFactorAcr: string[];
}

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;
const REQUIRED = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_INSTITUTION_ID'];

/** The `OIDC_…` variables, all or none; undefined where single sign-on is off. */
export function readOidcSettings(
  reader: EnvironmentReader,
  environment: string,
  consoleOrigin: string | undefined,
): OidcSettings | undefined {
  const issuer = reader.text('OIDC_ISSUER');
  if (issuer === undefined) {
    for (const name of REQUIRED)
      if (reader.text(name) !== undefined) reader.report(name, 'needs OIDC_ISSUER, the address of the provider');
    return undefined;
  }
  assertIssuer(reader, issuer, environment);
  if (consoleOrigin === undefined) reader.report('OIDC_ISSUER', 'needs CONSOLE_ORIGIN, to which the provider answers');
  const required = (name: string): string => {
    const text = reader.text(name);
    if (text === undefined) reader.report(name, 'is required beside OIDC_ISSUER');
    return text ?? '';
  };
  return {
    issuer,
    clientId: required('OIDC_CLIENT_ID'),
    clientSecret: required('OIDC_CLIENT_SECRET'),
    institutionId: institutionOf(reader),
    label: (reader.text('OIDC_LABEL') ?? 'Single sign-on').slice(0, 60),
    secondFactorAmr: listOf(reader.text('OIDC_SECOND_FACTOR_AMR') ?? 'mfa'),
    secondFactorAcr: listOf(reader.text('OIDC_SECOND_FACTOR_ACR')),
  };
}

function assertIssuer(reader: EnvironmentReader, issuer: string, environment: string): void {
  if (!URL.canParse(issuer) || new URL(issuer).search !== '' || new URL(issuer).hash !== '')
    reader.report('OIDC_ISSUER', 'must be the address of the provider, without a query');
  else if (!issuer.startsWith('https://') && (environment === 'production' || !LOOPBACK.test(issuer)))
    reader.report('OIDC_ISSUER', 'must begin with https, except for localhost outside production');
}

function institutionOf(reader: EnvironmentReader): number {
  const name = 'OIDC_INSTITUTION_ID';
  if (reader.text(name) === undefined) reader.report(name, 'is required beside OIDC_ISSUER');
  return reader.integer(name, 0, 1, Number.MAX_SAFE_INTEGER);
}

/** Values separated by commas. `none` is no value. */
function listOf(text: string | undefined): string[] {
  return text === undefined || text === 'none' ? [] : text.split(',').flatMap((part) => part.trim() || []);
}
