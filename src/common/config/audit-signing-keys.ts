import { generateKeyPairSync } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { SigningKeys } from '../crypto/signing-keys';

/** The place of the signing keys: the environment itself, or a file that it names. */
export interface AuditSigningKeyPlace {
  text: string | undefined;
  file: string | undefined;
}

/** The keys, undefined where none are configured, or the problem in words that follow the variable's name. */
export interface AuditSigningKeyReading {
  keys?: SigningKeys;
  problem?: string;
}

/**
 * Reads the Ed25519 keys that seal the audit log. They are apart from the master key, so that who can open the
 * database's secrets cannot also sign.
 *
 * @param ownFile the file in which a process with an embedded database keeps a key of its own; undefined elsewhere.
 */
export function readAuditSigningKeys(
  { text, file }: AuditSigningKeyPlace,
  ownFile: string | undefined,
): AuditSigningKeyReading {
  if (text !== undefined && file !== undefined)
    return { problem: 'must not be set together with AUDIT_SIGNING_KEY_FILE' };
  // An environment variable often cannot hold a line feed, so its usual spelling is accepted too.
  if (text !== undefined) return parse(text.replaceAll('\\n', '\n'));
  const place = file ?? ownFile;
  if (place === undefined) return {};
  const content = file === undefined ? ownKey(place) : readFile(place);
  if (content === undefined) return { problem: `cannot be read from the file ${place}` };
  const { keys, problem } = parse(content);
  return problem === undefined ? { keys } : { problem: `(in the file ${place}) ${problem}` };
}

function parse(pem: string): AuditSigningKeyReading {
  try {
    return { keys: new SigningKeys(pem) };
  } catch {
    // The parser's own message may repeat a part of the key.
    return {
      problem:
        'must hold an Ed25519 private key in PEM, which `openssl genpkey -algorithm ed25519` makes, then earlier keys',
    };
  }
}

function readFile(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function ownKey(file: string): string {
  if (!fs.existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  return fs.readFileSync(file, 'utf8');
}
