import type { ASTNode } from '@marcbachmann/cel-js';
import type { FactValues } from './fact-types';
import type { FactType } from './fact-values';

/** A compiled expression: a closure over its parts, called with the values of the facts. */
export type Compiled<T = unknown> = (facts: FactValues) => T;

/** Types of expressions. `number` is a literal, which fits amounts and counts alike. */
export type ExpressionType = FactType | 'number' | 'strings';

/** A part of an expression with its type. */
export interface Typed {
  type: ExpressionType;
  run: Compiled;
  /** The value when it is known already: literals and parameters. */
  constant?: unknown;
}

/** An expression that is refused, with the part that is meant. */
export class ExpressionRefusal extends Error {
  constructor(
    readonly node: Pick<ASTNode, 'start' | 'end'>,
    reason: string,
  ) {
    super(reason);
  }
}

/** True for a type that counts. */
export function isInteger(type: ExpressionType): boolean {
  return type === 'int' || type === 'kobo' || type === 'number';
}
