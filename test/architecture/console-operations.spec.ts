import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { recordAddress } from '../../console/src/rules/record-address';
import { SEARCH_KINDS } from '../../src/enquiries/search/search-kinds';
import { WITHOUT_PAGE } from './operations-without-page';

const ROOT = path.resolve(__dirname, '../..');
const CONSOLE = path.join(ROOT, 'console', 'src');

/** Operations that only programs call: the console signs in with a cookie and reads its session. */
const FOR_PROGRAMS = new Set(['signIn', 'signOut', 'getOwnProfile']);

function sources(folder: string): string[] {
  return readdirSync(path.join(CONSOLE, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(gen|spec)\./.test(name))
    .map((name) => readFileSync(path.join(CONSOLE, folder, name), 'utf8'));
}

function operationIds(): Set<string> {
  const document = JSON.parse(readFileSync(path.join(ROOT, 'openapi', 'admin.json'), 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return new Set(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId])),
    ),
  );
}

describe('the console', () => {
  const operations = operationIds();
  const text = ['pages', 'app', 'decide', 'list', 'notes'].flatMap(sources).join('\n');
  const placed = new Set([...text.matchAll(/['"]([a-z][A-Za-z0-9]+)['"]/g)].map(([, word]) => word!));

  it('has a place for every operation of the staff’s document', () => {
    const missing = [...operations].filter((id) => !placed.has(id) && !FOR_PROGRAMS.has(id) && !WITHOUT_PAGE.has(id));
    expect(missing).toStrictEqual([]);
  });

  it('lists without a page only what is still an operation and has no page', () => {
    for (const id of [...FOR_PROGRAMS, ...WITHOUT_PAGE]) {
      expect(operations).toContain(id);
      expect(placed).not.toContain(id);
    }
  });

  it('names in its pages only operations of the document', () => {
    const named = new Set(
      [...text.matchAll(/\boperation: '([A-Za-z0-9]+)'/g)].map(([, id]) => id!).filter((id) => !operations.has(id)),
    );
    expect([...named]).toStrictEqual([]);
  });

  it('opens a page of its own for every kind of record that the search finds', () => {
    const pages = [...text.matchAll(/path: '(\/[^']*)'/g)].map(([, address]) => address!);
    const isPage = (address: string | undefined): boolean =>
      pages.some((page) => new RegExp(`^${page.replace(/\$\w+/g, '[^/]+')}$`).test(address?.split('?')[0] ?? ''));
    expect(SEARCH_KINDS.filter((kind) => !isPage(recordAddress(kind, '1')))).toStrictEqual([]);
    expect(recordAddress('ledger', '20 10')).toBe('/books/ledger?LedgerCode=20%2010');
    expect(recordAddress('nothing', '1')).toBeUndefined();
  });

  it('reads a record in its page by the same query that its route begins', () => {
    const idsOf = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, id]) => id!).sort();
    const begun = idsOf(/operation: '(\w+)',\s*isRecord: true/g);
    expect(begun.length).toBeGreaterThan(10);
    const inPages = idsOf(/(?:\brecordQuery\(\s*'|<PaymentPage\s+operation=["'])(\w+)['"]/g);
    expect([...new Set(inPages)]).toStrictEqual(begun);
  });

  it('has one page for each address and one key for each page', () => {
    const pages = [...text.matchAll(/path: '(\/[^']*)'/g)].map(([, address]) => address!);
    expect(new Set(pages).size).toBe(pages.length);
    const keys = [...text.matchAll(/\bkey: '([a-z])', load|\bkey: '([a-z])',\s*load/g)].map(
      (match) => match[1] ?? match[2],
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
