import type { AppConfig } from '../common/config/app-config';
import { distributeCommand } from './distribute';

describe('corebank distribute', () => {
  const run = (...args: string[]): ReturnType<typeof distributeCommand.run> =>
    distributeCommand.run(
      { config: {} as AppConfig, services: () => Promise.reject(new Error('No services are needed.')) },
      args,
    );

  it('names the limits of a distributed database before it changes one', async () => {
    await expect(run()).rejects.toThrow(/no logical backup.*Add --accept-limits/);
    await expect(run('--shards', '4')).rejects.toThrow('--accept-limits');
  });

  it('needs the address of a database', async () => {
    await expect(run('--dry-run')).rejects.toThrow('Set DATABASE_MIGRATION_URL');
  });
});
