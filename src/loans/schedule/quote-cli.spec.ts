import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { quote } from './quote';

const ROOT = path.join(__dirname, '..', '..', '..');
const LOAN = '{"principal":"120000.00","rate":"24","numberOfRepayments":6,"disbursementDate":"2025-01-31"}';

/** The program behind `npm run -s loan:quote`, from its sources. */
function run(input: string): { status: number | null; stdout: string; stderr: string } {
  const args = ['-r', './scripts/lib/register-swc.cjs', 'src/loans/schedule/quote.cli.ts'];
  return spawnSync(process.execPath, args, { cwd: ROOT, input, encoding: 'utf8' });
}

describe('the quoting program', () => {
  it('prints the schedule and nothing else', () => {
    const { status, stdout, stderr } = run(LOAN);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(quote(LOAN));
  });

  it.each([
    ['{"principal":"120000.00"}', 'loan:quote: rate is required.\n'],
    ['', 'loan:quote: The parameters must be JSON on the standard input: npm run -s loan:quote < parameters.json\n'],
  ])('exits with 1 and says why it refuses %p', (input, stderr) => {
    expect(run(input)).toMatchObject({ status: 1, stdout: '', stderr });
  });
});
