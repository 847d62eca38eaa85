import { answer, type Bank, runTask } from './bank-model';
import type { Command } from './commands';

/** A command with the answer of the program. */
export interface Answered {
  command: Command;
  reply: string;
}

/** The answer to a request while another one, or a decision, uses the same reference or hold; it has no effect. */
const WAS_AHEAD = '409 REQUEST_IN_PROGRESS';

/**
 * The house after some order of the commands, one after the other, in which each is answered as the program answered,
 * and which ends as the program ended; undefined when there is no such order. What goes on by itself does so at any
 * moment.
 * @param isSeen whether a house looks like the program's.
 */
export function serialOrder(bank: Bank, answered: Answered[], isSeen: (bank: Bank) => boolean): Bank | undefined {
  if (answered.length === 0 && bank.tasks.length === 0) return isSeen(bank) ? bank : undefined;
  for (const [index, { command, reply }] of answered.entries()) {
    const others = answered.filter((_, other) => other !== index);
    const next = structuredClone(bank);
    const isExpected =
      (reply === WAS_AHEAD && others.some(({ command: other }) => contend(command, other))) ||
      answer(next, command) === reply;
    const found = isExpected && serialOrder(reply === WAS_AHEAD ? bank : next, others, isSeen);
    if (found) return found;
  }
  for (const [index, task] of bank.tasks.entries()) {
    const next = structuredClone(bank);
    next.tasks.splice(index, 1);
    runTask(next, task);
    const found = serialOrder(next, answered, isSeen);
    if (found) return found;
  }
  return undefined;
}

/** True when one of two concurrent commands may be answered that the other is in progress. */
function contend(one: Command, other: Command): boolean {
  if (one.ref === other.ref) return true;
  const [retried, used] = one.kind === 'retry' ? [one, other] : [other, one];
  return retried.kind === 'retry' && (used.kind === 'retry' || used.kind === 'decide-hold') && retried.of === used.of;
}
