import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';

const APPROVALS = '/api/admin/v1/approvals';
const SCENARIOS = '/api/admin/v1/aml/scenarios';
const LISTS = '/api/admin/v1/watch-lists';
const GROUPS = '/api/admin/v1/aml/scenario-groups';
const CODE = 'zebra-flows';
const KEY = 'zebra-key-of-the-publisher';
const DESK = ['view-scenarios', 'manage-scenarios', 'view-watch-lists', 'manage-watch-lists', 'view-cases'];

/** What waits for a second person names what the desk looks for, and the keys with which it fetches lists. */
describe('Changes of the AML desk that wait for a second person', () => {
  let app: TestApp;
  let officer: Hired;
  let ordinary: Hired;
  const asked: number[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'DSC001', [...DESK, 'view-approvals', 'view-audit-log']);
    ordinary = await hire(app, 'DSC002', ['view-approvals', 'view-audit-log', 'supervise-approvals']);
    const sent = { token: officer.token };
    const definition = { ...EXAMPLE_DEFINITION, code: CODE };
    dataOf(await app.post(SCENARIOS, { code: CODE, definition }, sent));
    dataOf(await app.post(LISTS, { code: 'zebra-list', name: 'Zebra', kind: 'own', format: 'own-csv' }, sent));
    dataOf(await app.post('/api/admin/v1/aml/scenario-windows/rebuild', {}, sent));
    const group = { ...groupOf('zebra-group'), members: [{ scenario: CODE, weightPercent: 100 }] };
    for (const waiting of [
      await app.post(`${SCENARIOS}/${CODE}/live`, { version: 1 }, sent),
      await app.put(`${LISTS}/zebra-list/source`, { url: `https://lists.example/?key=${KEY}`, everyHours: 24 }, sent),
      await app.put(`${GROUPS}/zebra-group`, { definition: group, active: true }, sent),
    ]) {
      expect(waiting.status).toBe(202);
      asked.push((waiting.body as { data: { approvalId: number } }).data.approvalId);
    }
  });
  afterAll(() => app.close());

  const groupOf = (code: string): object => ({ schema: 1, code, publicName: 'Review', title: 'Zebra', alertAt: 50 });

  it('are shown to the officers of the desk', async () => {
    const { text } = await app.get(APPROVALS, { PageSize: 200 }, { token: officer.token });
    for (const id of asked) expect(text).toContain(`"approvalId":${id},`);
    const log = await app.get('/api/admin/v1/audit-log', { PageSize: 200 }, { token: officer.token });
    expect(log.text).toContain(KEY);
  });

  it('are in no list of approvals and in no audit log of other staff', async () => {
    for (const path of [APPROVALS, '/api/admin/v1/audit-log']) {
      const answer = await app.get(path, { PageSize: 200 }, { token: ordinary.token });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/zebra|aml-scenario\.|aml-window|watch-list\./i);
    }
  });

  it('are refused to other staff by their number, as if there were none', async () => {
    for (const id of asked) {
      const { token } = ordinary;
      for (const path of [`${APPROVALS}/${id}`, `${APPROVALS}/${id}/notes`])
        expect(codeOf(await app.get(path, {}, { token }))).toEqual([404, 'APPROVAL_NOT_FOUND']);
      const assigned = await app.put(`${APPROVALS}/${id}/assignee`, { staffID: 'DSC001' }, { token });
      expect(codeOf(assigned)).toEqual([404, 'APPROVAL_NOT_FOUND']);
    }
  });
});
