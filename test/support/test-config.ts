import { type AppConfig, loadAppConfig } from '../../src/common/config/app-config';
import { poolerSettings } from './pooler-settings';

/** Any 32 bytes; one for all suites, because the template's sandbox is sealed and hashed with it. */
export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** Providers of a test run on this machine; one that hangs delays the test only briefly. */
const GATEWAY = { GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'true', GATEWAY_TIMEOUT_MS: '1000' };

/** Configuration of an application under test. `settings` are variables of the environment beside the usual ones. */
export function testConfig(databaseUrl: string, settings: Record<string, string> = {}): AppConfig {
  return loadAppConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    ...poolerSettings(databaseUrl),
    COREBANK_MASTER_KEY: MASTER_KEY,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PORT: '0',
    HOST: '127.0.0.1',
    // Its rows come after the answers, which suites that compare all tables would see; its own suite switches it on.
    REQUEST_LOG: 'false',
    ...GATEWAY,
    ...settings,
  });
}
