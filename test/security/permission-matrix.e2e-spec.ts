import { readFileSync } from 'node:fs';
import { Get } from '@nestjs/common';
import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import request, { type Response } from 'supertest';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { AccessDeclarations } from '../../src/common/http/access-declarations';
import { ANY_STAFF, Endpoint, publicAccess } from '../../src/common/http/endpoint.decorator';
import { PermissionCatalogue } from '../../src/institutions/staff/permission-catalogue';
import { Roles } from '../../src/institutions/staff/roles';
import { StaffMembers } from '../../src/institutions/staff/staff-members';
import { inParallel } from '../matrix/requests';
import { freshReference, TestApp } from '../support/app';
import { staffToken } from '../support/staff-token';
import { type CodedRoute, codedRoutes } from './coded-routes';

/** Routes that anybody may call; a further route here is a decision. */
const PUBLIC = [
  'GET /api/admin/v1/session/methods',
  'GET /api/admin/v1/session/oidc',
  'GET /api/admin/v1/session/oidc/callback',
  'GET /api/report/v1/verifyreceipt',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /receipts',
  'POST /api/admin/v1/login',
  'POST /api/admin/v1/password',
  'POST /api/admin/v1/password/forgotten',
  'POST /api/admin/v1/session',
  'POST /api/admin/v1/session/passkey',
  'POST /api/admin/v1/session/passkey/options',
  'POST /api/auth/v1/authenticate',
];

const UNDOCUMENTED = /^\/api\/admin\/v1\/(work\/events|session\/oidc(\/callback)?)$/;

/** No route has such a field, so those with a body refuse it before they do anything. */
const BODY = { noRouteHasThisField: true };

interface Holders {
  /** Token of staff with this permission alone. */
  only: string;
  /** Token of staff with every other permission. */
  allBut: string;
}

