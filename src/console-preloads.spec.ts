import { ConsolePreloads } from './console-preloads';

const preloads = new ConsolePreloads(
  {
    '/login': ['assets/login.js'],
    '/loans/$id': ['assets/loan.js', 'assets/card.js'],
    '/loans/simulate': ['assets/simulate.js'],
    '/loans/$id/schedule/$number': ['assets/schedule.js'],
  },
  '/console/',
);
const SCRIPT = /rel="modulepreload" crossorigin href="([^"]+)"/g;
const READ = /rel="preload" as="fetch" crossorigin href="([^"]+)"/g;

const named = (path: string, hasSession: boolean, kind: RegExp): string[] =>
  [...preloads.linksOf(path, hasSession).matchAll(kind)].map(([, href]) => href!);

describe('the document of a page of the console', () => {
  it('has the scripts of the page', () => {
    expect(named('/loans/77', true, SCRIPT)).toStrictEqual(['/console/assets/loan.js', '/console/assets/card.js']);
    expect(named('/loans/77/schedule/3', true, SCRIPT)).toStrictEqual(['/console/assets/schedule.js']);
  });

  it('prefers a path of its own to one with any part', () => {
    expect(named('/loans/simulate', true, SCRIPT)).toStrictEqual(['/console/assets/simulate.js']);
  });

  it('has the first reads of the session', () => {
    const reads = ['/api/admin/v1/session', '/api/admin/v1/work', '/api/admin/v1/me/preferences'];
    expect(named('/loans/77', true, READ)).toStrictEqual(reads);
    expect(named('/not-a-page', true, READ)).toStrictEqual(reads);
  });

  it('has nothing of a page for staff without a session, which leads to the sign-in', () => {
    expect(preloads.linksOf('/loans/77', false)).toBe('');
  });

  it('has the script of the sign-in and no read there, with and without a session', () => {
    for (const hasSession of [true, false]) {
      expect(named('/login', hasSession, SCRIPT)).toStrictEqual(['/console/assets/login.js']);
      expect(named('/login', hasSession, READ)).toStrictEqual([]);
    }
  });

  it('repeats nothing of an address', () => {
    expect(preloads.linksOf('/"><script>', false)).toBe('');
    expect(preloads.linksOf('/loans/"><script>', true)).not.toContain('<script>');
  });
});
