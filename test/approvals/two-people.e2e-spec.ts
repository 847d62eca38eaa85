import { readFileSync } from 'node:fs';
import path from 'node:path';
import { approvalsPermissions } from '../../src/approvals/approvals.permissions';
import { ChangeKinds } from '../../src/institutions/changes/change-kinds';
import { PermissionCatalogue } from '../../src/institutions/staff/permission-catalogue';
import { DECIDES_STAFF_CHANGES } from '../../src/institutions/staff/staff-rights';
import { TestApp } from '../support/app';

/** The rows of the table below a heading, without the code marks. */
function tableBelow(heading: string, markdown: string): string[][] {
  const section = markdown.slice(markdown.indexOf(`\n${heading}\n`) + heading.length + 1).split('\n## ')[0]!;
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

describe('changes that need two people', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.close());

  it('are the same in the program and in docs/security.md', () => {
    const page = readFileSync(path.join(__dirname, '../../docs/security.md'), 'utf8');
    const documented = tableBelow('## Changes that need two people', page);
    const kinds = app.app.get(ChangeKinds, { strict: false }).list();
    expect(documented).toStrictEqual(kinds.map(({ operation, covers, permission }) => [operation, covers, permission]));
    expect(kinds.length).toBeGreaterThan(7);
  });

  it('are decided with permissions that exist', () => {
    const known = app.app.get(PermissionCatalogue, { strict: false });
    const named = app.app
      .get(ChangeKinds, { strict: false })
      .list()
      .map(({ permission }) => permission);
    expect([...named, ...DECIDES_STAFF_CHANGES].filter((permission) => !known.isKnown(permission))).toStrictEqual([]);
    expect(DECIDES_STAFF_CHANGES).toContain(approvalsPermissions.viewApprovals);
  });
});
