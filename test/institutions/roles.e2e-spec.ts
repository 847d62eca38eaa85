import { readFileSync } from 'node:fs';
import type { Response } from 'supertest';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';

describe('roles', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
  });
  afterAll(() => app.close());

  const create = (body: object): Promise<Response> => app.approved(app.post('/api/admin/v1/roles', body, { token }));
  const update = (name: string, body: object, as = token): Promise<Response> =>
    app.approved(app.patch(`/api/admin/v1/roles/${encodeURIComponent(name)}`, body, { token: as }));

  it('lists the permissions of the whole program', async () => {
    const { body } = await app.get('/api/admin/v1/permissions', {}, { token });
    const names = body.data.data.map(({ name }: { name: string }) => name);
    expect(names).toStrictEqual([...names].sort());
    expect(body.data.recordCount).toBe(names.length);
    for (const name of [
      'approve-aml-held-transactions',
      'manage-api-clients',
      'view-audit-log',
      'manage-configuration',
    ])
      expect(names).toContain(name);
    const page = readFileSync('docs/api/authentication.md', 'utf8');
    expect(names.filter((name: string) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('tells the group and title of each permission, and whether it is sensitive', async () => {
    const { body } = await app.get('/api/admin/v1/permissions', {}, { token });
    expect(body.data.data).toContainEqual({
      name: 'manage-api-clients',
      group: 'API clients',
      title: 'Manage API clients',
      isSensitive: true,
    });
    expect(body.data.data).toContainEqual(expect.objectContaining({ name: 'view-customers', isSensitive: false }));
    expect(body.data.data).toContainEqual(expect.objectContaining({ name: 'approve-loans', isSensitive: true }));
  });

  it('creates, updates and lists a role', async () => {
    const created = await create({
      name: 'Branch Auditor',
      permissions: ['view-staff', 'view-audit-log', 'view-staff'],
    });
    const role = {
      version: expect.any(String) as unknown,
      id: expect.any(Number),
      name: 'Branch Auditor',
      description: null,
      permissions: ['view-audit-log', 'view-staff'],
    };
    expect([created.status, created.body.data]).toStrictEqual([200, role]);
    const changed = await update('Branch Auditor', { description: 'Looks', permissions: ['view-branches'] });
    expect(changed.body.data).toStrictEqual({ ...role, description: 'Looks', permissions: ['view-branches'] });
    const listed = await app.get('/api/admin/v1/roles', { Name: 'Branch Auditor' }, { token });
    expect(listed.body.data).toMatchObject({ recordCount: 1, data: [{ permissions: ['view-branches'] }] });
    const all = (await app.get('/api/admin/v1/roles', {}, { token })).body.data.data.map(
      ({ name }: { name: string }) => name,
    );
    // Whether capitals come first is the database's choice.
    expect([...all].sort()).toStrictEqual(['AML officer', 'Administrator', 'Branch Auditor', 'Checker', 'Maker']);
    expect(all.slice(2)).toStrictEqual(['Branch Auditor', 'Checker', 'Maker']);
  });

  it('refuses unknown permissions, used names and unknown roles', async () => {
    const code = ({ body }: Response): string => body.data.statusCode;
    expect(code(await create({ name: 'Wizard', permissions: ['view-staff', 'do-magic'] }))).toBe('UNKNOWN_PERMISSION');
    expect(code(await create({ name: 'Wizard', permissions: ['any-staff'] }))).toBe('UNKNOWN_PERMISSION');
    expect(code(await update('Maker', { permissions: ['do-magic'] }))).toBe('UNKNOWN_PERMISSION');
    expect(code(await create({ name: 'Maker', permissions: [] }))).toBe('ROLE_NAME_TAKEN');
    expect(code(await update('Wizard', { description: 'x' }))).toBe('ROLE_NOT_FOUND');
    for (const body of [
      { permissions: [] },
      { name: ' Wizard', permissions: [] },
      { name: 'Wizard' },
      { name: 'Wizard', permissions: 'view-staff' },
    ])
      expect(code(await create(body))).toBe('VALIDATION_FAILED');
  });

  it('refuses a change of a role that the caller holds', async () => {
    const more = { permissions: ['approve-aml-held-transactions', 'manage-roles'] };
    for (const body of [more, { permissions: [] }]) {
      const refused = await update('Administrator', body);
      expect([refused.status, refused.body.data.statusCode]).toEqual([403, 'OWN_ROLE']);
    }
    const described = await update('Administrator', { description: 'Keeps the house' });
    expect(described.body.data).toMatchObject({
      description: 'Keeps the house',
      permissions: expect.arrayContaining(['manage-roles']),
    });
    const outsider = await hire(app, 'STF900', ['manage-roles']);
    const changed = await update('Administrator', { permissions: ['view-staff'] }, outsider.token);
    expect([changed.status, changed.body.data.permissions]).toEqual([200, ['view-staff']]);
  });
});
