import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { settlementImport } from '../../src/cli/settlement-import';
import { TestApp } from '../support/app';
import { commandContext } from '../support/command-context';

const LINES = 100_000;
// The command alone takes five seconds, and twice as long among the hooks of jest on two quiet cores. A comparison that
// reads all lines for each line takes many minutes; a slow machine must not be taken for one.
const TIME_MAX_MS = 45_000;

/** Half of the lines are ours, so that both ways of the comparison are walked. */
const OURS = `INSERT INTO payout (institution_id, id, kind, reference, status, account_number, amount_kobo, fee_kobo,
    vat_kobo, stamp_duty_kobo, provider, session_id, posting_id, details, job_id, created_by, created_at)
  SELECT $1, 5000000000000 + n, 'outward-transfer', 'RATE-' || n, 'Processed', '0000000000', 10000, 0, 0, 0, 'providerh',
      '999999261121' || lpad(n::text, 18, '0'), 1, '{}', 1, 'test', now()
    FROM generate_series(1, ${LINES / 2}) n`;

describe('a large settlement report', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await TestApp.start();
    folder = mkdtempSync(path.join(tmpdir(), 'corebank-settlement-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await app.close();
  });

  it(`of ${LINES} lines is compared without a read of all lines for each`, async () => {
    await app.rows(OURS, [app.institutionId]);
    await app.rows('ANALYZE payout');
    const file = path.join(folder, 'large.csv');
    await pipeline(Readable.from(lines()), createWriteStream(file));
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const result = await settlementImport.run(commandContext(app), [
      ...['--institution', String(app.institutionId), '--provider', 'providerh', '--file', file],
    ]);
    const tookMs = performance.now() - startedAt;
    console.log(`${LINES} lines in ${Math.round(tookMs)} ms`, process.cpuUsage(cpu));
    expect(result.data).toMatchObject({ lines: LINES, matched: LINES / 2, unmatched: LINES / 2 });
    expect(tookMs).toBeLessThan(TIME_MAX_MS);
  }, 120_000);
});

function* lines(): Generator<string> {
  yield 'session_id,amount,status,direction,date\n';
  for (let n = 1; n <= LINES; n += 1)
    yield `999999261121${String(n).padStart(18, '0')},100.00,Successful,Outward,2026-11-21\n`;
}
