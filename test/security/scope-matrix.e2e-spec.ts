import request from 'supertest';
import { ApiClients } from '../../src/auth/api-clients';
import { Tokens } from '../../src/auth/tokens';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { CLIENT_SCOPES, type ClientScope, READ_SCOPES } from '../../src/common/http/client-scopes';
import { inParallel } from '../matrix/requests';
import { freshReference, TestApp } from '../support/app';
import { type CodedRoute, codedRoutes } from './coded-routes';

/**
 * They change something without a request reference: a review is ordered from a provider, the sandbox repeats
 * an event from outside by the reference of its body; a reset leaves the claims behind.
 */
const WRITES_WITHOUT_REFERENCE =
  /^GET \/api\/loanaccount\/v1\/(group)?loan(creditbureau|aireview)$|\/sandbox\/v1\/(simulate\/|reset$)/;

type ChannelRoute = CodedRoute & { scope: ClientScope };

describe('the scopes of an API client', () => {
  let app: TestApp;
  let routes: ChannelRoute[];
  const holders = new Map<ClientScope, { only: string; allBut: string }>();

  beforeAll(async () => {
    app = await TestApp.start();
    routes = codedRoutes(app).flatMap((route) =>
      route.access.audience === 'api-client' ? [{ ...route, scope: route.access.scope }] : [],
    );
    const tokenOf = async (scopes: readonly ClientScope[]): Promise<string> => {
      const { institutionId } = app;
      const { client } = await app.app
        .get(UnitOfWork)
        .run(institutionId, (tx) =>
          app.app.get(ApiClients, { strict: false }).issue(tx, { institutionId, name: 'Scopes', scopes }),
        );
      const tokens = app.app.get(Tokens, { strict: false });
      return (await tokens.issue('api-client', client.clientId, institutionId, client.secretChangedAt)).accessToken;
    };
    for (const scope of CLIENT_SCOPES) {
      const others = CLIENT_SCOPES.filter((other) => other !== scope);
      holders.set(scope, { only: await tokenOf([scope]), allBut: await tokenOf(others) });
    }
  }, 60_000);
  afterAll(() => app?.close());

  async function ask({ method, path }: CodedRoute, token: string): Promise<request.Response> {
    const address = path.replace(/:(\w+)/g, '999999999');
    const verb = method.toLowerCase() as Lowercase<CodedRoute['method']>;
    const agent = request(app.url);
    const headers = { 'request-reference': freshReference(), authorization: `Bearer ${token}` };
    const prepared = agent[verb](address).set(headers);
    return method === 'GET' || method === 'DELETE' ? prepared : prepared.send({ noRouteHasThisField: true });
  }

  it('open each route of the channel, and no other scope does', async () => {
    const answers = await inParallel(routes, async (route) => {
      const { only, allBut } = holders.get(route.scope)!;
      const refused = await ask(route, allBut);
      return {
        route: route.name,
        scope: route.scope,
        without: [refused.status, refused.body.data.statusCode, refused.body.data.scope],
        with: (await ask(route, only)).status,
      };
    });
    expect(answers.length).toBeGreaterThan(80);
    expect(answers.filter(({ without, scope }) => without.join(' ') !== `403 SCOPE_MISSING ${scope}`)).toEqual([]);
    expect(answers.filter((answer) => [401, 403, 500].includes(answer.with))).toEqual([]);
  });

  it('divide reading from writing', () => {
    const misnamed = routes.filter(({ name, scope, reference }) => {
      const writes = reference !== 'none' || WRITES_WITHOUT_REFERENCE.test(name);
      return scope.endsWith(writes ? ':read' : ':write');
    });
    expect(misnamed.map(({ name, scope }) => `${name} ${scope}`)).toEqual([]);
  });

  it('are each needed by a route, except the one for identity numbers', () => {
    const used = new Set(routes.map(({ scope }) => scope));
    expect(CLIENT_SCOPES.filter((scope) => !used.has(scope))).toEqual(['customers:identity']);
  });

  it('let a client read that was created without any', async () => {
    const token = await app.staff('administrator');
    const { clientId, clientSecret, scopes } = (
      await app.post('/api/admin/v1/api-clients', { name: 'Reader' }, { token })
    ).body.data;
    expect(scopes).toEqual(READ_SCOPES);
    const { accessToken } = (await request(app.url).post('/api/auth/v1/authenticate').send({ clientId, clientSecret }))
      .body;
    expect((await app.get('/api/product/v1/searchproducts', {}, { token: accessToken })).status).toBe(200);
    const write = await app.post('/api/transfer/v1/localfundtransfer', {}, { token: accessToken });
    expect([write.status, write.body.data.statusCode]).toEqual([403, 'SCOPE_MISSING']);
  });
});
