import { compileScenario } from './compile-scenario';
import { type ScenarioDefinition, type ScenarioIssue, ScenarioRefusal } from './scenario';
import { groupIssues } from './scenario-check';

const SCENARIO: ScenarioDefinition = {
  schema: 1,
  code: 'large-night',
  publicName: 'Review',
  title: 'Large at night',
  description: 'A large movement at night.',
  speed: 'lock',
  appliesTo: { directions: ['outflow'], channels: ['transfer'], minimumKobo: 1_000_00 },
  parameters: { amountKobo: { type: 'kobo', title: 'Least amount', value: 500_00, minimum: 1, maximum: 1_000_00 } },
  conditions: [
    { name: 'large', when: 'movement.amountKobo >= parameter.amountKobo', points: 60, words: '{movement.amountKobo}.' },
  ],
  firesAt: 60,
  action: 'hold',
};

function issuesOf(value: unknown): ScenarioIssue[] {
  try {
    compileScenario(value, 1);
    return [];
  } catch (error) {
    if (error instanceof ScenarioRefusal) return error.issues;
    throw error;
  }
}

const [condition] = SCENARIO.conditions;

describe('compileScenario', () => {
  it('takes a whole scenario', () => {
    expect(issuesOf(SCENARIO)).toEqual([]);
  });

  it.each<[string, unknown, string, string]>([
    ['a text', 'scenario', '', 'must be an object.'],
    ['another schema', { ...SCENARIO, schema: 2 }, 'schema', 'must be 1.'],
    ['an unknown field', { ...SCENARIO, eval: 'x' }, 'eval', 'is no field'],
    ['no public name', { ...SCENARIO, publicName: ' ' }, 'publicName', 'must be a text of 1 to 100 characters.'],
    ['a code with spaces', { ...SCENARIO, code: 'Large night' }, 'code', 'small letters'],
    ['an unknown action', { ...SCENARIO, action: 'delete' }, 'action', 'must be one of'],
    ['no condition', { ...SCENARIO, conditions: [] }, 'conditions', 'must be a list of 1 to 12 items.'],
    ['an unreachable figure', { ...SCENARIO, firesAt: 61 }, 'firesAt', 'cannot be reached'],
    ['a hold that runs behind', { ...SCENARIO, speed: 'behind' }, 'action', 'cannot hold'],
    ['a freeze under the lock', { ...SCENARIO, action: 'freeze' }, 'action', 'hold-and-freeze'],
    [
      'an unknown channel',
      { ...SCENARIO, appliesTo: { channels: ['fax'] } },
      'appliesTo.channels[0]',
      'must be one of',
    ],
    [
      'an amount with kobo after the point',
      { ...SCENARIO, appliesTo: { minimumKobo: 1.5 } },
      'appliesTo.minimumKobo',
      'whole',
    ],
    [
      'a parameter above its maximum',
      { ...SCENARIO, parameters: { amountKobo: { ...SCENARIO.parameters['amountKobo']!, value: 1_000_01 } } },
      'parameters.amountKobo.value',
      'must be a whole number from 1 to 100000.',
    ],
    [
      'a condition twice',
      { ...SCENARIO, conditions: [condition, condition] },
      'conditions[1].name',
      'is used twice: large.',
    ],
  ])('refuses %s with its place', (_title, value, path, reason) => {
    const issue = issuesOf(value).find((candidate) => candidate.path === path);
    expect(issue?.reason).toContain(reason);
  });

  it('names the position inside an expression and inside a sentence, all at once', () => {
    const conditions = [
      { ...condition, when: 'movement.amountKobo >= parameter.limit' },
      { ...condition, name: 'other', when: 'behind.dayCount > 3', words: 'Seen {movement.colour}.' },
    ];
    expect(issuesOf({ ...SCENARIO, conditions })).toEqual([
      { path: 'conditions[0].when', start: 23, end: 38, reason: 'The scenario has no parameter limit.' },
      { path: 'conditions[1].words', start: 5, end: 22, reason: '{movement.colour} names no fact and no parameter.' },
      {
        path: 'conditions[1].when',
        reason: 'behind.dayCount is known only behind the movement; set the speed to behind.',
      },
    ]);
  });
});

describe('groupIssues', () => {
  const group = {
    schema: 1,
    code: 'mule',
    publicName: 'Review',
    title: 'Mule',
    members: [{ scenario: 'large-night', weightPercent: 100 }],
    alertAt: 50,
    holdAt: 80,
  };

  it('takes a whole group', () => {
    expect(groupIssues(group, ['large-night'])).toEqual([]);
  });

  it('takes points that all members together just reach', () => {
    expect(groupIssues({ ...group, alertAt: 100, holdAt: 100 }, ['large-night'])).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a member that does not exist', { members: [{ scenario: 'other', weightPercent: 100 }] }, 'members[0].scenario'],
    ['a hold below the alert', { holdAt: 40 }, 'holdAt'],
    ['no member', { members: [] }, 'members'],
    ['an alert above the reach of all members', { alertAt: 101, holdAt: undefined }, 'alertAt'],
    ['a hold above the reach of all members', { holdAt: 101 }, 'holdAt'],
    [
      'a member twice, of which only the first would count',
      {
        members: [
          { scenario: 'large-night', weightPercent: 100 },
          { scenario: 'large-night', weightPercent: 50 },
        ],
      },
      'members[1].scenario',
    ],
  ])('refuses %s', (_title, change, path) => {
    expect(groupIssues({ ...group, ...change }, ['large-night']).map((issue) => issue.path)).toEqual([path]);
  });
});
