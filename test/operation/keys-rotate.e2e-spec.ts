import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { type CommandEnd, runCorebank } from '../support/operator-command-line';
import { MASTER_KEY } from '../support/test-config';

const DAY_SEC = 86_400;

/** The rotation of the master key by an operator, from the old key alone to the new key alone. */
describe('corebank keys rotate', () => {
  let database: TestDatabase;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(path.join(tmpdir(), 'corebank-keys-'));
    file = path.join(folder, 'master.key');
    writeFileSync(file, MASTER_KEY, { mode: 0o400 });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database?.drop();
  });

  const rotate = (words: string, settings: Record<string, string> = {}): Promise<CommandEnd> =>
    runCorebank(['keys', 'rotate', ...words.split(' ')], {
      DATABASE_URL: database.url,
      COREBANK_MASTER_KEY: '',
      COREBANK_MASTER_KEY_FILE: file,
      ...settings,
    });
  const keys = (): string[] => readFileSync(file, 'utf8').split(',');

  /** The ids of the keys with which stored secrets are sealed. */
  async function sealedWith(): Promise<string[]> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>(
      `SELECT DISTINCT split_part(value, '.', 2) AS id FROM institution_setting WHERE sealed
        UNION SELECT split_part(sealed_value, '.', 2) FROM installation_check
        UNION SELECT split_part(sealed_bvn, '.', 2) FROM customer WHERE sealed_bvn IS NOT NULL`,
    );
    await client.end();
    return rows.map(({ id }) => id);
  }

  it('refuses steps that are out of order, unknown, or without a file of keys', async () => {
    for (const [words, explanation] of [
      ['--step switch', 'There must be two master keys'],
      ['--step finish --now', 'There is one master key only'],
      ['--step begin', '--step must be one of add, switch, seal, finish.'],
    ] as const)
      expect(await rotate(words)).toMatchObject({ code: 2, output: expect.stringContaining(explanation) });
    const inVariable = { COREBANK_MASTER_KEY: MASTER_KEY, COREBANK_MASTER_KEY_FILE: '' };
    expect(await rotate('--step add', inVariable)).toMatchObject({
      code: 2,
      output: expect.stringContaining('Keep the keys in a file that COREBANK_MASTER_KEY_FILE names'),
    });
    expect(keys()).toEqual([MASTER_KEY]);
  }, 120_000);

  it('adds a key, makes it the first, seals everything with it and removes the old one, and prints no key', async () => {
    const [old] = await sealedWith();
    const outputs = [(await rotate('--step add')).output];
    const [first, second] = keys();
    expect([first, second?.length]).toEqual([MASTER_KEY, 44]);
    expect((await rotate('--step add')).output).toMatch(/There are several master keys already/);
    for (const early of ['--step seal', '--step finish --now'])
      expect(await rotate(early)).toMatchObject({
        code: 2,
        output: expect.stringContaining('The old key is still the first: run --step switch'),
      });
    expect(keys()).toEqual([MASTER_KEY, second]);
    outputs.push((await rotate('--step switch')).output);
    expect(keys()).toEqual([second, MASTER_KEY]);
    expect(await rotate('--step switch')).toMatchObject({
      code: 2,
      output: expect.stringContaining('The new key is the first already'),
    });
    expect(keys()).toEqual([second, MASTER_KEY]);
    expect(statSync(file).mode & 0o777).toBe(0o400);
    expect(await rotate('--step seal')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/identity numbers in customer are Waiting.*The old key is still needed/s),
    });
    expect((await rotate('--step finish --now')).code).toBe(1);
    await execute(database.url, `UPDATE identity_sealing SET finished_at = now() - interval '11 minutes'`);
    const sealed = await rotate('--step seal');
    expect(sealed).toMatchObject({ code: 0, output: expect.stringContaining('Everything stored is sealed') });
    const ids = await sealedWith();
    expect(ids).toHaveLength(1);
    expect(ids).not.toEqual([old]);
    expect((await rotate('--step finish')).output).toMatch(/The keys were switched 0 days ago.*--now removes it/s);
    const monthAgo = statSync(file).mtimeMs / 1000 - 31 * DAY_SEC;
    utimesSync(file, monthAgo, monthAgo);
    outputs.push(sealed.output, (await rotate('--step finish')).output);
    expect([keys(), readdirSync(folder)]).toEqual([[second], ['master.key']]);
    for (const key of [MASTER_KEY, second!]) expect(outputs.join('')).not.toContain(key);
    const proven = await runCorebank(['reconcile'], {
      DATABASE_URL: database.url,
      COREBANK_MASTER_KEY: '',
      COREBANK_MASTER_KEY_FILE: file,
    });
    expect(proven).toMatchObject({ code: 0, output: expect.stringContaining('Everything fits.') });
  }, 360_000);
});
