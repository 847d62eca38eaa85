import { Client } from 'pg';
import { ServingSession, type SessionConfig } from './serving-session';

const DIRECT: SessionConfig = { databaseRole: 'corebank_app', databasePooler: 'none', preparedStatements: true };
const POOLED: SessionConfig = { ...DIRECT, databasePooler: 'transaction', preparedStatements: false };

describe('the session of a serving connection', () => {
  it('has its settings from its start without a pooler, and transactions add none', () => {
    const session = new ServingSession(DIRECT, { enable_seqscan: 'off' });
    expect(session.connection.options).toBe(
      '-c role=corebank_app -c statement_timeout=10000 -c lock_timeout=2000 ' +
        '-c idle_in_transaction_session_timeout=15000 -c timezone=UTC -c enable_seqscan=off',
    );
    expect(session.opening()).toBe('BEGIN');
    expect(session.opening('BEGIN READ ONLY')).toBe('BEGIN READ ONLY');
    expect(session.alone('SELECT 1')).toBe('SELECT 1');
  });

  it('starts with no option behind a pooler, and each transaction sets all for itself', () => {
    const session = new ServingSession(POOLED, { enable_seqscan: 'off' });
    expect(session.connection).not.toHaveProperty('options');
    const settings =
      "SET LOCAL role = 'corebank_app'; SET LOCAL statement_timeout = '10000'; SET LOCAL lock_timeout = '2000'; " +
      "SET LOCAL idle_in_transaction_session_timeout = '15000'; SET LOCAL timezone = 'UTC'; " +
      "SET LOCAL enable_seqscan = 'off'; SET LOCAL app.institution_id = ''";
    expect(session.opening('BEGIN READ ONLY')).toBe(`BEGIN READ ONLY; ${settings}`);
    expect(session.alone('SELECT 1')).toBe(`${settings}; SELECT 1`);
  });

  it('takes no role where the login is the serving role itself', () => {
    expect(new ServingSession({ ...DIRECT, databaseRole: '' }).connection.options).not.toContain('role');
    expect(new ServingSession({ ...POOLED, databaseRole: '' }).opening()).not.toContain('role');
  });

  it.each([
    ['sends the names of prepared statements', DIRECT, 'named'],
    ['sends no name of a statement where prepared statements are off', POOLED, undefined],
  ])('%s', async (_name, config, sent) => {
    const answer = (...sent: unknown[]): void => (sent.at(-1) as (error: null, result: unknown) => void)(null, {});
    const query = jest.spyOn(Client.prototype, 'query').mockImplementation(answer);
    try {
      const client = new new ServingSession(config).connection.Client();
      await client.query({ name: 'named', text: 'SELECT $1', values: [1] });
      await client.query('SELECT 2');
      expect(query.mock.calls.map(([statement]) => statement as unknown)).toEqual([
        { name: sent, text: 'SELECT $1', values: [1] },
        'SELECT 2',
      ]);
    } finally {
      query.mockRestore();
    }
  });
});
