import { isDeepStrictEqual } from 'node:util';
import type { Response } from 'supertest';
import { freshReference, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { type DeclaredRoute, declaredRoutes, type FieldName, undocumentedRoutes } from './declared-routes';
import { type Probe, probesOf } from './field-kinds';
import type { House } from './house';
import { type Kind, randomLike } from './identifiers';
import {
  ANSWERS,
  CHOSEN,
  IN_FILES,
  LISTED,
  NOT_FOUND,
  NOT_IN_THE_LIST,
  WITHOUT_IDENTIFIERS,
} from './isolation-answers';
import { MatrixApp } from './matrix-app';
import { type Answer, answerOf, inParallel, send, type Value, withField } from './requests';
import { snapshotOf } from './snapshot';
import { hasValidRequest, validRequest } from './valid-requests';

interface Case {
  route: DeclaredRoute;
  field: FieldName;
  probe: Probe;
  /** A case: `route field`, and the kind of identifier for the field. */
  name: string;
}

const ROUTES = declaredRoutes();
const CASES: Case[] = ROUTES.filter(hasValidRequest).flatMap((route) =>
  route.fields.flatMap((field) =>
    (probesOf(route, field) ?? []).map((probe) => ({
      route,
      field,
      probe,
      name: `${route.name} ${field} (${probe.kind})`,
    })),
  ),
);
const isChosen = ({ route, field }: Case): boolean => CHOSEN.has(`${route.name} ${field}`);
const LISTS = ROUTES.filter(
  ({ method, answersList, fields }) => method === 'get' && answersList && fields.includes('query.PageSize'),
);
const FILES = ROUTES.filter(({ fields }) => fields.includes('query.Format'));
const ASKED = CASES.filter((one) => !isChosen(one));

/** Status, code and rows of the answers to a foreign identifier and to an unused one. */
function expectedOf({ route, field, probe }: Case): Partial<Answer> {
  const special = ANSWERS.find(([pattern]) => pattern.test(`${route.name} ${field}`));
  if (special) return { status: special[1], code: special[2] };
  return route.answersList && field.startsWith('query.')
    ? { status: 200, code: undefined, recordCount: 0 }
    : { status: 404, code: NOT_FOUND[probe.kind] };
}

/** Filters of lists, which must find own records, so that finding no foreign records is meaningful. */
const FILTERS = ASKED.filter((one) => expectedOf(one).recordCount === 0 && !NOT_IN_THE_LIST.includes(one.name));

/** The text of a file in an answer. */
function contentOf({ body, text }: Response): string {
  const { document } = (body as { data: { document?: string } }).data;
  if (document === undefined) throw new Error(`The answer has no file: ${text}`);
  return Buffer.from(document.slice(document.indexOf(',') + 1), 'base64').toString();
}

/** Row-level security would hide missing conditions of the code and has separate tests, so it is off here. */
async function dropRowLevelSecurity(app: TestApp): Promise<void> {
  const tables = await app.rows<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity`,
  );
  for (const { name } of tables) await app.rows(`ALTER TABLE "${name}" DISABLE ROW LEVEL SECURITY`);
}

describe('identifiers of another institution', () => {
  let matrix: MatrixApp;
  let app: TestApp;
  let own: House;
  let other: House;
  let before: Record<string, string>;
  /** The answers to a foreign and to an unused identifier, by the name of the case. */
  const answers = new Map<string, { foreign: Answer; random: Answer }>();
  /** The answers of filters to own identifiers. */
  const found = new Map<string, Answer>();
  const chosen = new Map<string, Answer>();
  /** The answers of lists without filters. */
  let lists: { name: string; status: number; text: string }[];
  /** The text of files, by route. */
  let files: string[];

  beforeAll(async () => {
    matrix = await MatrixApp.start();
    app = matrix.app;
    [own, other] = await Promise.all([matrix.ownHouse(), matrix.otherHouse()]);
    await finishWork();
    await dropRowLevelSecurity(app);
    before = await snapshotOf(app, other.institutionId);
    await inParallel(ASKED, async (one) => {
      const identifier = other.ids[one.probe.kind];
      answers.set(one.name, { foreign: await ask(one, identifier), random: await ask(one, randomLike(identifier)) });
    });
    await inParallel(FILTERS, async (one) => found.set(one.name, await ask(one, own.ids[one.probe.kind])));
    lists = await inParallel(LISTS, async (route) => {
      const { status, text } = await send(
        app,
        route,
        withField(validRequest(route, own, 'query.PageSize'), 'query.PageSize', 200),
        own.tokens[route.audience],
      );
      return { name: route.name, status, text };
    });
    files = await inParallel(
      FILES,
      async (route) =>
        contentOf(
          await send(
            app,
            route,
            withField(validRequest(route, own, 'query.Format'), 'query.Format', 'CSV'),
            own.tokens[route.audience],
          ),
        ),
      // A process produces only a few files at once.
      2,
    );
    // A chosen identifier exists afterwards, so these cases run last.
    await inParallel(CASES.filter(isChosen), async (one) =>
      chosen.set(one.name, await ask(one, other.ids[one.probe.kind])),
    );
  }, 120_000);
  afterAll(() => matrix?.close());

  /** Runs the other institution's background work now instead of some seconds later. */
  async function finishWork(): Promise<void> {
    const soon = `institution_id = $1 AND due_at < now() + interval '5 minutes'`;
    await app.rows(`UPDATE job_due SET due_at = now() WHERE ${soon}`, [other.institutionId]);
    await eventually(async () =>
      expect(await app.rows(`SELECT kind FROM job_due WHERE ${soon}`, [other.institutionId])).toEqual([]),
    );
  }

  /** The answer with the identifier, if it is repeated, blanked out. */
  async function ask({ route, field, probe }: Case, identifier: Value): Promise<Answer> {
    const beside = Object.entries(probe.beside ?? {}) as [FieldName, Value][];
    const draft = beside.reduce(
      (made, [name, value]) => withField(made, name, value),
      withField(validRequest(route, own, field), field, identifier),
    );
    const answer = answerOf(await send(app, route, draft, own.tokens[route.audience]));
    return { ...answer, message: answer.message.replaceAll(String(identifier), '…') };
  }

  it('are tried in every field of every route that names a record', () => {
    const undescribed = ROUTES.flatMap((route) =>
      route.fields.filter((field) => probesOf(route, field) === undefined).map((field) => `${route.name} ${field}`),
    );
    const impossible = new Set(
      ROUTES.filter((route) => !hasValidRequest(route) && !WITHOUT_IDENTIFIERS.includes(route.name)).map(
        ({ name }) => name,
      ),
    );
    expect({
      'fields to describe in field-kinds.ts': undescribed,
      'routes that need a body in valid-requests.ts': [...impossible],
      'routes that `npm run openapi` would write down': undocumentedRoutes(app),
      'chosen fields that are no more': [...CHOSEN].filter(
        (name) => !CASES.some(({ route, field }) => `${route.name} ${field}` === name),
      ),
    }).toEqual({
      'fields to describe in field-kinds.ts': [],
      'routes that need a body in valid-requests.ts': [],
      'routes that `npm run openapi` would write down': [],
      'chosen fields that are no more': [],
    });
  });

  it('have no field in the other routes', () => {
    const unnamed = ROUTES.filter((route) => route.fields.every((field) => probesOf(route, field)?.length === 0)).map(
      ({ name }) => name,
    );
    expect(unnamed.sort()).toEqual([...WITHOUT_IDENTIFIERS].sort());
  });

  it('are answered like unused identifiers', () => {
    const wrong = ASKED.map((one) => ({ case: one.name, expected: expectedOf(one), ...answers.get(one.name)! })).filter(
      ({ expected, foreign, random }) =>
        !isDeepStrictEqual(foreign, random) || !isDeepStrictEqual(foreign, { ...foreign, ...expected }),
    );
    expect(wrong).toEqual([]);
  });

  it('are passed to filters that find own records', () => {
    expect([...found].filter(([, { status, recordCount }]) => status !== 200 || !recordCount)).toEqual([]);
  });

  it('may be chosen as references by a caller', () => {
    expect([...chosen].filter(([, { status }]) => status !== 200 && status !== 202)).toEqual([]);
    expect(chosen.size).toBe(CHOSEN.size);
  });

  it('are in no list', () => {
    expect(lists.filter(({ status }) => status !== 200)).toEqual([]);
    const texts = lists.map(({ text }) => text).join();
    // An institution's id is too short to be distinguished from a count.
    const shown = ({ ids }: House): Kind[] =>
      (Object.keys(ids) as Kind[]).filter(
        (kind) => kind !== 'institution' && new RegExp(`:${JSON.stringify(ids[kind])}[,}]`).test(texts),
      );
    expect(shown(other)).toEqual([]);
    expect(LISTED.filter((kind) => !shown(own).includes(kind))).toEqual([]);
  });

  it('are in no file', () => {
    const text = files.join();
    const shown = ({ ids }: House): Kind[] =>
      (Object.keys(ids) as Kind[]).filter((kind) => typeof ids[kind] === 'string' && text.includes(ids[kind]));
    expect(shown(other)).toEqual([]);
    expect(shown(own)).toEqual(expect.arrayContaining(IN_FILES));
  });

  it('do not block the same request-reference', async () => {
    const body = { accountNumber: own.ids.account, amount: 1, referenceNumber: freshReference() };
    const placed = await app.post('/api/accountlien/v1/placelien', body, { reference: other.ids.transfer });
    expect([placed.status, placed.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('lead to no change of a row', async () => {
    expect(await snapshotOf(app, other.institutionId)).toEqual(before);
    expect(await app.failedProofs()).toEqual([]);
  });
});
