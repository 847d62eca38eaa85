import type { Type } from '@nestjs/common';
import request, { type Response } from 'supertest';
import { ApprovalSubjects } from '../../src/approvals/approval-subjects';
import { MovementApprovals } from '../../src/approvals/movement-approvals';
import { DEFAULT_SECOND_FACTOR_PERMISSIONS } from '../../src/auth/auth.settings';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { ANY_STAFF } from '../../src/common/http/endpoint.decorator';
import { ChangeKinds } from '../../src/institutions/changes/change-kinds';
import { PermissionCatalogue } from '../../src/institutions/staff/permission-catalogue';
import { Roles } from '../../src/institutions/staff/roles';
import { StaffMembers } from '../../src/institutions/staff/staff-members';
import { inParallel } from '../matrix/requests';
import { codeOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { sessionOf, staffToken } from '../support/staff-token';
import { type CodedRoute, codedRoutes } from './coded-routes';

/** Changes without a recent proof although their permission moves money or rights: they only contain damage. */
const CONTAINMENT = [
  'DELETE /api/admin/v1/staff/:staffID/sessions',
  'POST /api/admin/v1/aml/holds/:approvalId/withdraw',
];

/** Work with such permissions that by itself moves no money and changes no right, rule or secret. */
const PREPARATIONS = [
  'DELETE /api/admin/v1/webhooks/:endpointId',
  'POST /api/admin/v1/aml/alerts/:alertId/review',
  'POST /api/admin/v1/aml/alerts/close',
  'POST /api/admin/v1/aml/cases/:caseId/reopen',
  'POST /api/admin/v1/aml/cases/:caseId/return',
  'POST /api/admin/v1/aml/cases/:caseId/review',
  'POST /api/admin/v1/aml/scenario-windows/rebuild',
  'POST /api/admin/v1/aml/scenarios',
  'POST /api/admin/v1/aml/scenarios/:scenarioCode/backtests',
  'POST /api/admin/v1/aml/scenarios/:scenarioCode/shadow',
  'POST /api/admin/v1/aml/scenarios/:scenarioCode/shadow/stop',
  'POST /api/admin/v1/fraud-complaints',
  'POST /api/admin/v1/fraud-complaints/:complaintId/acknowledge',
  'POST /api/admin/v1/fraud-complaints/:complaintId/conclude',
  'POST /api/admin/v1/fraud-complaints/:complaintId/recall',
  'POST /api/admin/v1/fraud-complaints/:complaintId/refunded',
  'POST /api/admin/v1/loans/:id/rebuild-events',
  'POST /api/admin/v1/risk-ratings/:customerID/override',
  'POST /api/admin/v1/risk-ratings/:customerID/override/decline',
  'POST /api/admin/v1/risk-ratings/:customerID/review',
  'POST /api/admin/v1/watch-lists',
  'POST /api/admin/v1/watch-lists/:listCode/source/fetch',
  'POST /api/admin/v1/watch-lists/:listCode/versions',
  'POST /api/admin/v1/webhooks/:endpointId/pause',
  'POST /api/admin/v1/webhooks/:endpointId/replay',
  'POST /api/admin/v1/webhooks/:endpointId/resume',
  'PUT /api/admin/v1/aml/scenarios/:scenarioCode',
];

/** Whoever sees approvals decides them only with the permission of their operation. */
const OF_ANOTHER_PERMISSION = ['view-approvals', ANY_STAFF];

/** Decisions on money whose own permission is looked up by the kind of the approval. */
const DECISIONS = [
  'POST /api/admin/v1/approvals/:approvalId/approve',
  'POST /api/admin/v1/approvals/:approvalId/decline',
  'POST /api/admin/v1/approvals/:approvalId/withdraw',
];

const MANAGER = 'ALL-001';

describe('step-up', () => {
  let app: TestApp;
  let routes: CodedRoute[];
  beforeAll(async () => {
    app = await TestApp.start();
    routes = codedRoutes(app);
    const permissions = app.app.get(PermissionCatalogue, { strict: false }).list();
    const { institutionId } = app;
    await app.app.get(UnitOfWork).run(institutionId, async (tx) => {
      await app.app.get(Roles, { strict: false }).create(tx, { institutionId, name: MANAGER, permissions });
      await app.app.get(StaffMembers, { strict: false }).create(tx, {
        institutionId,
        staffID: MANAGER,
        name: MANAGER,
        branchCode: '001',
        email: 'all@step-up.example',
        roles: [MANAGER],
      });
    });
  });
  afterAll(() => app.close());

  /** A session whose last proof is as old as this. */
  async function sessionOfAge(minutes: number): Promise<string> {
    const token = await staffToken(app, app.institutionId, MANAGER);
    await app.database.query(
      'UPDATE staff_session SET stepped_up_at = now() - make_interval(mins => $2) WHERE id = $1',
      [sessionOf(token), minutes],
    );
    return token;
  }
  const ask = ({ method, path }: CodedRoute, token: string): Promise<Response> => {
    const verb = method.toLowerCase() as Lowercase<CodedRoute['method']>;
    const agent = request(app.url);
    const prepared = agent[verb](path.replace(/:(\w+)/g, '999999999'))
      .set('request-reference', freshReference())
      .auth(token, { type: 'bearer' });
    return Promise.resolve(method === 'GET' || method === 'DELETE' ? prepared : prepared.send({ noSuchField: true }));
  };

  it('is demanded wherever money, rights, rules and secrets change', () => {
    const sensitive = new Set(DEFAULT_SECOND_FACTOR_PERMISSIONS);
    const without = routes.filter(
      ({ access, method, stepUp }) =>
        access.audience === 'staff' && method !== 'GET' && sensitive.has(access.permission) && !stepUp,
    );
    expect(without.map(({ name }) => name).sort()).toEqual([...CONTAINMENT, ...PREPARATIONS].sort());
    const demanded = routes.filter(({ stepUp }) => stepUp).map(({ name }) => name);
    expect(demanded).toEqual(expect.arrayContaining(DECISIONS));
  });

  it('and every decision on an approval are behind permissions that need a second factor by default', () => {
    const find = <T>(type: Type<T>): T => app.app.get(type, { strict: false });
    const decided = [find(ApprovalSubjects), find(MovementApprovals), find(ChangeKinds)].flatMap((kinds) =>
      kinds.list().map(({ permission }) => permission),
    );
    const demanded = routes.flatMap(({ access, stepUp }) =>
      access.audience === 'staff' && stepUp ? [access.permission] : [],
    );
    const needed = new Set([...decided, ...demanded].filter((name) => !OF_ANOTHER_PERMISSION.includes(name)));
    expect(needed.size).toBeGreaterThan(30);
    expect([...needed].filter((name) => !DEFAULT_SECOND_FACTOR_PERMISSIONS.includes(name))).toEqual([]);
  });

  it('names permissions that exist in the list of those that need a second factor', () => {
    const catalogue = app.app.get(PermissionCatalogue, { strict: false }).list();
    expect(DEFAULT_SECOND_FACTOR_PERMISSIONS.filter((name) => !catalogue.includes(name))).toEqual([]);
  });

  it('refuses a session whose last proof is 15 minutes old, on every such route, and no other session', async () => {
    const [old, recent] = [await sessionOfAge(15), await sessionOfAge(14)];
    const demanding = routes.filter(({ stepUp }) => stepUp);
    expect(demanding.length).toBeGreaterThan(35);
    const answers = await inParallel(demanding, async (route) => ({
      route: route.name,
      old: codeOf(await ask(route, old)),
      recent: codeOf(await ask(route, recent))[1],
    }));
    const isRight = (answer: (typeof answers)[number]): boolean =>
      answer.old[0] === 403 && answer.old[1] === 'STEP_UP_REQUIRED' && answer.recent !== 'STEP_UP_REQUIRED';
    expect(answers.filter((answer) => !isRight(answer))).toEqual([]);
  });

  it('is not demanded to read, or to step up', async () => {
    const old = await sessionOfAge(600);
    const others = routes.filter(
      ({ access, method, stepUp }) =>
        access.audience === 'staff' && !stepUp && (method === 'GET' || access.permission === ANY_STAFF),
    );
    const answers = await inParallel(
      others.filter(({ name }) => !/\/(sign-out|session)$/.test(name) || name.startsWith('GET')),
      async (route) => ({ route: route.name, code: codeOf(await ask(route, old))[1] }),
    );
    expect(answers.length).toBeGreaterThan(35);
    expect(answers.filter(({ code }) => code === 'STEP_UP_REQUIRED' || code === 'UNAUTHORIZED')).toEqual([]);
  });
});
