import { preparationSteps, type Preparedness, refusalOfClocks, refusalOfConnections } from './preparations';

const BEFORE: Preparedness = {
  database: 'corebank',
  settings: [],
  servingRoleLogsIn: false,
  hasClockOfShards: false,
  hasTriggerOfShards: false,
  shiftedClocks: 0,
  otherConnections: 0,
};

describe('the preparations of a distribution', () => {
  it('are all made on a new database', () => {
    const statements = preparationSteps(BEFORE, 'live-app').flatMap((step) => step.statements);
    expect(statements.slice(0, 3)).toEqual([
      `ALTER DATABASE "corebank" SET citus.propagate_set_commands = 'local'`,
      `ALTER DATABASE "corebank" SET citus.enable_unsafe_triggers = 'on'`,
      'ALTER ROLE "live-app" LOGIN',
    ]);
    expect(statements).toHaveLength(8);
  });

  it('are made once', () => {
    const after = {
      ...BEFORE,
      settings: ['citus.propagate_set_commands=local', 'citus.enable_unsafe_triggers=on'],
      servingRoleLogsIn: true,
      hasClockOfShards: true,
      hasTriggerOfShards: true,
    };
    expect(preparationSteps(after, 'corebank_app')).toEqual([]);
  });

  it('are refused where an institution has a shifted clock', () => {
    expect(refusalOfClocks({ ...BEFORE, shiftedClocks: 2 })).toMatch(/^2 institutions have a shifted clock/);
    expect(refusalOfClocks(BEFORE)).toBeUndefined();
  });

  it('are refused while somebody else is connected', () => {
    expect(refusalOfConnections({ ...BEFORE, otherConnections: 2 })).toMatch(
      /others to this database: 2\. Stop every server/,
    );
    expect(refusalOfConnections(BEFORE)).toBeUndefined();
  });
});
