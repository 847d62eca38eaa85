import { auditVerify } from './audit-verify';
import { backup } from './backup/backup';
import { reconcile } from './backup/reconcile';
import { restore } from './backup/restore';
import { compare } from './compare/compare';
import { distributeCommand } from './distribute';
import { doctor } from './doctor';
import { exportBooks } from './export-books';
import { extractBalances, extractEntries, extractEvents } from './extract/extract';
import { hosts } from './hosts';
import { importBooks } from './import-books';
import { institutionCheck } from './institution-check';
import { institutionCreate } from './institution-create';
import { keysRotate } from './keys-rotate';
import { ledgerExport } from './ledger-export';
import { migrateCommand } from './migrate';
import type { OperatorCommand } from './operator-command';
import { settlementImport } from './settlement-import';
import { staffRecover } from './staff-recover';
import { unknownSignIns } from './unknown-sign-ins';
import { verifyLedgerCommand } from './verify-ledger';

/** Every command of operators. One whose words begin another's comes after it. */
export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  migrateCommand,
  distributeCommand,
  doctor,
  institutionCreate,
  institutionCheck,
  importBooks,
  ledgerExport,
  exportBooks,
  compare,
  settlementImport,
  extractEntries,
  extractBalances,
  extractEvents,
  backup,
  restore,
  reconcile,
  keysRotate,
  hosts,
  auditVerify,
  verifyLedgerCommand,
  staffRecover,
  unknownSignIns,
];

/** The command that the first words name, and its arguments; undefined when none does. */
export function findCommand(words: string[]): { command: OperatorCommand; args: string[] } | undefined {
  for (const command of OPERATOR_COMMANDS) {
    const name = command.name.split(' ');
    if (name.every((word, index) => words[index] === word)) return { command, args: words.slice(name.length) };
  }
  return undefined;
}

/** The refusal of words that name no command, with the commands that begin alike. */
export function unknownCommand(words: readonly string[]): string {
  const alike = OPERATOR_COMMANDS.filter(({ name }) => name.split(' ')[0] === words[0]);
  const known = alike.map(({ name, options }) => `corebank ${name} ${options}`.trim());
  const remedy = known.length > 0 ? `there is ${known.join(', ')}` : 'corebank --help lists all';
  return `There is no command ${words.join(' ')}; ${remedy}.`;
}

/** Help for one command, or the list of all. */
export function helpText(command?: OperatorCommand): string {
  const shown = command ? [command] : OPERATOR_COMMANDS;
  const lines = shown.map(({ name, options, summary }) => `  corebank ${name} ${options}\n      ${summary}.`);
  return [
    'Commands for operators, with the environment of the server. Every command takes --json and --help.',
    ...lines,
    'Exit codes: 0 all is well, 1 something was found, 2 the command could not run.',
  ].join('\n');
}
