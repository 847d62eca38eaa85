import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { arithmetic, comparison } from './expression-operators';
import { type Compiled, ExpressionRefusal, type ExpressionType, isInteger, type Typed } from './expression-types';
import { factNamed, factSlotOf } from './facts';
import type { ScenarioParameter } from './scenario';

/** Bounds of one expression: its work is at most its number of nodes. */
export const EXPRESSION_LIMITS = { characters: 1_000, nodes: 150, depth: 12, listElements: 50 } as const;

/** The parser only: types and functions are this folder's. */
const PARSER = new Environment({
  unlistedVariablesAreDyn: true,
  limits: {
    maxAstNodes: EXPRESSION_LIMITS.nodes,
    maxDepth: EXPRESSION_LIMITS.depth,
    maxListElements: EXPRESSION_LIMITS.listElements,
    maxMapEntries: 0,
    maxCallArguments: 2,
  },
});

/** A condition as a function, and the facts that it reads. */
export interface CompiledExpression {
  run: Compiled<boolean>;
  /** Slots without which the condition cannot be evaluated. */
  requires: number[];
  /** Slots that it also reads, where `has` has found them. */
  optional: number[];
}

type Parameters = Readonly<Record<string, ScenarioParameter>>;

const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);
const ARITHMETIC = new Set(['+', '-', '*', '/', '%']);

/**
 * Compiles one condition: parsed as CEL, checked against the table of facts, turned into closures. Loops, macros,
 * regular expressions, fractions and unknown functions are refused, so the work is bounded by the length.
 * @throws ExpressionRefusal with the position and the reason
 */
export function compileExpression(text: string, parameters: Parameters): CompiledExpression {
  if (text.length > EXPRESSION_LIMITS.characters)
    throw new ExpressionRefusal(
      { start: EXPRESSION_LIMITS.characters, end: text.length },
      `A condition has at most ${EXPRESSION_LIMITS.characters} characters; split it into several.`,
    );
  const compiler = new Compiler(parameters);
  const { type, run } = compiler.compile(parse(text), new Set());
  if (type !== 'bool')
    throw new ExpressionRefusal({ start: 0, end: text.length }, `A condition is true or false, not ${type}.`);
  const optional = [...compiler.optional].filter((slot) => !compiler.required.has(slot));
  return { run: run as Compiled<boolean>, requires: [...compiler.required], optional };
}

function parse(text: string): ASTNode {
  try {
    return PARSER.parse(text).ast;
  } catch (error) {
    const { range, summary, message } = error as { range?: { start: number; end: number }; summary?: string } & Error;
    throw new ExpressionRefusal(range ?? { start: 0, end: text.length }, `${summary ?? message}.`.replace('..', '.'));
  }
}

type Guarded = ReadonlySet<number>;

/** Compiles the nodes of one expression and collects the facts that it reads. */
class Compiler {
  readonly required = new Set<number>();
  readonly optional = new Set<number>();

  constructor(private readonly parameters: Parameters) {}

  /** @param guarded facts that `has` has found before this node is reached */
  compile(node: ASTNode, guarded: Guarded): Typed {
    const { op } = node;
    if (op === 'value') return literal(node);
    if (op === '.') return this.named(node, guarded);
    if (op === '&&') return this.both(node, node.args, guarded);
    if (op === '||') return this.either(node, node.args, guarded);
    if (op === '!_') return this.negation(node.args, guarded);
    if (op === '-_')
      return arithmetic(node, '-', { type: 'number', run: () => 0, constant: 0 }, this.compile(node.args, guarded));
    if (op === '?:') return this.choice(node, node.args, guarded);
    if (op === 'in') return this.membership(node, node.args, guarded);
    if (op === 'list') return list(node.args);
    if (op === 'call') return this.call(node, node.args, guarded);
    if (op === 'rcall') return this.method(node, node.args, guarded);
    if (COMPARISONS.has(op) || ARITHMETIC.has(op)) {
      const [a, b] = node.args as [ASTNode, ASTNode];
      const make = COMPARISONS.has(op) ? comparison : arithmetic;
      return make(node, op, this.compile(a, guarded), this.compile(b, guarded));
    }
    if (op === 'id')
      throw new ExpressionRefusal(node, `'${node.args}' is no fact; write group.fact or parameter.name.`);
    throw new ExpressionRefusal(node, `'${op}' is not part of this language.`);
  }

