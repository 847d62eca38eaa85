import { slotsInWords, wordsIssues } from './condition-words';
import { type CompiledExpression, compileExpression } from './expression';
import { ExpressionRefusal } from './expression-types';
import { FACTS } from './facts';
import {
  type ScenarioCondition,
  type ScenarioDefinition,
  type ScenarioIssue,
  ScenarioRefusal,
  type ScenarioSpeed,
} from './scenario';
import { scenarioIssues } from './scenario-check';

/** One condition, ready to run. */
export interface CompiledCondition extends CompiledExpression {
  condition: ScenarioCondition;
}

/** A scenario, ready to run: it holds no state and may be shared. */
export interface CompiledScenario {
  definition: ScenarioDefinition;
  /** The stored version that was compiled, kept with every verdict. */
  version: number;
  /** Required conditions first, so that most movements are answered by the first of them. */
  conditions: CompiledCondition[];
  /** Slots without which the scenario is not evaluated. */
  requires: number[];
  /** All slots that conditions and their sentences read. */
  reads: number[];
}

/**
 * Compiles a scenario at its activation.
 * @param value the scenario as JSON
 * @param version its stored version
 * @throws ScenarioRefusal with every reason and its position
 */
export function compileScenario(value: unknown, version: number): CompiledScenario {
  const shape = scenarioIssues(value);
  if (shape.length > 0) throw new ScenarioRefusal(shape);
  const definition = value as ScenarioDefinition;
  const { parameters } = definition;
  const issues: ScenarioIssue[] = [];
  const conditions: CompiledCondition[] = [];
  definition.conditions.forEach((condition, index) => {
    const path = `conditions[${index}]`;
    issues.push(...wordsIssues(condition.words, parameters, `${path}.words`));
    try {
      const compiled = compileExpression(condition.when, parameters);
      issues.push(...speedIssues(compiled, definition.speed, `${path}.when`));
      conditions.push({ ...compiled, condition });
    } catch (error) {
      if (!(error instanceof ExpressionRefusal)) throw error;
      issues.push({ path: `${path}.when`, start: error.node.start, end: error.node.end, reason: error.message });
    }
  });
  if (issues.length > 0) throw new ScenarioRefusal(issues);
  return assemble(definition, version, conditions);
}

function assemble(definition: ScenarioDefinition, version: number, conditions: CompiledCondition[]): CompiledScenario {
  const isRequired = ({ condition }: CompiledCondition): boolean => condition.required !== false;
  return {
    definition,
    version,
    conditions: [...conditions.filter(isRequired), ...conditions.filter((condition) => !isRequired(condition))],
    requires: [...new Set(conditions.flatMap(({ requires }) => requires))],
    reads: [
      ...new Set(
        conditions.flatMap(({ requires, optional, condition }) => [
          ...requires,
          ...optional,
          ...slotsInWords(condition.words),
        ]),
      ),
    ],
  };
}

/** A scenario under the lock cannot wait for facts that are known seconds later. */
function speedIssues(compiled: CompiledExpression, speed: ScenarioSpeed, path: string): ScenarioIssue[] {
  if (speed === 'behind') return [];
  return [...compiled.requires, ...compiled.optional]
    .map((slot) => FACTS[slot]!)
    .filter(({ group }) => group === 'behind')
    .map(({ name }) => ({ path, reason: `${name} is known only behind the movement; set the speed to behind.` }));
}
