// `npm run -s name:match` compares the pairs of its input, one JSON document a line, and prints one line for each.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type GivenParty, matchGiven } from './given-party';

/** A line that is longer is refused, unread. */
const LINE_LENGTH_MAX = 100_000;

/** The result of one line of input: a match, or the reason why the line cannot be read. */
export function answerLine(line: string): Record<string, unknown> {
  if (line.length > LINE_LENGTH_MAX) return { error: `The line has more than ${LINE_LENGTH_MAX} characters.` };
  let pair: unknown;
  try {
    pair = JSON.parse(line);
  } catch {
    return { error: 'The line is not JSON. Write {"a": {"name": "…"}, "b": {"name": "…"}} on one line.' };
  }
  const { a, b } = (pair ?? {}) as { a?: unknown; b?: unknown };
  const problem = partyProblem('a', a) ?? partyProblem('b', b);
  if (problem) return { error: problem };
  const { score, match, reasons } = matchGiven(a as GivenParty, b as GivenParty);
  return { score, match, reasons };
}

function partyProblem(side: string, party: unknown): string | undefined {
  if (typeof party !== 'object' || party === null) return `"${side}" is missing. It must be an object with a "name".`;
  const { name, aliases } = party as Record<string, unknown>;
  if (typeof name !== 'string' || name.trim() === '') return `"${side}.name" must be a text that is not empty.`;
  if (aliases !== undefined && aliases !== null && !Array.isArray(aliases)) return `"${side}.aliases" must be a list.`;
  return undefined;
}

async function main(): Promise<void> {
  let refused = 0;
  let lineNumber = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    lineNumber += 1;
    if (line.trim() === '') continue;
    let answer = answerLine(line.replace(/^\ufeff/, ''));
    if ('error' in answer) {
      refused += 1;
      answer = { line: lineNumber, ...answer };
    }
    if (!process.stdout.write(`${JSON.stringify(answer)}\n`)) await once(process.stdout, 'drain');
  }
  if (refused === 0) return;
  console.error(`name:match: ${refused} line(s) could not be compared; their answers have "error".`);
  process.exitCode = 1;
}

// A reader that has seen enough, such as `head`, closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

if (!process.env['JEST_WORKER_ID']) void main();
