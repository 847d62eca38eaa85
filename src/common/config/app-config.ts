import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

export const DOCUMENT_STORAGES = ['postgres', 's3'] as const;
export type DocumentStorage = (typeof DOCUMENT_STORAGES)[number];

/** A bucket of Amazon S3 or of a server that speaks its protocol. */
export interface S3Settings {
  /** Undefined for Amazon. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path instead of the host name, as most other servers need. */
  forcePathStyle: boolean;
}

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
  /** Port of the providers' simulator that the sandbox starts. */
  readonly sandboxPort!: number;
  /** Longest time a provider may take for one call. */
  readonly gatewayTimeoutMs!: number;
  /** From a payment without a definite answer to the first status query, and between queries that find no record. */
  readonly payoutQueryAfterMs!: number;
  /** Clients cause at most one status query of a payment in this time. */
  readonly payoutClientQueryIntervalMs!: number;
  /** How long a job belongs to a worker that may have been killed; living workers renew it. */
  readonly jobLeaseMs!: number;
  /** Whether providers' addresses may be private, and without TLS. */
  readonly gatewayAllowPrivateAddresses!: boolean;
  readonly bodyLimitBytes!: number;
  readonly trustProxy!: boolean;
  /** Where new documents are kept. */
  readonly documentStorage!: DocumentStorage;
  /** Undefined when no bucket is named; documents that were stored there cannot be read then. */
  readonly s3!: S3Settings | undefined;
  /** Uploads of documents that may be in progress at once. */
  readonly documentUploadsMax!: number;
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
  const port = reader.integer('PORT', 3000, 0, 65_535);
  const sandbox = reader.boolean('SANDBOX', databaseUrl === undefined && environment !== 'production');
  const config: AppConfig = {
    environment,
    port,
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
    sandbox,
    // Port 0 is any free port, and the simulator's is then any other.
    sandboxPort: reader.integer('SANDBOX_PORT', port === 0 || port === 65_535 ? 0 : port + 1, 0, 65_535),
    gatewayTimeoutMs: reader.integer('GATEWAY_TIMEOUT_MS', 30_000, 100, 120_000),
    payoutQueryAfterMs: reader.integer('PAYOUT_QUERY_AFTER_MS', 60_000, 10, 3_600_000),
    payoutClientQueryIntervalMs: reader.integer('PAYOUT_CLIENT_QUERY_INTERVAL_MS', 10_000, 0, 3_600_000),
    jobLeaseMs: reader.integer('JOB_LEASE_MS', 60_000, 1_000, 3_600_000),
    gatewayAllowPrivateAddresses: reader.boolean('GATEWAY_ALLOW_PRIVATE_ADDRESSES', sandbox),
    bodyLimitBytes: reader.integer('BODY_LIMIT_BYTES', 1_048_576, 1024, 33_554_432),
    trustProxy: reader.boolean('TRUST_PROXY', false),
    documentStorage: reader.oneOf('DOCUMENT_STORAGE', DOCUMENT_STORAGES, 'postgres'),
    s3: readS3Settings(reader),
    documentUploadsMax: reader.integer('DOCUMENT_UPLOADS_MAX', 40, 1, 1_000),
  };
  if (environment === 'production' && databaseUrl === undefined) reader.complain('DATABASE_URL', 'is required in production');
  if (reader.complaints.length > 0) throw new ConfigurationError(reader.complaints);
  return config;
}

/** All of the `S3_…` variables that a bucket needs, or none of them when no bucket is named and documents are kept elsewhere. */
function readS3Settings(reader: Reader): S3Settings | undefined {
  const isNeeded = reader.text('DOCUMENT_STORAGE') === 's3';
  if (!isNeeded && reader.text('S3_BUCKET') === undefined) return undefined;
  const required = (name: string): string => {
    const text = reader.text(name);
    if (text === undefined) reader.complain(name, 'is required to keep documents in S3');
    return text ?? '';
  };
  const endpoint = reader.text('S3_ENDPOINT');
  if (endpoint !== undefined && !(/^https?:\/\//.test(endpoint) && URL.canParse(endpoint))) reader.complain('S3_ENDPOINT', 'must be an http or https address');
  return {
    endpoint,
    region: required('S3_REGION'),
    bucket: required('S3_BUCKET'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    forcePathStyle: reader.boolean('S3_FORCE_PATH_STYLE', endpoint !== undefined),
  };
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
