import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { compileExpression, EXPRESSION_LIMITS } from './expression';
import { ExpressionRefusal } from './expression-types';
import type { FactValues } from './fact-types';
import type { FactValue } from './fact-values';
import { FACTS, factSlotOf } from './facts';
import type { ScenarioParameter } from './scenario';
import { integerOf } from './scenario-movement';

const PARAMETERS: Record<string, ScenarioParameter> = {
  percent: { type: 'int', title: 'Percent', value: 85 },
  amountKobo: { type: 'kobo', title: 'Amount', value: 1_000_00 },
  words: { type: 'strings', title: 'Words', value: ['bitcoin', 'usdt'] },
};

function factsOf(values: Record<string, FactValue>): FactValues {
  const facts: FactValues = new Array<FactValue | undefined>(FACTS.length).fill(undefined);
  for (const [name, value] of Object.entries(values)) facts[factSlotOf(name)!] = value;
  return facts;
}

const run = (text: string, values: Record<string, FactValue> = {}): boolean =>
  compileExpression(text, PARAMETERS).run(factsOf(values));

function refusalOf(text: string): { start: number; end: number; reason: string } {
  try {
    compileExpression(text, PARAMETERS);
  } catch (error) {
    if (error instanceof ExpressionRefusal)
      return { start: error.node.start, end: error.node.end, reason: error.message };
    throw error;
  }
  throw new Error(`${text} was not refused.`);
}

describe('a condition', () => {
  it.each([
    ['movement.amountKobo >= parameter.amountKobo', { 'movement.amountKobo': 1_000_00 }, true],
    ['movement.amountKobo >= parameter.amountKobo', { 'movement.amountKobo': 999_99 }, false],
    ['movement.channel in ["cash", "pos"]', { 'movement.channel': 'pos' }, true],
    ['movement.channel in ["cash", "pos"]', { 'movement.channel': 'card' }, false],
    ['containsAny(movement.narration, parameter.words)', { 'movement.narration': 'sale of usdt' }, true],
    ['containsAny(movement.narration, parameter.words)', { 'movement.narration': 'sale of shoes' }, false],
    ['movement.narration.startsWith("sale")', { 'movement.narration': 'sale of shoes' }, true],
    [
      'movement.isNight && !movement.isRoundAmount',
      { 'movement.isNight': true, 'movement.isRoundAmount': false },
      true,
    ],
    ['movement.hour / 2 == 5 && movement.hour % 2 == 1', { 'movement.hour': 11 }, true],
    ['customer.type == "Individual" ? movement.hour > 5 : movement.hour > 9', cased('Individual', 6), true],
    ['customer.type == "Individual" ? movement.hour > 5 : movement.hour > 9', cased('Corporate', 6), false],
    ['account.balanceBeforeKobo >= -5', { 'account.balanceBeforeKobo': -6 }, false],
    ['true || movement.isNight', { 'movement.isNight': false }, true],
  ])('%s over %j is %s', (text, values, expected) => {
    expect(run(text, values)).toBe(expected);
  });

  it('compares products of amounts beyond the safe integers to the kobo', () => {
    const text = 'window.outflowKobo24h * 100 >= window.inflowKobo24h * parameter.percent';
    const inflow = 9_007_199_254_740_980;
    const edge = (inflow / 100) * 85;
    expect(run(text, { 'window.inflowKobo24h': inflow, 'window.outflowKobo24h': Math.ceil(edge) })).toBe(true);
    expect(run(text, { 'window.inflowKobo24h': inflow, 'window.outflowKobo24h': Math.ceil(edge) - 1 })).toBe(false);
  });

  it('agrees with the library’s own interpreter on every sum, product and comparison', () => {
    const environment = new Environment({ unlistedVariablesAreDyn: true });
    const amount = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
    const text = 'window.inflowKobo24h * 3 - window.outflowKobo24h >= window.inflowKobo7d + window.outflowKobo7d * 7';
    const { run: compiled } = compileExpression(text, {});
    const interpreted = environment.parse(text.replaceAll(/window\.(\w+)/g, '$1').replaceAll(/\b(\d)\b/g, '$1'));
    fc.assert(
      fc.property(amount, amount, amount, amount, (inflowKobo24h, outflowKobo24h, inflowKobo7d, outflowKobo7d) => {
        const values = { inflowKobo24h, outflowKobo24h, inflowKobo7d, outflowKobo7d };
        const small = Object.values(values).every((value) => value > -(2n ** 55n) && value < 2n ** 55n);
        const exact = inflowKobo24h * 3n - outflowKobo24h >= inflowKobo7d + outflowKobo7d * 7n;
        const named = Object.entries(values).map(([name, value]) => [`window.${name}`, integerOf(value)]);
        expect(compiled(factsOf(Object.fromEntries(named)))).toBe(exact);
        if (small) expect(interpreted(values)).toBe(exact);
      }),
      { numRuns: 300 },
    );
  });

  it('needs the facts that it reads, but not those that has() has found', () => {
    const { requires, optional } = compileExpression('has(customer.isPep) && customer.isPep && movement.isNight', {});
    expect([requires, optional]).toEqual([[factSlotOf('movement.isNight')], [factSlotOf('customer.isPep')]]);
    expect(run('has(customer.isPep) && customer.isPep')).toBe(false);
    expect(run('!has(customer.isPep) || customer.isPep')).toBe(true);
    expect(compileExpression('has(customer.isPep) || customer.isPep', {}).requires).toEqual([
      factSlotOf('customer.isPep'),
    ]);
  });
});

