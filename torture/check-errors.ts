import * as fs from 'node:fs';
import { toAppError } from '../src/common/http/error.filter';
import type { Finding } from './fates';

interface LogLine {
  msg?: string;
  err?: { type?: string; message?: string; code?: string; stack?: string };
}

/** Log message of a request that failed through no fault of its own. */
const FAILED_REQUEST = 'A request failed.';

/** A request that fails while the database is away is answered with a retryable error, never with an unexpected one. */
export function checkErrors(logFile: string): Finding {
  const lines = fs.existsSync(logFile) ? fs.readFileSync(logFile, 'utf8').split('\n') : [];
  const failures = lines.map(parsed).filter(({ msg }) => msg === FAILED_REQUEST);
  const unexpected = failures.filter(
    ({ err }) => toAppError(Object.assign(new Error(err?.message), { code: err?.code })).httpStatus === 500,
  );
  const texts = new Set(unexpected.map(described));
  return {
    check: 'a request that fails with the database is told to come again',
    looked: failures.length,
    violations: [...texts],
  };
}

/** An error with the place in the program that it comes from. */
function described({ err }: LogLine): string {
  const place = err?.stack?.split('\n').find((line) => line.includes('dist'));
  const text = `${err?.type}: ${err?.message} (${err?.code ?? 'no code'})`;
  return place === undefined ? text : `${text} ${place.trim()}`;
}

/** A process that is killed may leave half a line. */
function parsed(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return {};
  }
}
