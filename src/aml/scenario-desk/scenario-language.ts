import { compileScenario } from '../scenarios/compile-scenario';
import {
  type ScenarioDefinition,
  type ScenarioGroupDefinition,
  type ScenarioIssue,
  ScenarioRefusal,
} from '../scenarios/scenario';
import { groupIssues } from '../scenarios/scenario-check';
import { SHIPPED_GROUPS, SHIPPED_SCENARIOS } from '../scenarios/shipped/shipped-scenarios';
import { scenarioErrors } from './scenario.errors';
import type { ScenarioProblemView, ScenarioView } from './scenarios.dto';

export type { ScenarioDefinition } from '../scenarios/scenario';

const BY_CODE: ReadonlyMap<string, ScenarioDefinition> = new Map(
  SHIPPED_SCENARIOS.map((definition) => [definition.code, definition]),
);

/** The scenarios that ship with the program. */
export function shippedDefinitions(): readonly ScenarioDefinition[] {
  return SHIPPED_SCENARIOS;
}

export function shippedDefinition(code: string): ScenarioDefinition | undefined {
  return BY_CODE.get(code);
}

/** The groups that ship with the program. */
export function shippedGroups(): readonly ScenarioGroupDefinition[] {
  return SHIPPED_GROUPS;
}

export function shippedGroup(code: string): ScenarioGroupDefinition | undefined {
  return SHIPPED_GROUPS.find((group) => group.code === code);
}

const problemOf = ({ path, start, reason }: ScenarioIssue): ScenarioProblemView => ({
  position: start === undefined ? path : `${path}:${start}`,
  reason,
});

/** Everything that is wrong with a definition; none for a valid one. */
export function problemsOf(definition: unknown): ScenarioProblemView[] {
  try {
    compileScenario(definition, 1);
    return [];
  } catch (error) {
    if (error instanceof ScenarioRefusal) return error.issues.map(problemOf);
    throw error;
  }
}

/** Everything that is wrong with a group whose members must be among these scenarios. */
export function groupProblemsOf(definition: unknown, codes: readonly string[]): ScenarioProblemView[] {
  return groupIssues(definition, codes).map(problemOf);
}

/** A valid definition under its code. @throws SCENARIO_REFUSED (422) with the position of each problem */
export function readDefinition(definition: object, code: string): ScenarioDefinition {
  const problems = problemsOf(definition);
  if (problems.length === 0 && (definition as ScenarioDefinition).code !== code)
    problems.push({ position: 'code', reason: `The definition must have the code ${code}, under which it is stored.` });
  assertNoProblems(problems);
  return definition as ScenarioDefinition;
}

/** @throws SCENARIO_REFUSED (422) with the position of each problem */
export function assertNoProblems(problems: ScenarioProblemView[]): void {
  const [first] = problems;
  if (first)
    throw scenarioErrors.SCENARIO_REFUSED(
      `The definition is not valid: ${first.position}: ${first.reason}`.slice(0, 500),
      { problems },
    );
}

/** The fields of a definition that lists of scenarios show. */
export function describeDefinition({
  title,
  description,
  publicName,
  speed,
  action,
}: ScenarioDefinition): Pick<ScenarioView, 'title' | 'description' | 'publicName' | 'speed' | 'action'> {
  return { title, description, publicName, speed, action };
}
