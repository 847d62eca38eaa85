import { ConfigurationError } from '../config/app-config';
import { startFailure } from './start-failure';

const coded = (code: string, facts: object = {}): Error =>
  Object.assign(new Error(`failed with ${code}`), { code, ...facts });

describe('startFailure', () => {
  it.each([
    ['a port that is taken', coded('EADDRINUSE', { port: 3000 }), /^Port 3000 is taken by another program: set PORT/],
    ['a port that needs rights', coded('EACCES', { port: 80 }), /^Port 80 needs more rights: set PORT/],
    [
      'a database that is away',
      coded('ECONNREFUSED', { port: 5432 }),
      /^The database of DATABASE_URL cannot be reached/,
    ],
    ['a host with two addresses', new AggregateError([coded('ECONNREFUSED')]), /^The database of DATABASE_URL/],
    ['an unknown host', coded('ENOTFOUND'), /^The database of DATABASE_URL cannot be reached/],
    ['a wrong password', coded('28P01'), /^The database refuses the password: correct it in DATABASE_URL/],
    ['a database that does not exist', coded('3D000'), /does not exist: create it/],
    ['a missing right', coded('42501'), /DATABASE_MIGRATION_URL/],
    ['a full disk', coded('ENOSPC'), /^The disk is full: free space, or set DATA_DIR/],
    ['a full disk of the database', coded('53100'), /^The disk of the database is full: .*DATABASE_URL.*DATA_DIR/],
    [
      'a missing file',
      coded('ENOENT', { path: '/x/y.csv', syscall: 'open' }),
      /^There is no file or folder \/x\/y\.csv: correct/,
    ],
    ['a file of somebody else', coded('EACCES', { path: '/x', syscall: 'open' }), /^This user may not use \/x: change/],
    ['a folder instead of a file', coded('EISDIR', { path: '/x', syscall: 'read' }), /^\/x is a folder: name a file/],
    [
      'a missing program',
      coded('ENOENT', { path: 'pg_dump', syscall: 'spawn pg_dump' }),
      /^The program pg_dump is not installed/,
    ],
    ['a used-up quota', coded('EDQUOT'), /^The disk is full: free space, or set DATA_DIR/],
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

  it('shows the stack of a failure that nobody foresaw', () => {
    expect(startFailure(new TypeError('x is undefined'))).toMatch(/^TypeError: x is undefined\n\s+at /);
    expect(startFailure('text')).toBe('text');
  });
});
