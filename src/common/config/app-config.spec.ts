import { randomBytes } from 'node:crypto';
import { loadAppConfig } from './app-config';

const USUAL = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/corebank',
  COREBANK_MASTER_KEY: randomBytes(32).toString('base64'),
};

describe('loadAppConfig', () => {
  it('defaults to tokens of an hour, staff tokens of half an hour, no trusted proxy and a separate management port', () => {
    expect(loadAppConfig(USUAL)).toMatchObject({
      tokenValiditySec: 3600,
      staffTokenValiditySec: 1800,
      trustedProxies: [],
      managementPort: 9090,
      managementHost: '127.0.0.1',
      sandbox: false,
      gatewayAllowPrivateAddresses: false,
    });
  });

  it('has no console in production until its address is set, and one on this machine elsewhere', () => {
    expect(loadAppConfig(USUAL).consoleOrigin).toBeUndefined();
    const development = { ...USUAL, NODE_ENV: 'development' };
    expect(loadAppConfig({ ...development, PORT: '3100' }).consoleOrigin).toBe('http://localhost:3100');
    expect(loadAppConfig({ ...development, CONSOLE_ORIGIN: 'http://127.0.0.1:81' }).consoleOrigin).toBe(
      'http://127.0.0.1:81',
    );
    expect(() => loadAppConfig({ ...development, CONSOLE_ORIGIN: 'http://bank.example' })).toThrow('with https');
  });

  it('refuses a simulator on the port of the API or of management, and lets any free port be taken', () => {
    const simulator = (SANDBOX_PORT: string) => () => loadAppConfig({ ...USUAL, SANDBOX: 'true', SANDBOX_PORT });
    expect(simulator('3000')).toThrow('SANDBOX_PORT must be another port than PORT');
    expect(simulator('9090')).toThrow('SANDBOX_PORT must be another port than MANAGEMENT_PORT');
    expect(simulator('0')).not.toThrow();
    // Two times any free port is not one port.
    expect(() => loadAppConfig({ ...USUAL, PORT: '0', SANDBOX: 'true', SANDBOX_PORT: '0' })).not.toThrow();
  });

  it.each([
    ['TOKEN_VALIDITY_SEC', '3601', 'must be a whole number from 60 to 3600'],
    ['STAFF_TOKEN_VALIDITY_SEC', '3601', 'must be a whole number from 60 to 3600'],
    ['TRUST_PROXY', 'true', 'must be false or a list of addresses'],
    ['HEADERS_TIMEOUT_MS', '60000', undefined],
    ['REQUEST_TIMEOUT_MS', '5000', 'must not be longer than REQUEST_TIMEOUT_MS'],
    ['CONNECTIONS_MAX', '9', 'must be a whole number from 10'],
    ['KEEP_ALIVE_TIMEOUT_MS', '60000', undefined],
    ['SHUTDOWN_DELAY_MS', '20001', 'must be a whole number from 0 to 20000'],
    ['CALLER_REQUESTS_IN_PROGRESS', '0', 'must be a whole number from 1'],
    ['COREBANK_MASTER_KEY', Buffer.alloc(32, 7).toString('base64'), 'must be random'],
    ['API_URL', 'https://api.bank.example', undefined],
    ['API_URL', 'https://api.bank.example/v1', 'must be an address without a path'],
    ['API_URL', 'api.bank.example', 'API_URL must be an http or https address'],
    ['CONSOLE_ORIGIN', 'console.bank.example', 'CONSOLE_ORIGIN must be an http or https address'],
    ['DOCUMENTATION_ORIGINS', 'https://docs.bank.example, https://a.example', undefined],
    ['DOCUMENTATION_ORIGINS', 'https://docs.bank.example/', 'in lower case without a path'],
    ['DOCUMENTATION_ORIGINS', 'ftp://docs.bank.example', 'must be http or https addresses'],
    ['PORT', '0x1F90', 'must be a whole number'],
    ['PORT', '9090', 'MANAGEMENT_PORT must be another port than PORT'],
    ['MANAGEMENT_PORT', '3000', 'MANAGEMENT_PORT must be another port than PORT'],
    ['CONSOLE_ORIGIN', 'https://console.bank.example', undefined],
    ['CONSOLE_ORIGIN', 'https://console.bank.example/console', 'must be an address without a path'],
    ['CONSOLE_ORIGIN', 'http://localhost:3000', 'must begin with https'],
    ['CONSOLE_ORIGIN', 'http://console.bank.example', 'must begin with https'],
    ['DOCUMENTATION_ORIGINS', '*', 'must be http or https addresses'],
    ['COREBANK_MASTER_KEY', '', 'is required'],
    ['DATABASE_URL', '', 'is required in production'],
    ['DATABASE_URL', 'mysql://db.example/corebank', 'must start with postgres://'],
    ['DATABASE_URL', `postgres://app:${'p%2Fw%25'}@db.example:5432/corebank?sslmode=verify-full`, undefined],
    ['DATABASE_URL', 'postgresql:///corebank?host=/var/run/postgresql', undefined],
    ['DATABASE_URL', 'postgres://db.example/corebank?sslMode=require', 'write it sslmode'],
    [
      'DATABASE_URL',
      `postgres://app:${'p/w'}@db.example/corebank`,
      'such as postgres://user:password@host:5432/database',
    ],
    [
      'DATABASE_URL',
      `postgres://app:${'100%'}@db.example/corebank`,
      'such as postgres://user:password@host:5432/database',
    ],
    ['DATABASE_URL', 'postgres://db.example:99999/corebank', 'such as postgres://user:password@host:5432/database'],
    ['DATABASE_REPLICA_URL', 'postgres://db.example:x/corebank', 'DATABASE_REPLICA_URL must be an address'],
  ])('checks %s=%s', (name, value, problem) => {
    const load = (): unknown => loadAppConfig({ ...USUAL, [name]: value });
    if (problem === undefined) expect(load).not.toThrow();
    else expect(load).toThrow(problem);
  });
});
