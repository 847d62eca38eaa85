import type { ASTNode } from '@marcbachmann/cel-js';
import { type Compiled, ExpressionRefusal, type ExpressionType, isInteger, type Typed } from './expression-types';
import { type Integer, integerOf } from './scenario-movement';

const name = (type: ExpressionType): string => (type === 'number' ? 'a number' : type);

/** Sums and products are exact: a result beyond the safe integers goes on as a bigint. */
const exactly = (fast: number, slow: () => bigint): Integer => (Number.isSafeInteger(fast) ? fast : integerOf(slow()));

const ARITHMETIC: Record<string, (a: Integer, b: Integer) => Integer> = {
  '+': (a, b) =>
    typeof a === 'number' && typeof b === 'number'
      ? exactly(a + b, () => BigInt(a) + BigInt(b))
      : integerOf(BigInt(a) + BigInt(b)),
  '-': (a, b) =>
    typeof a === 'number' && typeof b === 'number'
      ? exactly(a - b, () => BigInt(a) - BigInt(b))
      : integerOf(BigInt(a) - BigInt(b)),
  '*': (a, b) =>
    typeof a === 'number' && typeof b === 'number'
      ? exactly(a * b, () => BigInt(a) * BigInt(b))
      : integerOf(BigInt(a) * BigInt(b)),
  '/': (a, b) =>
    typeof a === 'number' && typeof b === 'number' ? Math.trunc(a / b) : integerOf(BigInt(a) / BigInt(b)),
  '%': (a, b) => (typeof a === 'number' && typeof b === 'number' ? a % b : integerOf(BigInt(a) % BigInt(b))),
};

/** Amounts are added to amounts, and multiplied or divided by plain figures. */
function resultOf(op: string, a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  if (!isInteger(a) || !isInteger(b)) return undefined;
  const kobos = [a, b].filter((type) => type === 'kobo').length;
  if (op === '*') return kobos === 2 ? undefined : kobos === 1 ? 'kobo' : a === 'number' ? b : a;
  if (op === '/' || op === '%') return b === 'kobo' ? undefined : a;
  if (kobos === 1) return a === 'number' || b === 'number' ? 'kobo' : undefined;
  return a === 'number' ? b : a;
}

/** An operation on whole numbers. @throws ExpressionRefusal for operands that do not fit */
export function arithmetic(node: ASTNode, op: string, a: Typed, b: Typed): Typed {
  const type = resultOf(op, a.type, b.type);
  if (!type) throw new ExpressionRefusal(node, `'${op}' does not fit ${name(a.type)} and ${name(b.type)}.`);
  if (op === '/' || op === '%') {
    if (typeof b.constant !== 'number' || b.constant <= 0)
      throw new ExpressionRefusal(node, 'Divide by a positive figure only: multiply the other side instead.');
  }
  const apply = ARITHMETIC[op]!;
  const left = a.run as Compiled<Integer>;
  const right = b.run as Compiled<Integer>;
  const run: Compiled<Integer> = (facts) => apply(left(facts), right(facts));
  return a.constant !== undefined && b.constant !== undefined
    ? { type, run, constant: apply(a.constant as Integer, b.constant as Integer) }
    : { type, run };
}

function areComparable(a: ExpressionType, b: ExpressionType): boolean {
  return a === b || (isInteger(a) && isInteger(b) && (a === 'number' || b === 'number'));
}

const ORDER: Record<string, (a: Compiled<Integer>, b: Compiled<Integer>) => Compiled<boolean>> = {
  '<': (a, b) => (facts) => a(facts) < b(facts),
  '<=': (a, b) => (facts) => a(facts) <= b(facts),
  '>': (a, b) => (facts) => a(facts) > b(facts),
  '>=': (a, b) => (facts) => a(facts) >= b(facts),
};

/** Comparisons with a figure that is known already: one call less. */
const ORDER_CONSTANT: Record<string, (a: Compiled<Integer>, b: Integer) => Compiled<boolean>> = {
  '<': (a, b) => (facts) => a(facts) < b,
  '<=': (a, b) => (facts) => a(facts) <= b,
  '>': (a, b) => (facts) => a(facts) > b,
  '>=': (a, b) => (facts) => a(facts) >= b,
};

/** A comparison. Integers are normalised (`Integer`), so equal ones are identical. @throws ExpressionRefusal */
export function comparison(node: ASTNode, op: string, a: Typed, b: Typed): Typed {
  if (!areComparable(a.type, b.type))
    throw new ExpressionRefusal(node, `'${op}' cannot compare ${name(a.type)} with ${name(b.type)}.`);
  if (op === '==') return { type: 'bool', run: (facts) => a.run(facts) === b.run(facts) };
  if (op === '!=') return { type: 'bool', run: (facts) => a.run(facts) !== b.run(facts) };
  if (!isInteger(a.type))
    throw new ExpressionRefusal(node, `'${op}' compares amounts and counts, not ${name(a.type)}.`);
  const left = a.run as Compiled<Integer>;
  if (b.constant !== undefined) return { type: 'bool', run: ORDER_CONSTANT[op]!(left, b.constant as Integer) };
  return { type: 'bool', run: ORDER[op]!(left, b.run as Compiled<Integer>) };
}
