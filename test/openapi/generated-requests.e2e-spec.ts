import fc from 'fast-check';
import request, { type Response } from 'supertest';
import { type DocumentedRoute, documentedRoutes } from '../fuzz/documented-routes';
import { type House, MANAGER } from '../matrix/house';
import { MatrixApp } from '../matrix/matrix-app';
import { freshReference } from '../support/app';
import { staffToken } from '../support/staff-token';
import { keeping, valuesOf } from './generated-values';

/** Requests of a route. More take `OPENAPI_RUNS=200 OPENAPI_SEED=$RANDOM`. */
const RUNS = Number(process.env.OPENAPI_RUNS ?? 8);
const SEED = Number(process.env.OPENAPI_SEED ?? 20_261_122);

/** Routes that refuse the generated credentials, tokens and secrets. */
const SIGN_IN =
  /\/(authenticate|login|session|passkey|session\/passkey\/options|password|forgotten|step-up|confirm|approve|decline)$/;

interface Generated {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Requests that the document allows, and nothing more than it says. */
function requestsOf({ places, schemas, body, relations }: DocumentedRoute): fc.Arbitrary<Generated> {
  const part = (name: 'path' | 'query'): fc.Arbitrary<Record<string, unknown>> => {
    // A value that only an answer gives cannot be made up.
    const parameters = places.filter(({ steps, schema }) => steps[0] === name && !('x-from-answer' in schema));
    return fc.record(
      Object.fromEntries(parameters.map(({ steps, schema }) => [String(steps[1]), valuesOf(schemas, schema)])),
      { requiredKeys: parameters.filter(({ required }) => required).map(({ steps }) => String(steps[1])) },
    );
  };
  return fc.record({
    path: part('path'),
    query: keeping(part('query'), relations),
    body: body ? valuesOf(schemas, body) : fc.constant(undefined),
  });
}

const TAKING = documentedRoutes().filter(({ body, places }) => body !== undefined || places.length > 0);

describe('requests that the OpenAPI documents allow', () => {
  let matrix: MatrixApp;
  let house: House;

  beforeAll(async () => {
    matrix = await MatrixApp.start();
    house = await matrix.ownHouse();
  }, 120_000);
  afterAll(() => matrix.close());

  async function send(
    { declared, takesReference }: DocumentedRoute,
    { path, query, body }: Generated,
  ): Promise<Response> {
    const { app } = matrix;
    const address = declared.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(name === 'institutionId' ? house.institutionId : path[name])),
    );
    // A request may have ended the session of the last one.
    if (declared.audience === 'staff') house.tokens.staff = await staffToken(app, house.institutionId, MANAGER);
    const token = house.tokens[declared.audience];
    const sent = request(app.url)[declared.method](address).query(query);
    void (declared.audience === 'gateway' ? sent.set('x-gateway-key', token) : sent.auth(token, { type: 'bearer' }));
    if (takesReference) void sent.set('request-reference', freshReference('GR'));
    return body === undefined ? sent : sent.send(body as object);
  }

  it.each(TAKING.map((route): [string, DocumentedRoute] => [route.declared.name, route]))(
    '%s are never refused as malformed',
    async (_, route) => {
      await fc.assert(
        fc.asyncProperty(requestsOf(route), async (generated) => {
          const { status, text } = await send(route, generated);
          // A refusal of the caller would hide what is thought of the request.
          const isHidden = [401, 403, 429].includes(status) && !SIGN_IN.test(route.declared.path);
          if (status === 400 || isHidden)
            throw new Error(`${text.slice(0, 500)}\n${JSON.stringify(generated).slice(0, 2_000)}`);
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: process.env.OPENAPI_SHRINK === undefined },
      );
    },
  );
});
