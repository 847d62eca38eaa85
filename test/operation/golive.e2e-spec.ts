import { spawn } from 'node:child_process';
import path from 'node:path';
import { describeWithInstalledPostgres, InstalledCluster } from '../support/installed-postgres';

const ROOT = path.resolve(__dirname, '..', '..');

/** `npm run golive` on an external PostgreSQL, with the sources as the program. */
describeWithInstalledPostgres('the rehearsal of going live', (binDir) => {
  let cluster: InstalledCluster;
  beforeAll(async () => {
    cluster = await InstalledCluster.create(binDir);
  }, 60_000);
  afterAll(() => cluster?.remove());

  function golive(settings: Record<string, string>): Promise<{ code: number | null; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const args = ['-r', './scripts/lib/register-swc.cjs', 'scripts/golive/main.ts', '--from-sources', '--json'];
      const child = spawn(process.execPath, args, {
        cwd: ROOT,
        env: { ...process.env, PATH: `${binDir}:${process.env.PATH}`, ...settings },
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
  }

  it('takes an empty database to two institutions whose money moves, restored and proven, and leaves nothing', async () => {
    const { code, stdout, stderr } = await golive({ GOLIVE_ADMIN_URL: cluster.url('postgres') });
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    const { ok, steps } = JSON.parse(stdout) as { ok: boolean; steps: { step: string; result: string }[] };
    expect(ok).toBe(true);
    const results = new Map(steps.map(({ step, result }) => [step.replace(/ \d+$/, ''), result]));
    expect(results.get('readiness of institution')).toBe('nothing is missing');
    expect(results.get('restore and proof')).toMatch(/^[5-9]\d checks of the copy passed$/);
    expect(results.get('balances after the backup')).toBe('2 balances are exact');
    expect(results.get('stop')).toBe('exit code 0');
    const left = cluster.run('psql', [
      '-XAt',
      '-c',
      `SELECT datname FROM pg_database WHERE datname LIKE 'golive%'
        UNION SELECT rolname FROM pg_roles WHERE rolname LIKE 'golive%'`,
      cluster.url('postgres'),
    ]);
    expect(left).toBe('');
  }, 300_000);

  it('says what it needs where no PostgreSQL is named', async () => {
    const { code, stderr } = await golive({ GOLIVE_ADMIN_URL: '' });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^Set GOLIVE_ADMIN_URL to a superuser/)]);
  }, 30_000);
});
