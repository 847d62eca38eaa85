import { DEFAULT_SERVING_ROLE, ROLE_NAME } from '../database/serving-role';

/** One unusable variable and its expected value. */
export interface VariableProblem {
  name: string;
  message: string;
}

/** Variables of the environment by name. */
export type Environment = Record<string, string | undefined>;

/** Reads variables of the environment and collects the unusable ones. */
export class EnvironmentReader {
  readonly problems: VariableProblem[] = [];
  constructor(private readonly env: Environment) {}

  text(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    this.report(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  boolean(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (text === 'true' || text === 'false') return text === 'true';
    this.report(name, 'must be true or false');
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (allowed.includes(text as T)) return text as T;
    this.report(name, `must be one of ${allowed.join(', ')}`);
    return fallback;
  }

  postgresUrl(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^postgres(ql)?:\/\//.test(text)) this.report(name, 'must start with postgres://');
    else if (!URL.canParse(text) || !isPercentEncoded(text))
      this.report(
        name,
        'must be an address such as postgres://user:password@host:5432/database; in a password @ is written %40, ' +
          '/ is %2F, # is %23 and % is %25',
      );
    else this.assertTlsSpelling(name, new URL(text).searchParams);
    return text;
  }

  /** The database's client ignores parameters that it does not know, and would then connect without TLS. */
  private assertTlsSpelling(name: string, parameters: URLSearchParams): void {
    for (const key of parameters.keys())
      if (/^ssl[_-]?mode$/i.test(key) && key !== 'sslmode')
        this.report(name, `has the parameter ${key}: write it sslmode, as in ?sslmode=verify-full`);
  }

  /** Undefined where the variable is not set, or is no address. */
  httpUrl(name: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || (/^https?:\/\//.test(text) && URL.canParse(text))) return text;
    this.report(name, 'must be an http or https address, such as https://api.bank.example');
    return undefined;
  }

  /** Values separated by commas, with or without spaces. */
  list(name: string): string[] {
    return (this.text(name) ?? '').split(',').flatMap((part) => part.trim() || []);
  }

  /** The name of a database role; empty when the variable is empty, and the default when it is not set. */
  roleName(name: string): string {
    const role = this.env[name]?.trim() ?? DEFAULT_SERVING_ROLE;
    if (role !== '' && !ROLE_NAME.test(role))
      this.report(name, 'must be the name of a role in lower case: letters, digits, _ and -, at most 63');
    return role;
  }

  report(name: string, message: string): void {
    this.problems.push({ name, message });
  }
}

/** False when a percent sign is not followed by what it encodes. */
function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
