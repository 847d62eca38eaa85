import request from 'supertest';
import { inParallel } from '../matrix/requests';
import { TestApp } from '../support/app';
import { codedRoutes } from './coded-routes';

describe('the page of metrics', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app?.close());

  it('stays below 2,600 lines when every route has answered with success, refusal and failure', async () => {
    const token = await app.client();
    await inParallel(codedRoutes(app), async ({ method, path }) => {
      const address = path.replace(/:(\w+)/g, '999999999');
      const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
      await request(app.url)[verb](address);
      await request(app.url)[verb](address).auth(token, { type: 'bearer' });
    });
    const { text } = await request(app.url).get('/metrics');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const own = lines.filter((line) => line.startsWith('corebank_http_requests_total'));
    expect(own.length).toBeGreaterThan(180);
    // Routes that have so far answered with one class of status may come to answer with three.
    const perRoute = new Set(own.map((line) => /method="\w+",route="[^"]+"/.exec(line)?.[0])).size;
    expect(text.split('\n').length + 3 * perRoute - own.length).toBeLessThan(2_600);
    expect(text).not.toMatch(/^nodejs_active_/m);
  });

  it('counts requests by route and class of status, and their time by area', async () => {
    await app.get('/api/account/v1/listbranches');
    const { text } = await request(app.url).get('/metrics');
    expect(text).toMatch(
      /^corebank_http_requests_total\{method="GET",route="\/api\/account\/v1\/listbranches",status="2xx"\} \d+$/m,
    );
    expect(text).toMatch(/^corebank_http_request_duration_seconds_count\{area="account"\} \d+$/m);
  });

  it('has no metric of its own without the prefix', async () => {
    const { text } = await request(app.url).get('/metrics');
    const names = [...text.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]!);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !/^(corebank|process|nodejs)_/.test(name))).toEqual([]);
  });
});
