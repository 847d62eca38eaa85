import { isIP } from 'node:net';

/** The type of a configuration value; all values are stored as text. */
export type SettingType =
  | 'boolean'
  | 'text'
  | 'url'
  /** A JSON object. */
  | 'json'
  /** A JSON object with names and values of HTTP headers. */
  | 'headers'
  /** One of the providers of the function. */
  | 'provider'
  /** One of the allowed values. */
  | 'choice'
  /** Host name or IP address. */
  | 'host'
  | 'port'
  | 'ledger-code'
  /** Whole number from 1. */
  | 'count'
  /** Naira with at most 2 decimals, from 0. */
  | 'naira'
  /** Fraction from 0 to 1, such as 0.075. */
  | 'rate'
  | 'phone'
  | 'email';

/** One configuration key of an institution. */
export interface SettingDefinition {
  key: string;
  type: SettingType;
  /** Encrypted in the database and never shown. */
  secret: boolean;
  description: string;
  /** Value when the institution has set none. */
  default?: string;
  /** The values of a `provider` or `choice` setting. */
  allowed?: readonly string[];
  /**
   * True for a harmless key, such as a text of the letterhead, which one person may change. Every other key needs two
   * (docs/security.md#changes-that-need-two-people).
   */
  onePerson?: boolean;
  /**
   * Of a secret that is sent to a provider: the key of its address, and that of its port where the address has none. A
   * change of the provider's host clears the secret.
   */
  sentTo?: readonly [address: string, port?: string];
  /** An additional check; returns the problem in words that follow "The value". */
  check?: (value: string) => string | undefined;
}

const MAX_LENGTH = 10_000;

/** Returns the problem of a value in words that follow "The value"; undefined for a valid value. */
type Check = (value: string, definition: SettingDefinition) => string | undefined;

function matching(pattern: RegExp, problem: string): Check {
  return (value) => (pattern.test(value) ? undefined : problem);
}

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/** Parses a JSON object; undefined for any other text. */
function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

function isHeaders(value: string): boolean {
  const headers = parseObject(value);
  if (!headers) return false;
  return Object.entries(headers).every(
    ([name, text]) => HEADER_NAME.test(name) && typeof text === 'string' && HEADER_VALUE.test(text),
  );
}

const oneOfAllowed: Check = (value, { allowed = [] }) =>
  allowed.includes(value) ? undefined : `must be one of ${allowed.join(', ')}`;

const HOST_NAME =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

function isHost(value: string): boolean {
  return isIP(value) !== 0 || HOST_NAME.test(value);
}

const CHECKS: Record<SettingType, Check> = {
  boolean: matching(/^(true|false)$/, 'must be true or false'),
  text: () => undefined,
  url: (value) => (isHttpUrl(value) ? undefined : 'must be an http or https address without a user name'),
  json: (value) => (parseObject(value) ? undefined : 'must be a JSON object'),
  headers: (value) => (isHeaders(value) ? undefined : 'must be a JSON object of header names and values'),
  provider: oneOfAllowed,
  choice: oneOfAllowed,
  host: (value) => (isHost(value) ? undefined : 'must be a host name or an IP address'),
  port: (value) =>
    /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535 ? undefined : 'must be a port from 1 to 65535',
  'ledger-code': matching(
    /^[A-Za-z0-9.-]{1,20}$/,
    'must be a ledger code of at most 20 letters, digits, dots or dashes',
  ),
  count: matching(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999'),
  naira: matching(/^\d{1,12}(\.\d{1,2})?$/, 'must be an amount in Naira with at most 2 decimals'),
  rate: matching(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a fraction from 0 to 1 with at most 6 decimals'),
  phone: matching(/^\+?\d{7,15}$/, 'must be a telephone number'),
  email: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address'),
};

/** The problem of a value for a key, in words that follow "The value"; undefined for a valid value. */
export function settingViolation(definition: SettingDefinition, value: string): string | undefined {
  if (value === '' || value.length > MAX_LENGTH) return `must have 1 to ${MAX_LENGTH} characters`;
  return CHECKS[definition.type](value, definition) ?? definition.check?.(value);
}
