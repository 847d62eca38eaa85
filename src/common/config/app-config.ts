import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** What the process was told by its environment, checked once at boot. Inject this class instead of reading `process.env`. */
export class AppConfig {
  readonly environment!: 'development' | 'test' | 'production';
  /** HTTP port of the API. */
  readonly port!: number;
  readonly host!: string;
  /** In production health and metrics answer on this port only; undefined serves them beside the API. */
  readonly managementPort!: number | undefined;
  /** Absolute folder for everything the process keeps on disk when it runs by itself. */
  readonly dataDir!: string;
  /** The serving database; undefined starts the embedded server. */
  readonly databaseUrl!: string | undefined;
  /** The role that owns the schema; defaults to `databaseUrl`. */
  readonly migrationUrl!: string | undefined;
  /** Role taken by every serving connection; empty behind a pooler that logs in as the serving role itself. */
  readonly databaseRole!: string;
  readonly databasePoolSize!: number;
  /** 32-byte keys; the first seals and signs, the others still open and verify. */
  readonly masterKeys!: Buffer[];
  readonly tokenValiditySec!: number;
  readonly staffTokenValiditySec!: number;
  readonly logLevel!: string;
  /** Seed the sandbox institution at boot. */
  readonly sandbox!: boolean;
  readonly bodyLimitBytes!: number;
  readonly trustProxy!: boolean;
}

/** One unusable variable: its name and what it should have been. */
interface Complaint {
  name: string;
  message: string;
}

/** Thrown at boot with every unusable variable at once. */
export class ConfigurationError extends Error {
  constructor(complaints: Complaint[]) {
    super(`The environment is not usable:\n${complaints.map(({ name, message }) => `  ${name} ${message}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

type Environment = Record<string, string | undefined>;

class Reader {
  readonly complaints: Complaint[] = [];
  constructor(private readonly env: Environment) {}

  text(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    this.complain(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  boolean(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (text === 'true' || text === 'false') return text === 'true';
    this.complain(name, 'must be true or false');
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (allowed.includes(text as T)) return text as T;
    this.complain(name, `must be one of ${allowed.join(', ')}`);
    return fallback;
  }

  postgresUrl(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !/^postgres(ql)?:\/\//.test(text)) this.complain(name, 'must start with postgres://');
    return text;
  }

  complain(name: string, message: string): void {
    this.complaints.push({ name, message });
  }
}

/**
 * Reads and checks the environment.
 * @throws ConfigurationError naming every unusable variable.
 */
export function loadAppConfig(env: Environment): AppConfig {
  const reader = new Reader(env);
  const environment = reader.oneOf('NODE_ENV', ['development', 'test', 'production'] as const, 'development');
  const dataDir = path.resolve(reader.text('DATA_DIR') ?? '.data');
  const databaseUrl = reader.postgresUrl('DATABASE_URL');
  const config: AppConfig = {
    environment,
    port: reader.integer('PORT', 3000, 0, 65_535),
    host: reader.text('HOST') ?? '0.0.0.0',
    managementPort: environment === 'production' ? reader.integer('MANAGEMENT_PORT', 9090, 1, 65_535) : undefined,
    dataDir,
    databaseUrl,
    migrationUrl: reader.postgresUrl('DATABASE_MIGRATION_URL') ?? databaseUrl,
    databaseRole: env.DATABASE_ROLE ?? 'corebank_app',
    databasePoolSize: reader.integer('DATABASE_POOL_SIZE', 16, 2, 500),
    masterKeys: readMasterKeys(reader, environment, databaseUrl, dataDir),
    tokenValiditySec: reader.integer('TOKEN_VALIDITY_SEC', 3600, 60, 86_400),
    staffTokenValiditySec: reader.integer('STAFF_TOKEN_VALIDITY_SEC', 1800, 60, 43_200),
    logLevel: reader.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const, 'info'),
    sandbox: reader.boolean('SANDBOX', databaseUrl === undefined && environment !== 'production'),
    bodyLimitBytes: reader.integer('BODY_LIMIT_BYTES', 1_048_576, 1024, 33_554_432),
    trustProxy: reader.boolean('TRUST_PROXY', false),
  };
  if (environment === 'production' && databaseUrl === undefined) reader.complain('DATABASE_URL', 'is required in production');
  if (reader.complaints.length > 0) throw new ConfigurationError(reader.complaints);
  return config;
}

/**
 * `COREBANK_MASTER_KEY` holds one or more base64 keys, newest first, separated by commas. A process that runs by itself
 * (embedded database) keeps a key of its own beside that database, so that nothing sealed is lost at a restart.
 */
function readMasterKeys(reader: Reader, environment: string, databaseUrl: string | undefined, dataDir: string): Buffer[] {
  const text = reader.text('COREBANK_MASTER_KEY');
  if (text !== undefined) {
    const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'));
    if (keys.some((key) => key.length !== 32)) reader.complain('COREBANK_MASTER_KEY', 'must be base64 of 32 bytes; several keys are separated by commas');
    return keys;
  }
  if (environment === 'production' || databaseUrl !== undefined) {
    reader.complain('COREBANK_MASTER_KEY', 'is required with a database of your own: `openssl rand -base64 32` makes one');
    return [];
  }
  const file = path.join(dataDir, 'master.key');
  if (!fs.existsSync(file)) {
    fs.mkdirSync(dataDir, { recursive: true });
    fs.writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  }
  return [Buffer.from(fs.readFileSync(file, 'utf8'), 'base64')];
}
