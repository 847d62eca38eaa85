/** The places of a run that its processes need. */
interface Places {
  /** Through the network that faults disturb. */
  databaseUrl: string;
  masterKey: Buffer;
  dataDir: string;
  clockFile: string;
}

/** The settings of every process of the program under torture: short waits, so that much happens in a run. */
export function processEnvironment({ databaseUrl, masterKey, dataDir, clockFile }: Places): Record<string, string> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    SANDBOX: 'false',
    MIGRATE_ON_START: 'false',
    DATA_DIR: dataDir,
    COREBANK_MASTER_KEY: masterKey.toString('base64'),
    DATABASE_URL: databaseUrl,
    GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'true',
    WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1',
    GATEWAY_TIMEOUT_MS: '1500',
    PAYOUT_QUERY_AFTER_MS: '500',
    PAYOUT_CLIENT_QUERY_INTERVAL_MS: '0',
    JOB_LEASE_MS: '3000',
    SHUTDOWN_DELAY_MS: '2000',
    AUTHENTICATIONS_PER_CLIENT_PER_MINUTE: '600',
    TORTURE_CLOCK_FILE: clockFile,
  };
}
