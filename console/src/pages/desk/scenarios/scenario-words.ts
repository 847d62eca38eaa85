import type { Answer, Row } from '../../../api/client';
import { label } from '../../../rules/words';
import type { Definition } from './scenario-definition';

export type Scenario = Answer<'getAmlScenario'>;
export type ScenarioVersion = Scenario['versions'][number];
export type Verdict = Row<'listAmlScenarioVerdicts'>;

const ACTIONS: Record<string, string> = {
  score: 'Counts in groups only',
  alert: 'Raises an alert',
  freeze: 'Raises an alert and freezes the account',
  'require-approval': 'Asks for approval of the movement',
  hold: 'Holds the movement',
  'hold-and-freeze': 'Holds the movement and freezes the account',
};

/** The effect of a scenario when it fires. */
export function actionText(action: string | null | undefined): string {
  return action ? (ACTIONS[action] ?? label(action)) : 'Nothing';
}

/** When a scenario decides. */
export function speedText({ speed }: Pick<Scenario, 'speed'>): string {
  return speed === 'lock' ? 'With the movement' : 'Seconds after the movement';
}

/** Versions in use or in work: `live 2, draft 3`. */
export function statesOf({
  draftVersion,
  shadowVersion,
  liveVersion,
}: Pick<Scenario, 'draftVersion' | 'shadowVersion' | 'liveVersion'>): { status: string; text: string }[] {
  const states = [
    ['live', liveVersion],
    ['shadow', shadowVersion],
    ['draft', draftVersion],
  ] as const;
  return states.flatMap(([status, version]) =>
    version === null ? [] : [{ status, text: `${label(status)} ${version}` }],
  );
}

/** The version that a page shows first: the one in work, else the newest. */
export function workVersion(scenario: Pick<Scenario, 'draftVersion' | 'versions'>): ScenarioVersion | undefined {
  return scenario.versions.find(({ version }) => version === scenario.draftVersion) ?? scenario.versions[0];
}

/** The definition of a version. */
export function definitionOf(version: Pick<ScenarioVersion, 'definition'> | undefined): Definition {
  return version?.definition ?? {};
}

/** A scenario's page; a group has none of its own. */
export function verdictSource(code: string): { text: string; address: string } {
  const group = /^group:(.*)$/.exec(code)?.[1];
  return group
    ? { text: `Group ${group}`, address: '/aml/scenario-groups' }
    : { text: code, address: `/aml/scenarios/${code}` };
}
