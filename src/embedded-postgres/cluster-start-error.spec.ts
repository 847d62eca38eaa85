import { endingReason } from './cluster-start-error';

describe('endingReason', () => {
  it.each([
    [
      '2026-11-29 08:00:00 UTC [1] LOG:  starting\n2026-11-29 08:00:00 UTC [1] FATAL:  database files are incompatible ' +
        'with server\n2026-11-29 08:00:00 UTC [1] DETAIL:  The data directory was initialized by PostgreSQL version 13.\n',
      'database files are incompatible with server; The data directory was initialized by PostgreSQL version 13',
    ],
    [
      'postgres: could not access the server configuration file "/x": Permission denied\n',
      'could not access the server configuration file "/x": Permission denied',
    ],
    [
      'running bootstrap ...\ninitdb: error: could not create directory "/x": No space',
      'could not create directory "/x": No space',
    ],
    ['killed', 'killed'],
    ['', ''],
  ])('of %j is one line', (output, reason) => {
    expect(endingReason(output)).toBe(reason);
  });
});
