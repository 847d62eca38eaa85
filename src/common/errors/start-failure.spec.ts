import { ConfigurationError } from '../config/app-config';
import { startFailure } from './start-failure';

const coded = (code: string, facts: object = {}): Error =>
  Object.assign(new Error(`failed with ${code}`), { code, ...facts });

describe('startFailure', () => {
  it.each([
    [
      'a database that is away',
      coded('ECONNREFUSED', { port: 5432 }),
      /^The database of DATABASE_URL cannot be reached/,
    ],
    ['a host with two addresses', new AggregateError([coded('ECONNREFUSED')]), /^The database of DATABASE_URL/],
    ['an unknown host', coded('ENOTFOUND'), /^The database of DATABASE_URL cannot be reached/],
    ['a network without a way', coded('ENETUNREACH'), /^The database of DATABASE_URL cannot be reached/],
    [
      'an address where no PostgreSQL answers',
      new Error('Connection terminated unexpectedly'),
      /^The database of DATABASE_URL ended the connection: correct the address/,
    ],
    [
      'a database without TLS',
      new Error('The server does not support SSL connections'),
      /^The database of DATABASE_URL does not speak TLS: switch TLS on there, or remove sslmode/,
    ],
    [
      'an address without a password',
      new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      /^DATABASE_URL has no password/,
    ],
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'ERR_TLS_CERT_ALTNAME_INVALID'].map(
      (code): [string, Error, RegExp] => [
        `a certificate that is refused with ${code}`,
        coded(code),
        /^The certificate of the database of DATABASE_URL is not accepted \(failed with .*NODE_EXTRA_CA_CERTS/,
      ],
    ),
    [
      'a database that is stopped',
      coded('57P01'),
      /^The database of DATABASE_URL was stopped, .*: start corebank again/,
    ],
    ['a standby', coded('25006'), /^The database of DATABASE_URL takes no writes: name the primary/],
    ['a wrong password', coded('28P01'), /^The database refuses the password: correct it in DATABASE_URL/],
    ['a database that does not exist', coded('3D000'), /does not exist: create it/],
    ['a missing right', coded('42501'), /DATABASE_MIGRATION_URL/],
    [
      'a full disk',
      coded('ENOSPC'),
      /^The disk is full: free space, or name a file or folder on another disk; .*DATA_DIR/,
    ],
    ['a full disk of the database', coded('53100'), /^The disk of the database is full: .*DATABASE_URL.*DATA_DIR/],
    [
      'a missing file',
      coded('ENOENT', { path: '/x/y.csv', syscall: 'open' }),
      /^There is no file or folder \/x\/y\.csv: correct/,
    ],
    ['a file of somebody else', coded('EACCES', { path: '/x', syscall: 'open' }), /^This user may not use \/x: change/],
    ['a folder instead of a file', coded('EISDIR', { path: '/x', syscall: 'read' }), /^\/x is a folder: name a file/],
    ['a file instead of a folder', coded('EEXIST', { path: '/x', syscall: 'mkdir' }), /^\/x is a file: name a folder/],
    [
      'a name that is too long',
      coded('ENAMETOOLONG', { path: '/x', syscall: 'open' }),
      /^The name \/x is too long: name a shorter/,
    ],
    ['a link to itself', coded('ELOOP', { path: '/x', syscall: 'open' }), /^\/x is a link .*: name another path/],
    [
      'a missing program',
      coded('ENOENT', { path: 'pg_dump', syscall: 'spawn pg_dump' }),
      /^The program pg_dump is not installed/,
    ],
    [
      'a used-up quota',
      coded('EDQUOT'),
      /^The disk is full: free space, or name a file or folder on another disk; .*DATA_DIR/,
    ],
    [
      'a wrong variable',
      new ConfigurationError([{ name: 'PORT', message: 'must be a number' }]),
      /^Correct these .*\n {2}PORT/,
    ],
  ])('explains %s in one sentence that names what to change', (_, error, sentence) => {
    const text = startFailure(error);
    expect(text).toMatch(sentence);
    expect(text).not.toMatch(/\n\s+at /);
  });

  it('names the variable whose database it is', () => {
    expect(startFailure(coded('ECONNREFUSED'), 'DATABASE_REPLICA_URL')).toMatch(
      /^The database of DATABASE_REPLICA_URL cannot be reached/,
    );
    expect(startFailure(coded('3D000'), 'DATABASE_REPLICA_URL')).toMatch(/DATABASE_REPLICA_URL names does not exist/);
  });

  it('shows the stack of a failure that nobody foresaw', () => {
    expect(startFailure(new TypeError('x is undefined'))).toMatch(/^TypeError: x is undefined\n\s+at /);
    expect(startFailure('text')).toBe('text');
  });
});
