import type { Answer, AnswerClass, HistoryLine, Intent } from './history';

/** A promise and what was found broken of it. */
export interface Finding {
  check: string;
  /** Number of items examined. */
  looked: number;
  violations: string[];
}

/** Outcome of one intent over all its attempts. */
export interface Fate {
  intent: Intent;
  final: AnswerClass;
  /** The data of every ok answer, to be compared. */
  answers: Record<string, unknown>[];
  attempts: number;
}

type Collected = Omit<Fate, 'final'> & { classes: Set<AnswerClass> };

/** `ok` wins over everything: what was acknowledged once must be there, whatever later attempts heard. */
export function fatesOf(lines: readonly HistoryLine[]): Fate[] {
  const fates = new Map<number, Collected>();
  for (const line of lines) {
    if (line.type === 'intent') fates.set(line.id, { intent: line, answers: [], attempts: 0, classes: new Set() });
    if (line.type === 'answer') note(fates.get(line.id), line);
  }
  return [...fates.values()].map(({ classes, ...fate }) => ({ ...fate, final: finalClass(classes) }));
}

function note(fate: Collected | undefined, answer: Answer): void {
  if (!fate) return;
  fate.attempts += 1;
  fate.classes.add(answer.class);
  if (answer.class === 'ok') fate.answers.push(answer.data ?? {});
}

/** A refusal after an unknown attempt is final too: the same reference would have been answered with what it did. */
function finalClass(classes: ReadonlySet<AnswerClass>): AnswerClass {
  return (['ok', 'accepted', 'refused'] as const).find((each) => classes.has(each)) ?? 'unknown';
}

/** The kind of the posting that an operation makes, for those whose posting has the intent's reference. */
export const POSTING_KINDS: Readonly<Record<string, string>> = {
  transfer: 'transfer',
  large: 'transfer',
  clash: 'transfer',
  reuse: 'posting',
  outward: 'outward-transfer',
  vend: 'bill-vend',
  repayment: 'loan-repayment',
  'repay-early': 'loan-early-repayment',
  disbursement: 'loan-disbursement',
};

/** Amount that an intent moves; undefined where the bank calculates it. */
export function koboOf({ body }: Intent): bigint | undefined {
  return body.amount === undefined ? undefined : BigInt(Math.round(Number(body.amount) * 100));
}
