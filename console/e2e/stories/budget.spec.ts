import { expect, test, visit } from '../story';

/** Bytes as they come over the network, compressed with Brotli. */
const FIRST_LOAD_MAX_BYTES = 150_000;
const STYLES_MAX_BYTES = 15_000;

for (const [path, heading] of [
  ['/', /Good to see you/],
  ['/approvals', 'Approvals'],
  ['/admin/branches', 'Branches'],
] as const) {
  test(`The first load of ${path} fits its budget`, async ({ as }) => {
    const page = await as('administrator');
    await visit(page, path, heading);
    await page.waitForLoadState('load');
    const loaded = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
        ({ name, encodedBodySize, transferSize }) => ({ name, encodedBodySize, transferSize }),
      ),
    );
    const bytesOf = (ending: string): number =>
      loaded.filter(({ name }) => name.endsWith(ending)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    console.log(`${path}: ${bytesOf('.js')} bytes of scripts, ${bytesOf('.css')} of styles`);
    expect(bytesOf('.js')).toBeGreaterThan(20_000);
    expect(bytesOf('.js')).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES);
    expect(bytesOf('.css')).toBeLessThanOrEqual(STYLES_MAX_BYTES);
  });
}

test('The pages come with a strict policy, and an unknown file is no page', async ({ request }) => {
  const page = await request.get('/console/approvals');
  const policy = page.headers()['content-security-policy']!;
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
  const missing = await request.get('/console/assets/none-12345678.js');
  expect(missing.status()).toBe(404);
  const outside = await request.get('/console/assets/..%2f..%2f..%2fpackage.json');
  expect(outside.status()).toBe(404);
});
