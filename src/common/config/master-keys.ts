import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

const KEY_BYTES = 32;
/** Such a key in base64, also in its form for addresses and without the sign that fills it up. */
const KEY_TEXT = /^[\w+/-]{43}=?$/;
/** 32 random bytes have fewer different values than this once in 10^20 times; a typed key does. */
const DIFFERENT_BYTES_MIN = 16;

/** The place of the master keys: the environment itself, or a file that it names. */
export interface MasterKeyPlace {
  text: string | undefined;
  file: string | undefined;
}

interface MasterKeyRules {
  /**
   * The file in which a process with an embedded database keeps its own key; undefined where the operator must give
   * one.
   */
  ownFile: string | undefined;
  /** Refuses keys that were not made at random. */
  mustBeRandom: boolean;
}

/** The keys, or the problem with the given ones in words that follow the variable's name. */
export interface MasterKeyReading {
  keys: Buffer[];
  problem?: string;
}

/**
 * Reads one or more base64 keys, the current one first, separated by commas. A process with an embedded database makes
 * its own key beside that database, so that it can open sealed values after a restart.
 */
export function readMasterKeys(place: MasterKeyPlace, { ownFile, mustBeRandom }: MasterKeyRules): MasterKeyReading {
  if (place.text !== undefined && place.file !== undefined)
    return { keys: [], problem: 'must not be set together with COREBANK_MASTER_KEY_FILE' };
  if (place.text !== undefined) return parseKeys(place.text, mustBeRandom);
  const file = place.file ?? ownFile;
  if (file === undefined)
    return { keys: [], problem: 'is required with a database of your own: `openssl rand -base64 32` makes one' };
  const text = place.file === undefined ? ownKey(file) : readFile(file);
  if (text === undefined) return { keys: [], problem: `cannot be read from the file ${file}` };
  const { keys, problem } = parseKeys(text, mustBeRandom);
  return problem === undefined ? { keys } : { keys, problem: `(in the file ${file}) ${problem}` };
}

function parseKeys(text: string, mustBeRandom: boolean): MasterKeyReading {
  const parts = text.split(',').map((part) => part.trim());
  const keys = parts.map((part) => Buffer.from(part, 'base64'));
  // Reading base64 ends at the first key where another one follows on a line of its own, and skips strange characters.
  if (!parts.every((part) => KEY_TEXT.test(part)))
    return { keys, problem: 'must be base64 of 32 bytes; several keys are separated by commas' };
  if (new Set(keys.map((key) => key.toString('hex'))).size !== keys.length)
    return { keys, problem: 'must not name the same key twice' };
  if (mustBeRandom && keys.some((key) => new Set(key).size < DIFFERENT_BYTES_MIN))
    return { keys, problem: 'must be random: `openssl rand -base64 32` makes one' };
  return { keys };
}

function readFile(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function ownKey(file: string): string {
  if (!fs.existsSync(file)) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600 });
  }
  return fs.readFileSync(file, 'utf8');
}
