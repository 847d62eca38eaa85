import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { readSource, typeScriptFiles } from '../support/source-tree';

const GOOD = { version: '1.0.0', license: 'MIT', integrity: 'sha512-x' };

describe('npm run audit', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-audit-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  /** Runs the script with a registry that answers this, over a lock file with these packages. */
  function audit(
    report: object,
    packages: Record<string, object> = { 'node_modules/a': GOOD },
  ): { code: number | null; text: string } {
    fs.writeFileSync(path.join(folder, 'report.json'), JSON.stringify(report));
    fs.writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\ncat ${path.join(folder, 'report.json')}\n`, { mode: 0o755 });
    const lock = path.join(folder, 'lock.json');
    fs.writeFileSync(lock, JSON.stringify({ packages: { '': {}, ...packages } }));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/audit.mjs', lock], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    });
    return { code: status, text: stdout + stderr };
  }
  const weakness = (severity: string): object => ({
    auditReportVersion: 2,
    vulnerabilities: { a: { name: 'a', severity, range: '<2' } },
  });

  it.each(['high', 'critical'])('fails for a known weakness of %s severity', (severity) => {
    expect(audit(weakness(severity))).toMatchObject({
      code: 1,
      text: expect.stringContaining(`a <2 has a known weakness (${severity})`),
    });
  });

  it('passes lesser ones, and says so', () => {
    expect(audit(weakness('moderate'))).toMatchObject({
      code: 0,
      text: expect.stringContaining('1 packages with known weaknesses, 0 of them grave'),
    });
  });

  it('says when nobody answers', () => {
    expect(audit({ message: '405 Method Not Allowed' })).toMatchObject({
      code: 0,
      text: expect.stringContaining('NOT CHECKED'),
    });
  });

  it.each([
    ['a licence that nobody allowed', { ...GOOD, license: 'AGPL-3.0' }, 1],
    ['one that is allowed in part', { ...GOOD, license: '(MIT AND GPL-2.0)' }, 1],
    ['no licence', { ...GOOD, license: undefined }, 1],
    ['one that is allowed as a choice', { ...GOOD, license: '(MIT OR GPL-3.0-or-later)' }, 0],
    ['any licence of a tool', { ...GOOD, license: 'GPL-3.0', dev: true }, 0],
    ['no checksum', { ...GOOD, integrity: undefined }, 1],
    ['another source', { ...GOOD, resolved: 'git+ssh://git@example.com/a.git' }, 1],
  ])('judges %s', (_, entry, code) => {
    expect(audit({ vulnerabilities: {} }, { 'node_modules/a': entry }).code).toBe(code);
  });

  it('has nothing against what we use', () => {
    const { code, text } = audit(
      { vulnerabilities: {} },
      (JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, object> }).packages,
    );
    expect([code, text.split('\n').filter((line) => line.includes('has'))]).toEqual([0, []]);
  });
});

describe('the repository', () => {
  const SECRETS: [string, RegExp][] = [
    ['a private key', new RegExp('-----BEGIN ([A-Z]+ )?PRIVATE' + ' KEY-----')],
    ['an access key of Amazon', /\bAKIA[0-9A-Z]{16}\b/],
    ['a token of GitHub', /\bgh[pousr]_[A-Za-z0-9]{36}\b/],
    ['a connection string with a password', /postgres(ql)?:\/\/[^:\s'"`$]+:(?!password@)[^@\s'"`$]+@/],
    ['a master key', /(COREBANK_MASTER_KEY|masterKey)['"]?\s*[:=]\s*['"][A-Za-z0-9+/]{43}=['"]/],
  ];

  it('holds no secret', () => {
    const tracked = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
      .stdout.split('\0')
      .filter((file) => file !== '' && fs.existsSync(file));
    const files = tracked.length > 0 ? tracked : [...typeScriptFiles('src'), ...typeScriptFiles('test')];
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) => {
      const text = readSource(file);
      return SECRETS.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${file}: ${what}`);
    });
    expect(found).toEqual([]);
  });

  it('has a place for each numbered promise of docs/security.md', () => {
    const rows = [...readSource('docs/security.md').matchAll(/^\| (\d+) \| .* \| (.*) \|$/gm)].map(
      ([, number, proof]) => ({
        number: Number(number),
        places: [...proof!.matchAll(/`([^`]+)`/g)].map(([, place]) => place!),
      }),
    );
    // At least the promises of the first release, so that a pattern that finds no row fails.
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.filter(({ places }) => places.length === 0)).toEqual([]);
    const exists = (place: string): boolean =>
      place.includes('*')
        ? fs
            .readdirSync(path.dirname(place.startsWith('src/') ? place : `test/${place}`))
            .some((name) => /spec\.ts$/.test(name))
        : [place, `${place}.ts`, `test/${place}.e2e-spec.ts`].some((file) => fs.existsSync(file));
    expect(rows.flatMap(({ places }) => places.filter((place) => !exists(place)))).toEqual([]);
  });
});