  private bool(node: ASTNode, guarded: Guarded): Compiled<boolean> {
    const { type, run } = this.compile(node, guarded);
    if (type !== 'bool') throw new ExpressionRefusal(node, `This part must be true or false, not ${type}.`);
    return run as Compiled<boolean>;
  }

  private text(node: ASTNode, guarded: Guarded): Compiled<string> {
    const { type, run } = this.compile(node, guarded);
    if (type !== 'string') throw new ExpressionRefusal(node, `This part must be a text, not ${type}.`);
    return run as Compiled<string>;
  }

  private both(_node: ASTNode, [a, b]: [ASTNode, ASTNode], guarded: Guarded): Typed {
    const left = this.bool(a, guarded);
    const right = this.bool(b, new Set([...guarded, ...foundBy(a)]));
    return { type: 'bool', run: (facts) => left(facts) && right(facts) };
  }

  private either(_node: ASTNode, [a, b]: [ASTNode, ASTNode], guarded: Guarded): Typed {
    const left = this.bool(a, guarded);
    const right = this.bool(b, a.op === '!_' ? new Set([...guarded, ...foundBy(a.args)]) : guarded);
    return { type: 'bool', run: (facts) => left(facts) || right(facts) };
  }

  private negation(operand: ASTNode, guarded: Guarded): Typed {
    const run = this.bool(operand, guarded);
    return { type: 'bool', run: (facts) => !run(facts) };
  }

  private choice(node: ASTNode, [test, yes, no]: [ASTNode, ASTNode, ASTNode], guarded: Guarded): Typed {
    const condition = this.bool(test, guarded);
    const a = this.compile(yes, new Set([...guarded, ...foundBy(test)]));
    const b = this.compile(no, guarded);
    const type = commonType(a.type, b.type);
    if (!type) throw new ExpressionRefusal(node, `Both results need one type, not ${a.type} and ${b.type}.`);
    return { type, run: (facts) => (condition(facts) ? a.run(facts) : b.run(facts)) };
  }

  private membership(node: ASTNode, [item, container]: [ASTNode, ASTNode], guarded: Guarded): Typed {
    const element = this.text(item, guarded);
    const { type, constant } = this.compile(container, guarded);
    if (type !== 'strings') throw new ExpressionRefusal(node, `'in' needs a list of texts on its right, not ${type}.`);
    const values = new Set(constant as string[]);
    return { type: 'bool', run: (facts) => values.has(element(facts)) };
  }

  private call(node: ASTNode, [name, args]: [string, ASTNode[]], guarded: Guarded): Typed {
    const [first, second] = args;
    if (name === 'has' && args.length === 1 && first) {
      const slot = this.slot(first);
      this.optional.add(slot);
      return { type: 'bool', run: (facts) => facts[slot] !== undefined };
    }
    if (name === 'containsAny' && args.length === 2 && first && second) {
      const text = this.text(first, guarded);
      const { type, constant } = this.compile(second, guarded);
      if (type !== 'strings') throw new ExpressionRefusal(second, `containsAny needs a list of texts, not ${type}.`);
      const words = constant as string[];
      return { type: 'bool', run: (facts) => includesAny(text(facts), words) };
    }
    throw new ExpressionRefusal(node, `There is no function ${name} with ${args.length} arguments.`);
  }

