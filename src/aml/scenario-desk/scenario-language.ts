import { compileScenario } from '../scenarios/compile-scenario';
import { ENDPOINT_FACTS } from '../scenarios/endpoint-facts';
import {
  type ScenarioDefinition,
  type ScenarioGroupDefinition,
  type ScenarioIssue,
  ScenarioRefusal,
} from '../scenarios/scenario';
import { groupIssues } from '../scenarios/scenario-check';
import { SHIPPED_GROUPS, SHIPPED_SCENARIOS } from '../scenarios/shipped/shipped-scenarios';
import { factsNobodyCarries } from '../scenarios/unsourced-facts';
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
    return operationIssues(compileScenario(definition, 1).definition).map(problemOf);
  } catch (error) {
    if (error instanceof ScenarioRefusal) return error.issues.map(problemOf);
    throw error;
  }
}

/**
 * Operations that do not exist: a scenario for them would never see a movement. A version in use may name one that a
 * later program has no more, so this is asked of what staff write and not of what runs.
 */
function operationIssues({ appliesTo: { endpoints = [] } }: ScenarioDefinition): ScenarioIssue[] {
  return endpoints.flatMap((name, index) => {
    if (Object.hasOwn(ENDPOINT_FACTS, name)) return [];
    const known = Object.keys(ENDPOINT_FACTS).join(', ');
    return [{ path: `appliesTo.endpoints[${index}]`, reason: `${name} is no operation; known are ${known}.` }];
  });
}

/** Facts that no operation carries and without which a valid definition is not evaluated; empty for any other. */
export function missingFactsOf(definition: unknown): string[] {
  try {
    return factsNobodyCarries(compileScenario(definition, 1));
  } catch (error) {
    if (error instanceof ScenarioRefusal) return [];
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
