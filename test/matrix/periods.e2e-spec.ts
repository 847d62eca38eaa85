import type { Response } from 'supertest';
import { PermissionCatalogue } from '../../src/institutions/staff/permission-catalogue';
import { TestApp } from '../support/app';
import { hire } from '../support/hire';
import { declaredRoutes } from './declared-routes';

/** The names of the first and the last date of a period, as queries have them. */
const PAIRS: [start: string, end: string][] = [
  ['StartDate', 'EndDate'],
  ['From', 'To'],
  ['DateFrom', 'DateTo'],
  ['FinancialDateFrom', 'FinancialDateTo'],
  ['MaturityDateFrom', 'MaturityDateTo'],
];

/** Other fields that one of the routes requires. */
const REQUIRED: Record<string, string> = { ClientID: 'sandbox-client', Provider: 'providerh', LedgerCode: '1010' };

describe('A period whose end is before its start', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.start();
    ({ token } = await hire(app, 'PERIODS', app.app.get(PermissionCatalogue, { strict: false }).list()));
  });
  afterAll(() => app.close());

  const routes = declaredRoutes().flatMap((route) => {
    if (route.method !== 'get') return [];
    const pair = PAIRS.find((names) => names.every((name) => route.fields.includes(`query.${name}`)));
    return pair ? [{ name: route.name, route, pair }] : [];
  });

  it('is a case of these routes', () => expect(routes.length).toBeGreaterThan(30));

  async function ask(
    { route, pair: [start, end] }: (typeof routes)[number],
    [first, last]: [string, string],
  ): Promise<Response> {
    const path = route.path.replace('{accountNumber}', '0000000011');
    const others = Object.entries({ ...REQUIRED, AccountNumber: '0000000011', FileExportFormat: 'CSV' });
    const named = others.filter(([name]) => route.fields.includes(`query.${name}`));
    const query = { ...Object.fromEntries(named), [start]: first, [end]: last };
    return app.get(path, query, route.audience === 'staff' ? { token } : {});
  }
  const refusalOf = ({ status, body }: Response): object => ({ status, ...(body as { data: object }).data });

  it.each(routes)('is 400 at $name', async (asked) => {
    const [start, end] = asked.pair;
    expect(refusalOf(await ask(asked, ['2026-11-20', '2026-11-19']))).toMatchObject({
      status: 400,
      statusCode: 'VALIDATION_FAILED',
      errors: [{ field: end, message: `must not be before ${start}` }],
    });
  });

  it.each(routes)('so is a day that does not exist at $name', async (asked) => {
    const [, field] = asked.pair;
    expect(refusalOf(await ask(asked, ['2026-02-01', '2026-02-30']))).toMatchObject({
      status: 400,
      errors: [{ field }],
    });
  });
});
