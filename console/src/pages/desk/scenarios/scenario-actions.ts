import { action } from '../../../form/action';
import { figuresForm, figuresOf, withFigures } from './scenario-definition';
import { definitionOf, type Scenario, workVersion } from './scenario-words';

const path = ({ code }: Scenario) => ({ scenarioCode: code });
const version = ({ version: read }: Scenario): string => read;
const BEGINS_DRAFT =
  'The versions in use stay as they are: the draft is changed, or a new one begins. A draft has no effect.';

export const CREATE = action<undefined>()({
  operation: 'createAmlScenario',
  title: 'New scenario',
  fields: ['code', 'definition'],
  initial: () => ({ definition: EMPTY_DEFINITION }),
  consequence: () => 'The code of the definition is the same as the code above. A draft has no effect.',
  opens: ({ code }) => `/aml/scenarios/${code}`,
  done: 'The draft has been kept.',
});

/** A definition to begin with, which fires on any outflow above an amount. */
const EMPTY_DEFINITION = {
  schema: 1,
  code: 'large-outflow',
  publicName: 'Review of a payment',
  title: 'A large payment',
  description: 'A payment above an amount.',
  speed: 'lock',
  appliesTo: { directions: ['outflow'] },
  parameters: {
    minimumKobo: { type: 'kobo', title: 'Least amount', value: 100_000_000, minimum: 100, maximum: 1_000_000_000_000 },
  },
  conditions: [
    {
      name: 'amount',
      when: 'movement.amountKobo >= parameter.minimumKobo',
      points: 60,
      words: '{movement.amountKobo} left, at least {parameter.minimumKobo}.',
    },
  ],
  firesAt: 60,
  action: 'alert',
};

/** Changes the figures of the draft; conditions stay. */
export const CHANGE_FIGURES = action<Scenario>()({
  operation: 'changeAmlScenario',
  name: 'changeFigures',
  title: 'Change the figures',
  path,
  version,
  form: (scenario) => figuresForm(definitionOf(workVersion(scenario)), scenario.speed),
  initial: (scenario) => figuresOf(definitionOf(workVersion(scenario))),
  body: (values, scenario) => ({ definition: withFigures(definitionOf(workVersion(scenario)), values) }),
  consequence: () => BEGINS_DRAFT,
  done: 'The draft has been changed.',
});

const CHANGE_DEFINITION = action<Scenario>()({
  operation: 'changeAmlScenario',
  title: 'Change the definition',
  path,
  version,
  initial: (scenario) => ({ definition: definitionOf(workVersion(scenario)) }),
  consequence: () => BEGINS_DRAFT,
  done: 'The draft has been changed.',
});

export const RUN_SHADOW = action<Scenario>()({
  operation: 'runAmlScenarioShadow',
  title: 'Run in shadow',
  path,
  isFor: ({ draftVersion }) => draftVersion !== null,
  consequence: ({ draftVersion, shadowVersion }) =>
    `Version ${draftVersion} sees every movement from now on. It stops nothing and raises no alert; its verdicts are kept.` +
    (shadowVersion === null ? '' : ` It takes the place of version ${shadowVersion}.`),
  done: 'The scenario runs in shadow.',
});

/** Puts the shadow or the draft live, after a second person. */
export const GO_LIVE = action<Scenario>()({
  operation: 'activateAmlScenario',
  title: 'Put live',
  path,
  isFor: ({ draftVersion, shadowVersion }) => draftVersion !== null || shadowVersion !== null,
  initial: ({ draftVersion, shadowVersion }) => ({ version: shadowVersion ?? draftVersion }),
  choices: {
    version: ({ versions }) =>
      versions
        .filter(({ state }) => state === 'draft' || state === 'shadow')
        .map(({ version: number, state }) => ({ value: String(number), text: `${number} (${state})` })),
  },
  consequence: ({ liveVersion }) =>
    `A second person compares the definitions and decides. Then it raises alerts, and holds movements where its action says so.${
      liveVersion === null ? '' : ` It replaces version ${liveVersion}.`
    }`,
  done: 'The scenario is live.',
});

const END_SHADOW = action<Scenario>()({
  operation: 'endAmlScenarioShadow',
  title: 'End the shadow',
  path,
  isFor: ({ shadowVersion }) => shadowVersion !== null,
  consequence: () => 'It sees no further movement. Its verdicts stay. Without a draft, a copy of it becomes one.',
  done: 'The shadow has ended.',
});

const RETIRE = action<Scenario>()({
  operation: 'endAmlScenario',
  title: 'Retire the live version',
  isDanger: true,
  path,
  isFor: ({ liveVersion }) => liveVersion !== null,
  consequence: () =>
    'A second person decides. Then the scenario raises no alert and holds nothing. Alerts and holds that it made stay.',
  done: 'The scenario is retired.',
});

export const TRY_ON_HISTORY = action<Scenario>()({
  operation: 'runAmlScenarioBacktest',
  title: 'Try on past movements',
  path,
  initial: (scenario) => ({ version: workVersion(scenario)?.version, days: 30 }),
  choices: {
    version: ({ versions }) =>
      versions.map(({ version: number, state }) => ({ value: String(number), text: `${number} (${state})` })),
  },
  consequence: () => 'Runs in the background, on movements that were seen while the scenario was in shadow or live.',
  opens: ({ code, id }) => `/aml/scenarios/${code}/trials/${id}`,
  done: 'The trial has begun.',
});

/** The actions on a scenario, in the order of its life. */
export const SCENARIO_ACTIONS = [
  CHANGE_FIGURES,
  CHANGE_DEFINITION,
  TRY_ON_HISTORY,
  RUN_SHADOW,
  END_SHADOW,
  GO_LIVE,
  RETIRE,
];
