import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';

/** A command of operators, who have the environment of the server. */
export interface OperatorCommand {
  /** The words after `corebank`, such as `audit verify`. */
  name: string;
  /** The options as a line of help, such as `--institution ID`. */
  options: string;
  summary: string;
  /**
   * Does the work. `app` gives the program's services; no route and no job runs.
   *
   * @returns the exit code of the process: 0 when all is well
   */
  run(app: INestApplicationContext, args: string[], print: (line: string) => void): Promise<number>;
}

/** The command was called wrongly; the message says how to call it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The texts of `--name VALUE` options, all of which must be present. @throws UsageError */
export function requiredOptions<Name extends string>(args: string[], names: readonly Name[]): Record<Name, string> {
  const values = textOptions(args, names);
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`);
  return values as Record<Name, string>;
}

/** The id of `--institution ID`. @throws UsageError */
export function institutionOption(args: string[]): number {
  const { institution } = requiredOptions(args, ['institution'] as const);
  if (!/^[1-9]\d{0,15}$/.test(institution)) throw new UsageError('--institution must be the number of an institution.');
  return Number(institution);
}

function textOptions(args: string[], names: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
