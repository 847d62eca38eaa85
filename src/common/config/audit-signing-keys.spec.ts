import { generateKeyPairSync } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { loadAppConfig } from './app-config';
import { readAuditSigningKeys } from './audit-signing-keys';

const pem = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

describe('readAuditSigningKeys', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-signing-keys-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('reads a key from the variable, also with written line feeds, and from a file', () => {
    const key = pem();
    const file = path.join(folder, 'given.pem');
    fs.writeFileSync(file, key);
    const ids = [
      { text: key, file: undefined },
      { text: key.replaceAll('\n', '\\n'), file: undefined },
      { text: undefined, file },
    ].map((place) => readAuditSigningKeys(place, undefined).keys!.publicKeys()[0]!.keyId);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[0-9a-f]{16}$/);
  });

  it('has no key where none is configured and the database is not its own', () => {
    expect(readAuditSigningKeys({ text: undefined, file: undefined }, undefined)).toStrictEqual({});
  });

  it('makes a key once for a process with an embedded database, readable by its owner only', () => {
    const ownFile = path.join(folder, 'own', 'audit-signing.pem');
    const read = (): string =>
      readAuditSigningKeys({ text: undefined, file: undefined }, ownFile).keys!.publicKeys()[0]!.keyId;
    expect(read()).toBe(read());
    expect(fs.statSync(ownFile).mode & 0o777).toBe(0o600);
  });

  it.each([
    [{ text: 'no key', file: undefined }, /^must hold an Ed25519 private key/],
    [{ text: undefined, file: path.join(folder, 'absent') }, /^cannot be read/],
    [{ text: pem(), file: path.join(folder, 'absent') }, /^must not be set together/],
  ])('refuses what is no key', (place, problem) => {
    expect(readAuditSigningKeys(place, undefined).problem).toMatch(problem);
  });

  it('names the file of a key that cannot be used', () => {
    const file = path.join(folder, 'garbage.pem');
    fs.writeFileSync(file, 'garbage');
    const problem = expect.stringContaining(`(in the file ${file}) must hold an Ed25519 private key`) as string;
    expect(readAuditSigningKeys({ text: undefined, file }, undefined)).toStrictEqual({ problem });
    expect(readAuditSigningKeys({ text: undefined, file: undefined }, file)).toStrictEqual({ problem });
  });

  it('is named at boot when it cannot be used, without the key', () => {
    const secret = `${'-----BEGIN'} PRIVATE KEY-----\n${Buffer.from('not a key').toString('base64')}\n-----END PRIVATE KEY-----`;
    const load = (): unknown =>
      loadAppConfig({
        NODE_ENV: 'test',
        DATABASE_URL: 'postgres://localhost/x',
        COREBANK_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
        AUDIT_SIGNING_KEY: secret,
      });
    expect(load).toThrow(/AUDIT_SIGNING_KEY must hold/);
    expect(load).not.toThrow(/bm90IGEga2V5/);
  });
});