  private method(node: ASTNode, [name, receiver, args]: [string, ASTNode, ASTNode[]], guarded: Guarded): Typed {
    const [argument] = args;
    // An own property: every object answers to `constructor` and `valueOf`.
    const method = Object.hasOwn(TEXT_METHODS, name) ? TEXT_METHODS[name] : undefined;
    if (!method || args.length !== 1 || !argument)
      throw new ExpressionRefusal(node, `There is no method ${name} with ${args.length} arguments.`);
    const text = this.text(receiver, guarded);
    const part = this.compile(argument, guarded);
    if (typeof part.constant !== 'string')
      throw new ExpressionRefusal(argument, `${name} needs a text that is written out or a parameter.`);
    return { type: 'bool', run: method(text, part.constant) };
  }

  private named(node: ASTNode, guarded: Guarded): Typed {
    const [group, field] = pathOf(node);
    if (group === 'parameter') return this.parameter(node, field);
    const slot = this.slot(node);
    if (guarded.has(slot)) this.optional.add(slot);
    else this.required.add(slot);
    return { type: factNamed(`${group}.${field}`)!.type, run: (facts) => facts[slot] };
  }

  private slot(node: ASTNode): number {
    const [group, field] = pathOf(node);
    const slot = factSlotOf(`${group}.${field}`);
    if (slot === undefined) throw new ExpressionRefusal(node, `There is no fact ${group}.${field}.`);
    return slot;
  }

  private parameter(node: ASTNode, field: string): Typed {
    const parameter = Object.hasOwn(this.parameters, field) ? this.parameters[field] : undefined;
    if (!parameter) throw new ExpressionRefusal(node, `The scenario has no parameter ${field}.`);
    const { type, value } = parameter;
    return { type, run: () => value, constant: value };
  }
}

const TEXT_METHODS: Record<string, (text: Compiled<string>, part: string) => Compiled<boolean>> = {
  contains: (text, part) => (facts) => text(facts).includes(part),
  startsWith: (text, part) => (facts) => text(facts).startsWith(part),
  endsWith: (text, part) => (facts) => text(facts).endsWith(part),
};

function includesAny(text: string, words: string[]): boolean {
  for (const word of words) if (text.includes(word)) return true;
  return false;
}

function commonType(a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  if (a === b) return a;
  if (!isInteger(a) || !isInteger(b)) return undefined;
  return a === 'number' ? b : b === 'number' ? a : undefined;
}

/** Facts that are there when the node is true: those of `has` in a conjunction. */
function foundBy(node: ASTNode): number[] {
  if (node.op === '&&') return node.args.flatMap(foundBy);
  if (node.op !== 'call' || node.args[0] !== 'has') return [];
  const [argument] = node.args[1];
  const slot = argument ? factSlotOf(pathOf(argument).join('.')) : undefined;
  return slot === undefined ? [] : [slot];
}

function pathOf(node: ASTNode): [string, string] {
  if (node.op !== '.' || node.args[0].op !== 'id')
    throw new ExpressionRefusal(node, 'A fact is written group.fact, such as movement.amountKobo.');
  return [node.args[0].args, node.args[1]];
}

function literal(node: ASTNode): Typed {
  const value = node.args as unknown;
  if (typeof value === 'boolean') return { type: 'bool', run: () => value, constant: value };
  if (typeof value === 'string') return { type: 'string', run: () => value, constant: value };
  if (typeof value !== 'bigint')
    throw new ExpressionRefusal(node, 'Write whole numbers, texts, true or false: amounts are whole kobo.');
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new ExpressionRefusal(node, 'This number is too large for an amount.');
  return { type: 'number', run: () => number, constant: number };
}

function list(items: ASTNode[]): Typed {
  const values = items.map((item) => {
    if (item.op !== 'value' || typeof item.args !== 'string')
      throw new ExpressionRefusal(item, 'A list holds texts that are written out.');
    return item.args;
  });
  return { type: 'strings', run: () => values, constant: values };
}
