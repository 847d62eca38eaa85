import fc from 'fast-check';
import { type House, MANAGER } from '../matrix/house';
import { MatrixApp } from '../matrix/matrix-app';
import { staffToken } from '../support/staff-token';
import { type DocumentedRoute, documentedRoutes } from './documented-routes';
import { closeConnections, exchange, type Mutation, wireRequest } from './fuzz-request';
import { ofAnotherType } from './hostile-values';
import { faultsOf } from './judge';
import { mutationsOf } from './mutations';
import { NEVER_DONE } from './never-done';
import { ONCE_FAILED } from './once-failed';
import { bySomebodyElse, ripening } from './ripe-records';

/** Requests a route. The usual run is short and always the same; a long one takes `FUZZ_RUNS=200 FUZZ_SEED=$RANDOM`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 2);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const IS_USUAL_RUN = process.env.FUZZ_RUNS === undefined && process.env.FUZZ_SEED === undefined;
/** The way to a failure, as fast-check prints it. */
const PATH = process.env.FUZZ_PATH;

/** A reset would take the institution away from all other requests; test/sandbox/reset does it. */
const RESET = 'POST /api/sandbox/v1/reset';
const ROUTES = documentedRoutes().filter(({ declared }) => declared.name !== RESET);
const routeNamed = (name: string): DocumentedRoute => ROUTES.find(({ declared }) => declared.name === name)!;
/** After them the session of the requests may have ended, by a sign-out, a new password or too many wrong proofs. */
const MAY_END_SESSIONS = /\/(sessions?|sign-out|step-up|password|second-factor|passkeys?|login|staff|roles)\b/;
const byName = (route: DocumentedRoute): [string, DocumentedRoute] => [route.declared.name, route];

/** Reading first, taking away last, so that each right request finds what it is about. */
const ORDER = ['get', 'post', 'put', 'patch', 'delete'];
const IN_ORDER = [...ROUTES].sort((a, b) => ORDER.indexOf(a.declared.method) - ORDER.indexOf(b.declared.method));

describe('requests made from the OpenAPI documents', () => {
  let matrix: MatrixApp;
  let house: House;
  /** Answers of each route: `200`, `409 ACCOUNT_CLOSED`. */
  const answers = new Map<string, Set<string>>();

  beforeAll(async () => {
    matrix = await MatrixApp.start();
    house = await matrix.ownHouse();
    await endLegalHolds();
  }, 120_000);
  afterAll(async () => {
    closeConnections();
    await matrix?.close();
  });

  /** A legal hold would refuse every request that deletes. */
  async function endLegalHolds(): Promise<void> {
    await matrix.app.rows(
      `UPDATE legal_hold SET removed_at = now(), removed_by = 'system:test', removal_reason = 'Fuzz' WHERE removed_at IS NULL`,
    );
  }

  /** Without a session, every further request of staff would be answered with 401, which is documented. */
  async function signInAgain(): Promise<void> {
    const { status } = await matrix.app.get('/api/admin/v1/me', {}, { token: house.tokens.staff });
    if (status === 401) house.tokens.staff = await staffToken(matrix.app, house.institutionId, MANAGER);
  }

  /** Fails with the request and what is wrong with its answer. */
  async function expectAnswer(route: DocumentedRoute, mutations: Mutation[]): Promise<void> {
    const { name } = route.declared;
    if (/deletedocument|DELETE .*metadata/.test(name)) await endLegalHolds();
    const bySomebody = mutations.length === 0 ? await bySomebodyElse(matrix, house, name) : [];
    const wire = wireRequest(route, house, [...(await ripening(matrix, house, name)), ...bySomebody, ...mutations]);
    const answer = await exchange(matrix.app.url, wire);
    if (MAY_END_SESSIONS.test(name)) await signInAgain();
    const seen = answers.get(name) ?? new Set();
    answers.set(name, seen.add([answer.status, /"statusCode":"(\w+)"/.exec(answer.text)?.[1]].join(' ').trim()));
    const faults = faultsOf(route, mutations, answer);
    if (faults.length > 0)
      throw new Error(
        `${faults.join('; ')}\n${wire.method} ${wire.address}\n${wire.body?.slice(0, 3_000) ?? ''}\n→ ${answer.status} ${answer.text.slice(0, 3_000)}`,
      );
  }

  it.each(IN_ORDER.map(byName))('%s: the right one is answered as documented', (_, route) => expectAnswer(route, []));

  it.each(ONCE_FAILED)('$route: what brought $came is answered as documented', ({ route, mutations }) =>
    expectAnswer(routeNamed(route), mutations),
  );

  // A field that may be left out is one that class-validator lets be null, whatever the code thinks of that.
  it.each(IN_ORDER.filter(({ body }) => body).map(byName))(
    '%s: null and another type in each field, and no object, are answered as documented',
    async (_, route) => {
      for (const { steps, schema } of route.places.filter(({ steps: [part] }) => part === 'body')) {
        // An object whose fields have rules needs one of its own, or a request without it passes them all.
        if (schema.type === 'object') await expectAnswer(route, [{ kind: 'drop', steps }]);
        await expectAnswer(route, [{ kind: 'set', steps, value: null }]);
        await expectAnswer(route, [{ kind: 'set', steps, value: ofAnotherType(schema) }]);
      }
    },
  );

  it.each(IN_ORDER.map(byName))(
    '%s: every other one is answered as documented',
    async (_, route) => {
      const known = Object.values(house.ids);
      await fc.assert(
        fc.asyncProperty(mutationsOf(route, known), (mutations) => expectAnswer(route, mutations)),
        { numRuns: RUNS, seed: SEED, ...(PATH === undefined ? {} : { path: PATH }) },
      );
    },
    60_000 + RUNS * 2_000,
  );

  it('leave the ledger right and the server answering, after most routes have done what was asked', async () => {
    expect(await matrix.app.failedProofs()).toEqual([]);
    for (const audience of ['channel', 'staff'] as const) {
      const path = audience === 'staff' ? '/api/admin/v1/me' : '/api/account/v1/listbranches';
      expect([audience, (await matrix.app.get(path, {}, { token: house.tokens[audience] })).status]).toEqual([
        audience,
        200,
      ]);
    }
    if (process.env.FUZZ_REPORT)
      console.log(
        [...answers]
          .map(([name, seen]) => `${[...seen].sort().join()} ${name}`)
          .sort()
          .join('\n'),
      );
    // An answer that only refuses shows nothing of what a success looks like.
    const isDone = ({ declared }: DocumentedRoute): boolean =>
      [...(answers.get(declared.name) ?? [])].some((answer) => /^20[02]/.test(answer));
    const notDone = ROUTES.filter((route) => !isDone(route)).map(({ declared }) => declared.name);
    // A longer run does more of them.
    expect(notDone.filter((name) => !(name in NEVER_DONE))).toEqual([]);
    if (IS_USUAL_RUN) expect(notDone.sort()).toEqual(Object.keys(NEVER_DONE).sort());
  });
});