describe('who may call what', () => {
  let app: TestApp;
  let routes: CodedRoute[];
  let catalogue: string[];
  const holders = new Map<string, Holders>();
  const withPermission = (): (CodedRoute & { permission: string })[] =>
    routes.flatMap((route) =>
      route.access.audience === 'staff' && route.access.permission !== ANY_STAFF
        ? [{ ...route, permission: route.access.permission }]
        : [],
    );

  beforeAll(async () => {
    app = await TestApp.start();
    routes = codedRoutes(app);
    catalogue = app.app.get(PermissionCatalogue, { strict: false }).list();
    await app.app.get(UnitOfWork).run(app.institutionId, async (tx) => {
      for (const [index, permission] of catalogue.entries()) {
        for (const [kind, permissions] of [
          ['only', [permission]],
          ['allBut', catalogue.filter((other) => other !== permission)],
        ] as const) {
          const staffID = `${kind}-${index}`;
          await app.app
            .get(Roles, { strict: false })
            .create(tx, { institutionId: app.institutionId, name: staffID, permissions: [...permissions] });
          await app.app.get(StaffMembers, { strict: false }).create(tx, {
            institutionId: app.institutionId,
            staffID,
            name: staffID,
            branchCode: '001',
            email: `${staffID}@matrix.example`,
            roles: [staffID],
          });
          holders.set(permission, { ...(holders.get(permission) as Holders), [kind]: staffID });
        }
      }
    });
    for (const [permission, { only, allBut }] of holders) {
      const tokens = {
        only: await staffToken(app, app.institutionId, only),
        allBut: await staffToken(app, app.institutionId, allBut),
      };
      holders.set(permission, tokens);
    }
  }, 60_000);
  afterAll(() => app?.close());

  /** Asks with nothing that could be done: an id that nobody has, and a body that no route takes. */
  async function ask({ method, path, bodyType }: CodedRoute, headers: Record<string, string> = {}): Promise<Response> {
    const address = path.replace(/:(\w+)/g, '999999999');
    const verb = method.toLowerCase() as Lowercase<CodedRoute['method']>;
    const agent = request(app.url);
    const prepared = agent[verb](address).set({ 'request-reference': freshReference(), ...headers });
    return method === 'GET' || (method === 'DELETE' && !bodyType) ? prepared : prepared.send(BODY);
  }
  const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
  const answerOf = ({ status, body }: Response): string =>
    `${status} ${(body as { data?: { statusCode?: string } }).data?.statusCode ?? ''}`;

  it('is declared by every route, and public only where it was decided', () => {
    expect(routes.length).toBeGreaterThan(150);
    expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
    expect(
      routes
        .filter(({ access }) => access.audience === 'public')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(PUBLIC);
    const misplaced = routes.filter(
      ({ path, access }) =>
        (access.audience === 'staff') !== path.startsWith('/api/admin/') && access.audience !== 'public',
    );
    expect(misplaced.map(({ name }) => name)).toEqual([]);
  });

  it('stops the boot where a route declares nothing', () => {
    class Declared {
      @Get('a')
      @Endpoint({ summary: 'A', access: publicAccess })
      a(): void {}
    }
    class Undeclared {
      @Get('b')
      b(): void {}
    }
    const boot = (...controllers: object[]): void =>
      new AccessDeclarations(
        { getControllers: () => controllers.map((metatype) => ({ metatype })) } as unknown as DiscoveryService,
        new MetadataScanner(),
      ).onModuleInit();
    expect(() => boot(Declared)).not.toThrow();
    expect(() => boot(Declared, Undeclared)).toThrow('Undeclared.b declares no access');
  });

  it('names permissions that a role can hold', () => {
    expect(
      withPermission()
        .filter(({ permission }) => !catalogue.includes(permission))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('stands with each operation of the document of staff, beside its demand for a recent proof', () => {
    const { paths } = JSON.parse(readFileSync('openapi/admin.json', 'utf8')) as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        [operation['x-permission'], operation['x-step-up']],
      ]),
    );
    const declared = routes
      // A stream, whose answer never ends, and pages for browsers are no operations of the documents.
      .filter(({ path }) => path.startsWith('/api/admin/') && !UNDOCUMENTED.test(path))
      .map(({ name, access }) => {
        const isStaff = access.audience === 'staff';
        const permission = isStaff && access.permission !== ANY_STAFF ? access.permission : null;
        return [name.replace(/:(\w+)/g, '{$1}'), [permission, isStaff && access.stepUp === true]];
      });
    expect(declared.length).toBeGreaterThan(150);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared));
  });

  it('needs the permission of the staff route, and no other will do', async () => {
    // Whoever has all others is refused, so no other set of permissions without it is enough; whoever has it alone is
    // not.
    const answers = await inParallel(withPermission(), async (route) => {
      const { only, allBut } = holders.get(route.permission)!;
      return {
        route: route.name,
        permission: route.permission,
        without: answerOf(await ask(route, bearer(allBut))),
        with: (await ask(route, bearer(only))).status,
      };
    });
    expect(answers.length).toBeGreaterThan(80);
    expect(answers.filter((answer) => answer.without !== '403 PERMISSION_DENIED')).toEqual([]);
    expect(answers.filter((answer) => answer.with === 401 || answer.with === 403 || answer.with === 500)).toEqual([]);
  });

  it('needs a token of the right kind', async () => {
    const [client, staff] = [await app.client(), await app.staff('administrator')];
    const wrong = async (route: CodedRoute): Promise<object> => {
      const { audience } = route.access;
      const other = audience === 'staff' ? client : staff;
      // Callbacks know neither kind of token.
      const code = audience === 'api-client' || audience === 'staff' ? 'INVALID_API_TOKEN_CLAIMS' : 'UNAUTHORIZED';
      return {
        route: route.name,
        none: answerOf(await ask(route)),
        other: answerOf(await ask(route, bearer(other))) === `401 ${code}`,
        inAddress: answerOf(
          await ask({ ...route, path: `${route.path}?access_token=${audience === 'staff' ? staff : client}` }),
        ),
      };
    };
    const answers = await inParallel(
      routes.filter(({ access }) => access.audience !== 'public'),
      wrong,
    );
    const { route: _, ...expected } = {
      route: '',
      none: '401 UNAUTHORIZED',
      other: true,
      inAddress: '401 UNAUTHORIZED',
    };
    expect(
      answers.filter((answer) => JSON.stringify({ ...answer, route: undefined }) !== JSON.stringify(expected)),
    ).toEqual([]);
  });

  it('lets clients into every route of the channel', async () => {
    const token = await app.client();
    const answers = await inParallel(
      routes.filter(({ access }) => access.audience === 'api-client'),
      async (route) => ({ route: route.name, status: (await ask(route, bearer(token))).status }),
    );
    expect(answers.length).toBeGreaterThan(50);
    // 503 is an integration that is not switched on.
    expect(answers.filter(({ status }) => status === 401 || status === 403 || status === 500)).toEqual([]);
  });

  it('may set no field that the route does not declare', async () => {
    const client = await app.client();
    const strict = routes.filter(
      ({ access, hasStrictBody }) =>
        hasStrictBody &&
        (access.audience === 'api-client' || (access.audience === 'staff' && access.permission !== ANY_STAFF)),
    );
    const answers = await inParallel(strict, async (route) => {
      const token = route.access.audience === 'staff' ? holders.get(route.access.permission)!.only : client;
      const { status, body } = await ask(route, bearer(token));
      const { errors = [] } = (body as { data: { errors?: { field: string; message: string }[] } }).data;
      return {
        route: route.name,
        status,
        refusal: errors.find(({ field }) => field === 'noRouteHasThisField')?.message,
      };
    });
    expect(answers.length).toBeGreaterThan(60);
    expect(answers.filter(({ status, refusal }) => status !== 400 || refusal !== 'is not a known field')).toEqual([]);
  });
});
