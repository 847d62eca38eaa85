import { DESK_ACTIONS } from '../../src/admin/queries/list-audit-log';
import { readSource, typeScriptFiles } from '../support/source-tree';

/** The folders of the AML desk, whose rows of the audit log other staff do not see (docs/api/cases.md#audit). */
const DESK = [
  ...['cases', 'nfiu-reports', 'risk-ratings', 'fraud-complaints', 'watch-lists', 'name-screening'],
  'aml/scenario-desk',
];
/** What happened to an account is seen by whoever sees the account. */
const OF_ACCOUNTS = ['account.freeze'];
/** The name of an action, up to the placeholder of a template. */
const ACTION = /(?:action(?::| =)[^;\n]*?|readOf\()['"`]([a-z-]+\.[a-z-]*)/g;

describe('The audit log of the AML desk', () => {
  const actions = DESK.flatMap((folder) => typeScriptFiles(`src/${folder}`))
    .filter((file) => !file.endsWith('.spec.ts'))
    .flatMap((file) => [...readSource(file).matchAll(ACTION)].map((found) => found[1]!));

  it('is hidden from other staff, whatever the action', () => {
    expect(actions.length).toBeGreaterThan(30);
    const shown = actions.filter((action) => !new RegExp(DESK_ACTIONS).test(action));
    expect([...new Set(shown)]).toEqual(OF_ACCOUNTS);
  });
});
