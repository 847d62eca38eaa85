import { type AppConfig, loadAppConfig } from '../../src/common/config/app-config';

/** Any 32 bytes; one for all suites, because the template's sandbox is sealed and hashed with it. */
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

/** Configuration of an application under test. */
export function testConfig(databaseUrl: string): AppConfig {
  return loadAppConfig({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, COREBANK_MASTER_KEY: MASTER_KEY, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', PORT: '0', HOST: '127.0.0.1' });
}
