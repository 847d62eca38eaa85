import { remedyForRefusedRight } from '../database/refused-right';

/** What a failed start names: codes of Node, of the system or of PostgreSQL. */
interface CodedError extends Error {
  code?: string;
  path?: string;
  syscall?: string;
}

/** Errors whose message already tells an operator what to change. */
const FOR_OPERATORS = [
  'ClusterInUseError',
  'ClusterStartError',
  'ConfigurationError',
  'StartRefusedError',
  'UsageError',
  'OpeningRefusedError',
];

const SQLSTATE = /^[0-9A-Z]{5}$/;
const UNREACHABLE = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
  'EPIPE',
];

/** Codes of Node for a certificate that it does not accept. */
const CERTIFICATE_REFUSED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT)/;

/** Messages, without a code, of the client of the database. */
const CONNECTION_REFUSALS: [RegExp, string][] = [
  [
    /^Connection terminated|^timeout expired/,
    'The database of DATABASE_URL ended the connection: correct the address, where no PostgreSQL may be, or read the ' +
      'log of the database.',
  ],
  [
    /does not support SSL connections/,
    'The database of DATABASE_URL does not speak TLS: switch TLS on there, or remove sslmode from DATABASE_URL.',
  ],
  [
    /client password must be a/,
    'DATABASE_URL has no password, and the database asks for one: write it behind the user, as in ' +
      'postgres://user:password@host/database.',
  ],
];

/** Codes of the system about a file or a program, with what an operator can do. */
const FILE_REFUSALS: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no file or folder ${path}: correct the path, or create it.`,
  EACCES: (path) => `This user may not use ${path}: change its owner or mode, or name another path.`,
  EPERM: (path) => `This user may not use ${path}: change its owner or mode, or name another path.`,
  EROFS: (path) => `${path} is on a file system that cannot be written to: name another path.`,
  EISDIR: (path) => `${path} is a folder: name a file.`,
  EEXIST: (path) => `${path} is a file: name a folder.`,
  ENAMETOOLONG: (path) => `The name ${path} is too long: name a shorter one.`,
  ELOOP: (path) => `${path} is a link that leads back to itself: name another path.`,
  ENOTDIR: (path) => `${path} is not below a folder, or is a file: name a folder.`,
};

const DATABASE_STOPPING =
  'The database of DATABASE_URL was stopped, or ended the connection: start corebank again when it is ready.';

/** SQLSTATEs of PostgreSQL, with what they mean for an operator. */
const DATABASE_REFUSALS: Record<string, string> = {
  '25006': 'The database of DATABASE_URL takes no writes: name the primary, or end its read-only mode.',
  '28P01':
    'The database refuses the password: correct it in DATABASE_URL, and in DATABASE_MIGRATION_URL where it is set.',
  '28000': 'The database refuses the user of DATABASE_URL: correct the name, or allow it in pg_hba.conf.',
  '3D000': 'The database that DATABASE_URL names does not exist: create it, or correct the name.',
  '42501':
    'The database refuses a right that migrations need: run them as the owner of the schema (DATABASE_MIGRATION_URL).',
  '53100':
    'The disk of the database is full: free space on the server of DATABASE_URL, or, for the embedded database, ' +
    'set DATA_DIR to a folder on another disk.',
  '53300': 'The database takes no more connections: raise its max_connections, or lower DATABASE_POOL_SIZE.',
  '57P01': DATABASE_STOPPING,
  '57P02': DATABASE_STOPPING,
  '57P03': 'The database is starting up or shutting down: start corebank again when it is ready.',
};

/**
 * Why the program could not start, as a sentence that names what to change; for a failure that nobody foresaw, its
 * stack.
 * @param variable names the database, where it is another than that of `DATABASE_URL`.
 */
export function startFailure(error: unknown, variable = 'DATABASE_URL'): string {
  if (!(error instanceof Error)) return String(error);
  if (FOR_OPERATORS.includes(error.name)) return error.message;
  // A host with several addresses fails with one error for each.
  const cause = (error instanceof AggregateError ? error.errors[0] : error) as CodedError;
  const { code, message } = cause;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return (
      'The disk is full: free space, or name a file or folder on another disk; the files of the server are below ' +
      'DATA_DIR.'
    );
  const database = databaseViolation(cause)?.replaceAll('DATABASE_URL', variable);
  return fileViolation(cause) ?? database ?? error.stack ?? message;
}

function databaseViolation({ code = '', message }: CodedError): string | undefined {
  if (UNREACHABLE.includes(code))
    return `The database of DATABASE_URL cannot be reached (${message}): start it, or correct the address.`;
  if (CERTIFICATE_REFUSED.test(code))
    return (
      `The certificate of the database of DATABASE_URL is not accepted (${message}): correct the host, or name the ` +
      "certificate's authority in NODE_EXTRA_CA_CERTS."
    );
  const remedy = SQLSTATE.test(code) ? remedyForRefusedRight(message) : undefined;
  return remedy ?? DATABASE_REFUSALS[code] ?? CONNECTION_REFUSALS.find(([words]) => words.test(message))?.[1];
}

function fileViolation({ code = '', path, syscall = '' }: CodedError): string | undefined {
  if (path === undefined) return undefined;
  if (code === 'ENOENT' && syscall.startsWith('spawn'))
    return `The program ${path} is not installed, or its folder is not in PATH: install it, or add the folder.`;
  return FILE_REFUSALS[code]?.(path);
}
