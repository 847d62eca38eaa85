import * as fs from 'node:fs';

/** Intent of a request, written to disk before the request is sent. */
export interface Intent {
  type: 'intent';
  id: number;
  operation: string;
  /** `request-reference`. */
  requestReference: string;
  /** The business reference: the one in the body, or the request's own where the body has none. */
  reference: string;
  path: string;
  body: Record<string, unknown>;
}

/** `unknown` covers everything that does not say whether it was done: no answer, a lost connection, 5xx. */
export type AnswerClass = 'ok' | 'accepted' | 'refused' | 'unknown';

/** Answer to one attempt. */
export interface Answer {
  type: 'answer';
  id: number;
  class: AnswerClass;
  /** Which of the API's processes was asked. */
  process: number;
  /** When the request left and when its answer, or its loss, was known; milliseconds of the machine's clock. */
  begunAt: number;
  endedAt: number;
  httpStatus: number | null;
  /** Why there is no answer, such as `ECONNRESET`. */
  failure?: string | undefined;
  code?: string | undefined;
  data?: Record<string, unknown> | undefined;
}

/** A fault and when it was made. */
export interface Fault {
  type: 'fault';
  at: number;
  fault: string;
  details?: Record<string, unknown>;
}

export type HistoryLine = Intent | Answer | Fault;

/**
 * An append-only file of JSON lines. Intents are on disk before their request leaves, so no crash hides what was tried.
 */
export class History {
  private readonly file: number;

  constructor(path: string) {
    this.file = fs.openSync(path, 'a');
  }

  intend(intent: Intent): void {
    this.write(intent);
    fs.fsyncSync(this.file);
  }

  write(line: HistoryLine): void {
    fs.writeSync(this.file, `${JSON.stringify(line)}\n`);
  }

  close(): void {
    fs.closeSync(this.file);
  }
}

export function readHistory(path: string): HistoryLine[] {
  if (!fs.existsSync(path)) return [];
  const lines = fs.readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as HistoryLine);
}

export function faultsOf(lines: readonly HistoryLine[]): Fault[] {
  return lines.filter((line): line is Fault => line.type === 'fault');
}
