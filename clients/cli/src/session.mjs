import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A failure that the person at the terminal can mend; only its message is shown. */
export class UsageError extends Error {
  code = 'COREBANK_DEV';
}

/** Where the session is kept: `COREBANK_DEV_SESSION`, or a file in the person's configuration folder. */
export function sessionFile() {
  const folder = process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config');
  return process.env.COREBANK_DEV_SESSION ?? path.join(folder, 'corebank-dev', 'session.json');
}

/**
 * The API client that signed in: `{ url, clientId, clientSecret, sandbox }`. `sandbox` is the file with the credentials
 * of a sandbox, if there is one.
 */
export function readSession(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError('There is no session. Sign in first: corebank-dev login');
  }
}

/** Keeps a session; nobody else may read the file. */
export function writeSession(file, session) {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 });
}

/** The credentials of a sandbox, as `npm start` writes them. */
export function readSandbox(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(
      `${file} has no credentials of a sandbox. Name the file with --sandbox, or --url and --client-id.`,
    );
  }
}