function cased(type: string, hour: number): Record<string, FactValue> {
  return { 'customer.type': type, 'movement.hour': hour };
}

describe('a condition that is refused', () => {
  it.each([
    ['movement.amountKobo >', 21, 21, 'Unexpected token: EOF.'],
    ['movement.amount > 5', 0, 15, 'There is no fact movement.amount.'],
    ['parameter.unknown > 5', 0, 17, 'The scenario has no parameter unknown.'],
    ['parameter.constructor > 5', 0, 21, 'The scenario has no parameter constructor.'],
    ['movement.hour', 0, 13, 'A condition is true or false, not int.'],
    ['movement.hour > 1.5', 16, 19, 'Write whole numbers, texts, true or false: amounts are whole kobo.'],
    ['movement.hour == "5"', 0, 20, "'==' cannot compare int with string."],
    ['movement.amountKobo > movement.hour', 0, 35, "'>' cannot compare kobo with int."],
    ['movement.amountKobo * movement.amountKobo > 5', 0, 41, "'*' does not fit kobo and kobo."],
    [
      'movement.amountKobo / movement.hour > 5',
      0,
      35,
      'Divide by a positive figure only: multiply the other side instead.',
    ],
    ['movement.hour / 0 > 5', 0, 17, 'Divide by a positive figure only: multiply the other side instead.'],
    ['[1, 2].all(x, x > 1)', 0, 20, 'There is no method all with 2 arguments.'],
    ['movement.narration.matches("a+")', 0, 32, 'There is no method matches with 1 arguments.'],
    ['movement.narration.constructor("a")', 0, 35, 'There is no method constructor with 1 arguments.'],
    ['movement.channel in ["cash", movement.endpoint]', 29, 46, 'A list holds texts that are written out.'],
    ['size(movement.narration) > 3', 0, 24, 'There is no function size with 1 arguments.'],
    ['{"a": 1}.a == 1', 0, 15, 'Exceeded maxMapEntries (0).'],
    ['movement.hour > 99999999999999999999', 16, 36, 'This number is too large for an amount.'],
    ['amount > 5', 0, 6, "'amount' is no fact; write group.fact or parameter.name."],
    ['movement.isNight && movement.hour', 20, 33, 'This part must be true or false, not int.'],
    ['"a" > "b"', 0, 9, "'>' compares amounts and counts, not string."],
  ])('%s is refused at %i to %i', (text, start, end, reason) => {
    const refusal = refusalOf(text);
    expect(refusal.reason).toContain(reason.startsWith('Exceeded') || reason.startsWith('This number') ? '' : reason);
    if (!reason.startsWith('Exceeded') && !reason.startsWith('This number'))
      expect([refusal.start, refusal.end]).toEqual([start, end]);
  });

  it('is too long, too deep, has too many parts or too long a list', () => {
    const { characters, nodes, depth, listElements } = EXPRESSION_LIMITS;
    expect(refusalOf('!'.repeat(characters + 1)).reason).toContain(`at most ${characters} characters`);
    expect(refusalOf(`${'('.repeat(depth + 20)}true${')'.repeat(depth + 20)}`).reason).toContain(`maxDepth (${depth})`);
    expect(refusalOf(`${'true && '.repeat(nodes / 2)}true`).reason).toContain(`maxAstNodes (${nodes})`);
    const list = Array.from({ length: listElements + 1 }, () => '"a"').join(', ');
    expect(refusalOf(`movement.channel in [${list}]`).reason).toContain(`maxListElements (${listElements})`);
  });
});
