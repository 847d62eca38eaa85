import * as path from 'node:path';
import type { SigningKeys } from '../crypto/signing-keys';
import { readAllowedTargets } from '../gateway/allowed-targets';
import { readAuditSigningKeys } from './audit-signing-keys';
import { type DatabasePooler, readPooledDatabase } from './database-pooler';
import { type Environment, EnvironmentReader, type VariableProblem } from './environment-reader';
import { readMasterKeys } from './master-keys';
import { type OidcSettings, readOidcSettings } from './oidc-settings';
import { readTrustedProxies } from './trusted-proxies';

export const DOCUMENT_STORAGES = ['postgres', 's3'] as const;
export type DocumentStorage = (typeof DOCUMENT_STORAGES)[number];

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const LOG_FORMATS = ['json', 'terminal'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** A bucket of Amazon S3 or of a server that speaks its protocol. */
export interface S3Settings {
  /** Undefined for Amazon. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Puts the bucket into the path instead of the host name, as most servers besides Amazon need. */
  forcePathStyle: boolean;
}

/**
 * The configuration of the process from its environment, checked once at boot. Inject this class instead of reading
 * `process.env`.
 */
export class AppConfig {
  readonly environment!: 'development' | 'test' | 'production';
  /** HTTP port of the API. */
  readonly port!: number;
  readonly host!: string;
  /** In production health and metrics are served on this port only; undefined serves them beside the API. */
  readonly managementPort!: number | undefined;
  /** The address of the management port: this machine only, unless the operator says otherwise. */
  readonly managementHost!: string;
  /** Absolute folder for the files of a process that runs with an embedded database. */
  readonly dataDir!: string;
  /** The serving database; undefined starts the embedded server. */
  readonly databaseUrl!: string | undefined;
  /** What is between the program and the serving database. */
  readonly databasePooler!: DatabasePooler;
  /** False sends every statement in full, for a pooler that does not know prepared statements. */
  readonly preparedStatements!: boolean;
  /** The role that owns the schema, at PostgreSQL itself; defaults to `databaseUrl` where there is no pooler. */
  readonly migrationUrl!: string | undefined;
  /** The role that backups are made as, which sees every institution; used by commands of operators only. */
  readonly backupUrl!: string | undefined;
  /**
   * False for a process that only answers requests, or only runs one command: it takes no jobs, starts no end of day
   * and does nothing at intervals, so that another process must.
   */
  readonly backgroundWork!: boolean;
  /** False where migrations are a step of their own, before the server starts. */
  readonly migrateOnStart!: boolean;
  /** A copy of the serving database for reports, a moment behind it; undefined reads the serving database. */
  readonly databaseReplicaUrl!: string | undefined;
  /** Role taken by every serving connection; empty behind a pooler that logs in as the serving role itself. */
  readonly databaseRole!: string;
  readonly databasePoolSize!: number;
  /** 32-byte keys; the first seals and signs, the others still open and verify. */
  readonly masterKeys!: Buffer[];
  /** The file that holds the master keys; undefined where the environment does, or the data folder. */
  readonly masterKeyFile!: string | undefined;
  /** The keys that seal the audit log; undefined leaves it without seals. */
  readonly auditSigningKeys!: SigningKeys | undefined;
  readonly tokenValiditySec!: number;
  readonly staffTokenValiditySec!: number;
  readonly logLevel!: string;
  /** Base address of the OpenTelemetry collector; undefined exports nothing. */
  readonly otlpEndpoint!: string | undefined;
  /** Requests of a hundred that are traced where the caller has not decided. */
  readonly tracePercent!: number;
  /** JSON for machines, or short coloured lines for a person at a terminal. */
  readonly logFormat!: LogFormat;
  /** Seeds the sandbox institution at boot. */
  readonly sandbox!: boolean;
  /** Lets a sandbox that is created now begin in the past and fills it with a history (docs/sandbox.md#history). */
  readonly sandboxHistory!: boolean;
  /** Port of the providers' simulator that the sandbox starts. */
  readonly sandboxPort!: number;
  /** Longest time a provider may take for one call. */
  readonly gatewayTimeoutMs!: number;
  /**
   * Milliseconds from a payment without a definite answer to the first status query, and between queries that find no
   * record.
   */
  readonly payoutQueryAfterMs!: number;
  /** Clients cause at most one status query of a payment in this time. */
  readonly payoutClientQueryIntervalMs!: number;
  /**
   * Milliseconds for which a job belongs to a worker. Running workers renew it; the job of a killed worker is free
   * afterwards.
   */
  readonly jobLeaseMs!: number;
  /** Keeps the calls of API clients for 30 days. */
  readonly requestLog!: boolean;
  /** Allows providers' addresses that are private or without TLS. */
  readonly gatewayAllowPrivateAddresses!: boolean;
  /** Private addresses and ranges to which events may be sent. */
  readonly webhookPrivateAddresses!: string[];
  /** Private addresses and ranges from which watch-lists may be fetched. */
  readonly watchListPrivateAddresses!: string[];
  /** The origin at which integrators reach the API, such as `https://api.bank.example`; undefined names none. */
  readonly apiUrl!: string | undefined;
  /** Origins of documentation pages that may call the API from a browser. */
  readonly documentationOrigins!: string[];
  /**
   * The origin of the console, such as `https://console.bank.example`: whose pages may use its cookie, and for whose
   * host passkeys are made. Undefined in production where the console is not used.
   */
  readonly consoleOrigin!: string | undefined;
  /** The provider of single sign-on for the console; undefined where it is off. */
  readonly oidc!: OidcSettings | undefined;
  readonly bodyLimitBytes!: number;
  /** Longest time the head of a request may take to arrive. */
  readonly headersTimeoutMs!: number;
  /** Longest time a whole request may take to arrive, its body included. */
  readonly requestTimeoutMs!: number;
  /**
   * Milliseconds for which an idle connection is kept. It must be longer than the load balancer's, which would
   * otherwise send a request on a closed connection.
   */
  readonly keepAliveTimeoutMs!: number;
  /**
   * Connections that may be open at once; further ones are closed at once. Stays below the limit of file descriptors.
   */
  readonly connectionsMax!: number;
  /** Milliseconds between the start of the shutdown and the end of listening, for load balancers to notice. */
  readonly shutdownDelayMs!: number;
  /** Addresses and ranges of the proxies whose `X-Forwarded-…` headers are trusted. */
  readonly trustedProxies!: string[];
  /** Attempts to authenticate or sign in per minute for one address, in this process. */
  readonly authenticationsPerMinute!: number;
  /** Attempts to authenticate as one API client per minute for one address, in this process. */
  readonly authenticationsPerClientPerMinute!: number;
  /** Requests per second for one API client or member of staff, in this process. */
  readonly callerRequestsPerSecond!: number;
  /** Requests in progress at once for one API client or member of staff, in this process. */
  readonly callerRequestsInProgress!: number;
  /** Movements that may wait for the ledger at once, in this process, before those of clients are refused. */
  readonly postingQueueMax!: number;
  /** Listed parties whose names this process keeps in memory, at least as many as the largest list may have. */
  readonly watchListIndexParties!: number;
  /** The storage of new documents. */
  readonly documentStorage!: DocumentStorage;
  /** Undefined when no bucket is configured; documents stored in one cannot be read then. */
  readonly s3!: S3Settings | undefined;
  /** Uploads of documents that may be in progress at once. */
  readonly documentUploadsMax!: number;
}

/** Thrown at boot with all unusable variables. */
export class ConfigurationError extends Error {
  constructor(problems: VariableProblem[]) {
    const lines = problems.map(({ name, message }) => `  ${name} ${message}`);
    super(['Correct these environment variables:', ...lines].join('\n'));
    this.name = 'ConfigurationError';
  }
}

/** Limits of this process. */
function readLimits(
  reader: EnvironmentReader,
): Pick<
  AppConfig,
  | 'authenticationsPerMinute'
  | 'authenticationsPerClientPerMinute'
  | 'callerRequestsPerSecond'
  | 'callerRequestsInProgress'
  | 'postingQueueMax'
  | 'watchListIndexParties'
> {
  return {
    authenticationsPerMinute: reader.integer('AUTHENTICATIONS_PER_MINUTE', 600, 1, 1_000_000),
    authenticationsPerClientPerMinute: reader.integer('AUTHENTICATIONS_PER_CLIENT_PER_MINUTE', 60, 1, 1_000_000),
    callerRequestsPerSecond: reader.integer('CALLER_REQUESTS_PER_SECOND', 10_000, 1, 1_000_000),
    callerRequestsInProgress: reader.integer('CALLER_REQUESTS_IN_PROGRESS', 512, 1, 100_000),
    postingQueueMax: reader.integer('POSTING_QUEUE_MAX', 400, 1, 1_000_000),
    watchListIndexParties: reader.integer('WATCH_LIST_INDEX_PARTIES', 200_000, 200_000, 100_000_000),
  };
}

/**
 * Reads and checks the environment.
 * @throws ConfigurationError naming every unusable variable.
 */
export function loadAppConfig(env: Environment): AppConfig {
  const reader = new EnvironmentReader(env);
  const environment = reader.oneOf('NODE_ENV', ['development', 'test', 'production'] as const, 'development');
  const dataDir = path.resolve(reader.text('DATA_DIR') ?? '.data');
  const databaseUrl = reader.postgresUrl('DATABASE_URL');
  const port = reader.integer('PORT', 3000, 0, 65_535);
  const sandbox = reader.boolean('SANDBOX', databaseUrl === undefined && environment !== 'production');
  const ownConsole = consoleOrigin(reader, environment, port);
  const config: AppConfig = {
    environment,
    port,
    host: reader.text('HOST') ?? '0.0.0.0',
    managementPort: environment === 'production' ? reader.integer('MANAGEMENT_PORT', 9090, 1, 65_535) : undefined,
    managementHost: reader.text('MANAGEMENT_HOST') ?? '127.0.0.1',
    dataDir,
    databaseUrl,
    ...readPooledDatabase(reader, databaseUrl),
    backupUrl: reader.postgresUrl('DATABASE_BACKUP_URL'),
    requestLog: reader.boolean('REQUEST_LOG', true),
    backgroundWork: reader.boolean('BACKGROUND_WORK', true),
    databaseReplicaUrl: reader.postgresUrl('DATABASE_REPLICA_URL'),
    databaseRole: reader.roleName('DATABASE_ROLE'),
    databasePoolSize: reader.integer('DATABASE_POOL_SIZE', 16, 2, 500),
    masterKeys: masterKeys(reader, environment, databaseUrl, dataDir),
    masterKeyFile: reader.text('COREBANK_MASTER_KEY_FILE'),
    auditSigningKeys: auditSigningKeys(reader, environment, databaseUrl, dataDir),
    tokenValiditySec: reader.integer('TOKEN_VALIDITY_SEC', 3600, 60, 3_600),
    staffTokenValiditySec: reader.integer('STAFF_TOKEN_VALIDITY_SEC', 1800, 60, 3_600),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: reader.oneOf('LOG_FORMAT', LOG_FORMATS, isPersonWatching(environment) ? 'terminal' : 'json'),
    otlpEndpoint: reader.httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT'),
    tracePercent: reader.integer('TRACE_PERCENT', 100, 0, 100),
    sandbox,
    sandboxHistory: reader.oneOf('SANDBOX_HISTORY', ['on', 'off'] as const, 'off') === 'on',
    // Port 0 takes any free port, so the simulator then does the same.
    sandboxPort: reader.integer('SANDBOX_PORT', port === 0 || port === 65_535 ? 0 : port + 1, 0, 65_535),
    gatewayTimeoutMs: reader.integer('GATEWAY_TIMEOUT_MS', 30_000, 100, 120_000),
    payoutQueryAfterMs: reader.integer('PAYOUT_QUERY_AFTER_MS', 60_000, 10, 3_600_000),
    payoutClientQueryIntervalMs: reader.integer('PAYOUT_CLIENT_QUERY_INTERVAL_MS', 10_000, 0, 3_600_000),
    jobLeaseMs: reader.integer('JOB_LEASE_MS', 60_000, 1_000, 3_600_000),
    gatewayAllowPrivateAddresses: reader.boolean('GATEWAY_ALLOW_PRIVATE_ADDRESSES', sandbox),
    apiUrl: originOf(reader, 'API_URL'),
    documentationOrigins: documentationOrigins(reader),
    consoleOrigin: ownConsole,
    oidc: readOidcSettings(reader, environment, ownConsole),
    webhookPrivateAddresses: privateAddresses(reader, 'WEBHOOK_PRIVATE_ADDRESSES', sandbox),
    watchListPrivateAddresses: privateAddresses(reader, 'WATCH_LIST_PRIVATE_ADDRESSES', sandbox),
    bodyLimitBytes: reader.integer('BODY_LIMIT_BYTES', 1_048_576, 1024, 33_554_432),
    headersTimeoutMs: reader.integer('HEADERS_TIMEOUT_MS', 10_000, 500, 60_000),
    requestTimeoutMs: reader.integer('REQUEST_TIMEOUT_MS', 120_000, 500, 600_000),
    keepAliveTimeoutMs: reader.integer('KEEP_ALIVE_TIMEOUT_MS', 72_000, 1_000, 600_000),
    connectionsMax: reader.integer('CONNECTIONS_MAX', 16_000, 10, 1_000_000),
    shutdownDelayMs: reader.integer('SHUTDOWN_DELAY_MS', environment === 'production' ? 3_000 : 0, 0, 20_000),
    trustedProxies: trustedProxies(reader),
    ...readLimits(reader),
    documentStorage: reader.oneOf('DOCUMENT_STORAGE', DOCUMENT_STORAGES, 'postgres'),
    s3: readS3Settings(reader),
    documentUploadsMax: reader.integer('DOCUMENT_UPLOADS_MAX', 40, 1, 1_000),
  };
  if (config.headersTimeoutMs > config.requestTimeoutMs)
    reader.report('HEADERS_TIMEOUT_MS', 'must not be longer than REQUEST_TIMEOUT_MS');
  if (environment === 'production' && databaseUrl === undefined)
    reader.report('DATABASE_URL', 'is required in production');
  assertPortsDiffer(reader, config);
  if (reader.problems.length > 0) throw new ConfigurationError(reader.problems);
  return config;
}

/** Port 0 takes any free port. */
function assertPortsDiffer(reader: EnvironmentReader, { port, managementPort, sandbox, sandboxPort }: AppConfig): void {
  if (managementPort === port) reader.report('MANAGEMENT_PORT', 'must be another port than PORT');
  if (!sandbox || sandboxPort === 0) return;
  if (sandboxPort === port) reader.report('SANDBOX_PORT', 'must be another port than PORT');
  if (sandboxPort === managementPort) reader.report('SANDBOX_PORT', 'must be another port than MANAGEMENT_PORT');
}

/** A developer's terminal; production and tests are read by machines. */
function isPersonWatching(environment: AppConfig['environment']): boolean {
  return environment === 'development' && process.stdout.isTTY;
}

/** A process with an embedded database makes its own keys beside it; elsewhere the operator gives them. */
function ownKeyFile(environment: string, databaseUrl: string | undefined, file: string): string | undefined {
  return environment === 'production' || databaseUrl !== undefined ? undefined : file;
}

function auditSigningKeys(
  reader: EnvironmentReader,
  environment: string,
  databaseUrl: string | undefined,
  dataDir: string,
): SigningKeys | undefined {
  const place = { text: reader.text('AUDIT_SIGNING_KEY'), file: reader.text('AUDIT_SIGNING_KEY_FILE') };
  const ownFile = ownKeyFile(environment, databaseUrl, path.join(dataDir, 'audit-signing.pem'));
  const { keys, problem } = readAuditSigningKeys(place, ownFile);
  if (problem !== undefined) reader.report('AUDIT_SIGNING_KEY', problem);
  return keys;
}

function masterKeys(
  reader: EnvironmentReader,
  environment: string,
  databaseUrl: string | undefined,
  dataDir: string,
): Buffer[] {
  const place = { text: reader.text('COREBANK_MASTER_KEY'), file: reader.text('COREBANK_MASTER_KEY_FILE') };
  const { keys, problem } = readMasterKeys(place, {
    ownFile: ownKeyFile(environment, databaseUrl, path.join(dataDir, 'master.key')),
    mustBeRandom: environment === 'production',
  });
  if (problem !== undefined) reader.report('COREBANK_MASTER_KEY', problem);
  return keys;
}

function trustedProxies(reader: EnvironmentReader): string[] {
  const proxies = readTrustedProxies(reader.text('TRUST_PROXY'));
  if (!proxies)
    reader.report(
      'TRUST_PROXY',
      'must be false or a list of addresses and ranges such as 10.0.0.0/8, separated by commas',
    );
  return proxies ?? [];
}

/** An address without a path, such as `https://api.bank.example`. */
function originOf(reader: EnvironmentReader, name: string): string | undefined {
  const url = reader.httpUrl(name);
  if (url === undefined) return undefined;
  const { origin, href } = new URL(url);
  if (href !== `${origin}/`) reader.report(name, 'must be an address without a path, such as https://api.bank.example');
  return origin;
}

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Outside production the console is on this machine, unless it is said to be elsewhere. */
function consoleOrigin(reader: EnvironmentReader, environment: string, port: number): string | undefined {
  const origin = originOf(reader, 'CONSOLE_ORIGIN');
  if (origin === undefined) return environment === 'production' ? undefined : `http://localhost:${port}`;
  if (!origin.startsWith('https:') && (environment === 'production' || !LOOPBACK.test(origin)))
    reader.report('CONSOLE_ORIGIN', 'must begin with https, except for localhost outside production');
  return origin;
}

/** The addresses, separated by commas, from which a browser may call the API. */
function documentationOrigins(reader: EnvironmentReader): string[] {
  const origins = reader.list('DOCUMENTATION_ORIGINS');
  if (origins.some((text) => !URL.canParse(text) || new URL(text).origin !== text || !/^https?:/.test(text)))
    reader.report(
      'DOCUMENTATION_ORIGINS',
      'must be http or https addresses in lower case without a path, such as https://docs.bank.example, separated by ' +
        'commas',
    );
  return origins;
}

/** A sandbox may call the machine that it runs on. */
function privateAddresses(reader: EnvironmentReader, name: string, sandbox: boolean): string[] {
  const text = reader.text(name) ?? (sandbox ? '127.0.0.0/8,::1' : undefined);
  const targets = readAllowedTargets(text);
  if (!targets) reader.report(name, 'must be a list of addresses and ranges such as 10.2.0.0/16, separated by commas');
  return targets ?? [];
}

/** The `S3_…` variables of a bucket, all or none. None when documents are stored elsewhere. */
function readS3Settings(reader: EnvironmentReader): S3Settings | undefined {
  const isNeeded = reader.text('DOCUMENT_STORAGE') === 's3';
  if (!isNeeded && reader.text('S3_BUCKET') === undefined) return undefined;
  const required = (name: string): string => {
    const text = reader.text(name);
    if (text === undefined) reader.report(name, 'is required to keep documents in S3');
    return text ?? '';
  };
  const endpoint = reader.httpUrl('S3_ENDPOINT');
  return {
    endpoint,
    region: required('S3_REGION'),
    bucket: required('S3_BUCKET'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    forcePathStyle: reader.boolean('S3_FORCE_PATH_STYLE', endpoint !== undefined),
  };
}
