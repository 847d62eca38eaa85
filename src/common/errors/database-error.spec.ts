import { classifyDatabaseFailure, losesConnection, violatedConstraint } from './database-error';

const failure = (message: string, code?: string): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

describe('classifyDatabaseFailure and losesConnection', () => {
  it.each([
    ['a lost connection', failure('Connection terminated unexpectedly'), true],
    [
      'a lost connection that TypeORM has taken from its transaction',
      failure('Query runner already released. Cannot run queries anymore.'),
      true,
    ],
    [
      'the same, at the next query',
      failure(
        'Database connection provided by a query runner was already released, cannot continue to use its querying methods anymore.',
      ),
      true,
    ],
    ['a statement that nobody answers', failure('Query read timeout'), true],
    ['a server that takes no connection', failure('timeout expired'), true],
    ['a server that is not there', failure('connect ECONNREFUSED', 'ECONNREFUSED'), true],
    [
      'a socket that was given up',
      failure('Cannot call write after a stream was destroyed', 'ERR_STREAM_DESTROYED'),
      true,
    ],
    ['a backend that was terminated', failure('terminating connection', '57P01'), true],
    ['a server that starts', failure('the database system is starting up', '57P03'), true],
    ['a full disk', failure('could not extend file', '53100'), false],
    ['a lock that is not free', failure('lock timeout', '55P03'), false],
    ['a statement that took too long', failure('canceling statement', '57014'), false],
  ])('classify %s as unavailable, and as a lost connection where it is one', (_, error, isLost) => {
    expect([classifyDatabaseFailure(error), losesConnection(error)]).toEqual(['unavailable', isLost]);
  });

  it.each([
    ['unique-violation', '23505'],
    ['retryable', '40P01'],
    ['retryable', '40001'],
    ['data', '22001'],
    ['data', '23503'],
    ['other', '42P01'],
  ])('classify %s for SQLSTATE %s', (kind, code) => {
    expect([classifyDatabaseFailure(failure('x', code)), losesConnection(failure('x', code))]).toEqual([kind, false]);
  });
});

describe('violatedConstraint', () => {
  const message = 'duplicate key value violates unique constraint "uq_lien_reference_102784"';

  it('is what the database reports', () => {
    expect(violatedConstraint(Object.assign(new Error(message), { constraint: 'uq_lien_reference' }))).toBe(
      'uq_lien_reference',
    );
  });

  it('is read from the message of a shard, without the number of the shard', () => {
    expect(violatedConstraint(failure(message, '23505'))).toBe('uq_lien_reference');
    expect(violatedConstraint({ driverError: failure(message, '23505'), message })).toBe('uq_lien_reference');
  });

  it('is undefined for any other failure', () => {
    expect(violatedConstraint(failure('canceling statement due to lock timeout', '55P03'))).toBeUndefined();
  });
});
