import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import type { AppConfig } from '../common/config/app-config';

/** The surroundings of a command. */
export interface OperatorContext {
  config: AppConfig;
  /** Builds the program's services, once; no route and no job runs. The schema must be up to date. */
  services: () => Promise<INestApplicationContext>;
  /** Asks the person at the terminal; undefined when there is none. */
  ask?: (question: string) => Promise<string>;
}

/** The result of a command: its text for people, or its data for scripts. */
export interface CommandResult {
  /** False when something was found that an operator must look at: the exit code is then 1. */
  ok: boolean;
  text: string[];
  data: Record<string, unknown>;
}

/** A command of operators, who have the environment of the server. */
export interface OperatorCommand {
  /** The words after `corebank`, such as `audit verify`. */
  name: string;
  /** The options as a line of help, such as `--institution ID`. */
  options: string;
  summary: string;
  /** @throws UsageError when it was called wrongly */
  run(context: OperatorContext, args: string[]): Promise<CommandResult>;
}

/** For a command that works on PostgreSQL itself and was given no address of it. */
export const MIGRATION_URL_MISSING =
  'Set DATABASE_MIGRATION_URL to the owner of the schema at PostgreSQL itself; without a pooler DATABASE_URL is enough.';

/** The command was called wrongly; the message says how to call it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** For options that a command needs and was not given, by name. */
export function missingOptions(names: readonly string[]): UsageError {
  const options = names.map((name) => `--${name}`).join(', ');
  return new UsageError(`Missing: ${options}; add --help for the options of the command.`);
}

/** The texts of `--name VALUE` options, all of which must be present. @throws UsageError */
export function requiredOptions<Name extends string>(args: string[], names: readonly Name[]): Record<Name, string> {
  const values = textOptions(args, names);
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw missingOptions(missing);
  return values as Record<Name, string>;
}

/** The id of `--institution ID`. @throws UsageError */
export function institutionOption(args: string[]): number {
  return institutionNumber(requiredOptions(args, ['institution'] as const).institution);
}

/** The id that the text of `--institution` gives. @throws UsageError */
export function institutionNumber(text: string | undefined): number {
  if (text === undefined) throw missingOptions(['institution']);
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new UsageError('--institution must be the number of an institution.');
  return Number(text);
}

/** The options of a command by name: `string` ones with their text, `boolean` ones as true. @throws UsageError */
export function parsedOptions<Options extends Record<string, 'string' | 'boolean'>>(
  args: string[],
  types: Options,
): { [Name in keyof Options]?: Options[Name] extends 'string' ? string : boolean } {
  const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
  try {
    return parseArgs({ args, options, strict: true }).values as ReturnType<typeof parsedOptions<Options>>;
  } catch (error) {
    // The library's second sentence is about arguments that no command takes.
    const [sentence] = (error as Error).message.split(/\.\s|\n/);
    throw new UsageError(`${sentence!.replace(/\.$/, '')}; add --help for the options of the command.`);
  }
}

/** True when `--name` is among the options, none of which takes a value. @throws UsageError */
export function switchOption(args: string[], name: string): boolean {
  return parsedOptions(args, { [name]: 'boolean' })[name] === true;
}

/** The texts of `--name VALUE` options, some of which may be missing. @throws UsageError */
export function textOptions<Name extends string>(
  args: string[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const types = Object.fromEntries(names.map((name) => [name, 'string' as const]));
  return parsedOptions(args, types) as Partial<Record<Name, string>>;
}
