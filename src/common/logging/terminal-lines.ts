import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';

const COLOURS = {
  trace: 'gray',
  debug: 'gray',
  info: 'cyan',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
} as const;

/** Where Nest tells of every module and route that it has made: hundreds of lines that nobody reads at a terminal. */
const OF_THE_FRAMEWORK = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);
/** Fields that stand in the line already, or that say nothing to a person. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'context', 'correlationId', 'err']);

/** The configuration says whether the output is a terminal, so the stream is not asked again. */
const coloured = (colour: (typeof COLOURS)[keyof typeof COLOURS], text: string): string =>
  styleText(colour, text, { validateStream: false });

interface LogLine extends Record<string, unknown> {
  level: keyof typeof COLOURS;
  time: string;
  msg?: string;
  context?: string;
  err?: { type?: string; message?: string; code?: string };
}

/**
 * A line of the log for a person: time, level and message, then the fields; an error as one sentence without its stack.
 * Undefined for what the framework says of itself while it starts.
 * @param json the line as pino writes it, secrets and card numbers already masked
 */
export function terminalLine(json: string): string | undefined {
  let line: LogLine;
  try {
    line = JSON.parse(json) as LogLine;
  } catch {
    return json.trimEnd();
  }
  if (line.level === 'info' && OF_THE_FRAMEWORK.has(line.context ?? '')) return undefined;
  const fields = Object.entries(line).flatMap(([name, value]) =>
    LEFT_OUT.has(name) || value === undefined
      ? []
      : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );
  const error = line.err && line.err.message !== line.msg ? [`(${line.err.type ?? 'Error'}: ${line.err.message})`] : [];
  return [
    coloured('gray', new Date(line.time).toTimeString().slice(0, 8)),
    coloured(COLOURS[line.level], line.level.padEnd(5)),
    [line.msg ?? '', ...error].join(' '),
    ...(fields.length > 0 ? [coloured('gray', fields.join(' '))] : []),
  ].join(' ');
}

/** A destination of pino that writes lines for a person. */
export function terminalDestination(write: (text: string) => void): DestinationStream {
  return {
    write: (json) => {
      const line = terminalLine(json);
      if (line !== undefined) write(`${line}\n`);
    },
  };
}
