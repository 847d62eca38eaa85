import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { readMasterKeys } from './master-keys';

const REQUIRED = { ownFile: undefined, mustBeRandom: true };
const [ONE, OTHER] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

describe('readMasterKeys', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-keys-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const inFile = (text: string): string => {
    const file = path.join(folder, 'given.key');
    fs.writeFileSync(file, text);
    return file;
  };

  it('reads several keys, the current one first, from the variable or from a file', () => {
    const keys = [ONE, OTHER].map((key) => Buffer.from(key, 'base64'));
    expect(readMasterKeys({ text: `${ONE}, ${OTHER}`, file: undefined }, REQUIRED)).toStrictEqual({ keys });
    expect(readMasterKeys({ text: undefined, file: inFile(`${ONE},${OTHER}\n`) }, REQUIRED)).toStrictEqual({ keys });
  });

  it.each([
    ['none', undefined, /^is required/],
    ['a short one', randomBytes(31).toString('base64'), /^must be base64 of 32 bytes/],
    ['a short one beside a good one', `${ONE},abc`, /^must be base64 of 32 bytes/],
    ['two on two lines', `${ONE}\n${OTHER}`, /separated by commas$/],
    ['one with a remark behind it', `${ONE} # of 2026`, /^must be base64 of 32 bytes/],
    ['one with a strange character', `${ONE.slice(0, 20)}!${ONE.slice(20)}`, /^must be base64 of 32 bytes/],
    ['the same twice', `${ONE},${ONE}`, /^must not name the same key twice/],
    ['one byte over and over', Buffer.alloc(32, 7).toString('base64'), /^must be random/],
    ['a typed text', Buffer.from('passwordpasswordpasswordpassword').toString('base64'), /^must be random/],
  ])('refuses %s', (_, text, problem) => {
    expect(readMasterKeys({ text, file: undefined }, REQUIRED).problem).toMatch(problem);
  });

  it('refuses two places at once, and a missing file', () => {
    expect(readMasterKeys({ text: ONE, file: inFile(ONE) }, REQUIRED).problem).toMatch(/^must not be set together/);
    expect(readMasterKeys({ text: undefined, file: path.join(folder, 'absent') }, REQUIRED).problem).toMatch(
      /^cannot be read/,
    );
  });

  it('names the file of keys that cannot be used', () => {
    const file = inFile('garbage');
    const problem = `(in the file ${file}) must be base64 of 32 bytes; several keys are separated by commas`;
    expect(readMasterKeys({ text: undefined, file }, REQUIRED).problem).toBe(problem);
    const own = { ownFile: file, mustBeRandom: false };
    expect(readMasterKeys({ text: undefined, file: undefined }, own).problem).toBe(problem);
  });

  it('makes a key once for a process with an embedded database, readable by its owner only', () => {
    const ownFile = path.join(folder, 'own', 'master.key');
    const rules = { ownFile, mustBeRandom: false };
    const first = readMasterKeys({ text: undefined, file: undefined }, rules);
    expect(first.keys[0]).toHaveLength(32);
    expect(fs.statSync(ownFile).mode & 0o777).toBe(0o600);
    expect(readMasterKeys({ text: undefined, file: undefined }, rules)).toStrictEqual(first);
  });
});
