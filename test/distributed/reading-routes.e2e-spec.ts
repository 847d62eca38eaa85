import { declaredRoutes } from '../matrix/declared-routes';
import type { House } from '../matrix/house';
import { MatrixApp } from '../matrix/matrix-app';
import { inParallel, send, withField } from '../matrix/requests';
import { hasValidRequest, validRequest } from '../matrix/valid-requests';

/** A statement of a reading route that Citus cannot send to one machine fails, or worse, ends the coordinator. */
describe('the reading routes on a distributed database', () => {
  // A path with the kind of an entity is asked by the suite of other institutions' identifiers.
  const ROUTES = declaredRoutes().filter(
    (route) => route.method === 'get' && hasValidRequest(route) && !route.fields.includes('path.entityType'),
  );
  let matrix: MatrixApp;
  let house: House;

  beforeAll(async () => {
    matrix = await MatrixApp.start();
    [house] = await Promise.all([matrix.ownHouse(), matrix.otherHouse()]);
  }, 180_000);
  afterAll(() => matrix?.close());

  it('are all answered', async () => {
    const { app } = matrix;
    const [institution] = await app.rows<{ date: string }>(
      'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
      [app.institutionId],
    );
    const answers = await inParallel(
      ROUTES,
      async (route) => {
        const dates = route.fields.filter((field) => /^query\..*Date/.test(field));
        const valid = validRequest(route, house, route.fields[0] ?? 'query.PageNumber');
        const draft = dates.reduce((made, field) => withField(made, field, institution!.date), valid);
        const answered = await send(app, route, draft, house.tokens[route.audience]);
        return { name: route.name, status: answered.status, text: answered.text };
      },
      2,
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    // Guards against requests that are refused before they read.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(ROUTES.length / 2);
  }, 180_000);
});
