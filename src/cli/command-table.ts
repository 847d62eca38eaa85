import { auditVerify } from './audit-verify';
import type { OperatorCommand } from './operator-command';
import { staffRecover } from './staff-recover';
import { unknownSignIns } from './unknown-sign-ins';

/** Every command of operators. */
export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [auditVerify, staffRecover, unknownSignIns];

/** The command that the first words name, and its arguments; undefined when none does. */
export function findCommand(words: string[]): { command: OperatorCommand; args: string[] } | undefined {
  for (const command of OPERATOR_COMMANDS) {
    const name = command.name.split(' ');
    if (name.every((word, index) => words[index] === word)) return { command, args: words.slice(name.length) };
  }
  return undefined;
}

/** The list of commands, as help. */
export function helpText(): string {
  const lines = OPERATOR_COMMANDS.map(
    ({ name, options, summary }) => `  corebank ${name} ${options}\n      ${summary}.`,
  );
  return ['Commands for operators, with the environment of the server:', ...lines].join('\n');
}
