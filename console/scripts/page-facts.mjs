// What the server writes into the document of each page of the console (src/console-document.ts): the scripts that the
// page needs beside those of every page, so that the browser fetches them with the first ones and not after them, and
// the head of the page, so that it is seen before any script has run.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = /path: '([^']+)',\s*title: '([^']+)'((?:(?!path: ')[\s\S])*?)load: \(\) => import\('([^']+)'\)/g;
/** The operation that reads the record of a page, and its field that stands in its heading or begins a case. */
const RECORD_READ = /operation: '(\w+)'[\s\S]*isRecord: true/;
const FIRST_TEXT = /firstText: '([\w.]+)'/;
const IS_CASE = /isCase: true/;
const LOAD = /\bload: /g;
const ENTRY = 'index.html';
/** The pages before the sign-in, which `src/app/router.tsx` names itself. */
const BEFORE_SIGN_IN = [
  {
    address: '/login',
    source: 'src/app/sign-in-page.tsx',
    title: 'Sign in to corebank',
    intro: 'For the institution’s staff.',
  },
  { address: '/password', source: 'src/app/password-page.tsx', title: '', intro: '' },
];
const QUOTED = `(?:"([^"]+)"|'([^']+)')`;
/** The title and the introduction of a page or a list, where both are the same for everybody. */
const HEAD = new RegExp(`\\btitle(?:=|: )${QUOTED},?\\s+intro(?:=|:)\\s*${QUOTED}(?!\\s*\\+)`);
/** The introduction alone, where the title is that of a record. */
const INTRO = /\bintro="([^"]+)"/;
/** The title of a record while it is read, with a part of its address, as `Loan ${id}`. */
const RECORD = /<PageHead title=\{`([^`$]+)\$\{(\w+)\}`\} \/>/;

/**
 * Scripts, title, introduction and read of each page by its path, as `/aml/holds/$id`, from the built console in
 * `folder`. A record has the title that it has while it is read, in which `$id` stands for the part of the address, and
 * no introduction; its read is the address of the API, in which the same part stands.
 * @throws Error for a page whose script cannot be told.
 */
export function pageFacts(folder) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'dist', '.vite', 'manifest.json'), 'utf8'));
  const ofEveryPage = scriptsOf(manifest, ENTRY);
  const addresses = addressesOfApi(folder);
  const numberedRecords = JSON.parse(readFileSync(path.join(folder, 'src', 'api', 'numbered-records.json'), 'utf8'));
  return Object.fromEntries(
    [...BEFORE_SIGN_IN, ...pagesOf(folder)].map(({ address, source, title, intro, operation, ...seen }) => {
      if (!manifest[source]) throw new Error(`${address}: the build has no ${source}.`);
      const files = [...scriptsOf(manifest, source)].filter((file) => !ofEveryPage.has(file));
      const [part] = /\$\w+/.exec(address) ?? [];
      const read = operation === undefined ? '' : addresses.get(operation).replace(/\{\w+\}/, () => part);
      const numbered = numberedRecords[operation]?.map(({ pattern, list, filter }) => ({
        pattern,
        read: `${addresses.get(list)}?${filter}=${part}`,
      }));
      return [address, { files, title, intro, read, numbered, ...seen }];
    }),
  );
}

/** The address of each operation that reads, from the document of the API. */
function addressesOfApi(folder) {
  const document = JSON.parse(readFileSync(path.join(folder, '..', 'openapi', 'admin.json'), 'utf8'));
  return new Map(
    Object.entries(document.paths).flatMap(([address, { get }]) => (get ? [[get.operationId, address]] : [])),
  );
}

/** The script of a source and all that it imports when it begins. */
function scriptsOf(manifest, source, found = new Set()) {
  const { file, imports = [] } = manifest[source];
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of imports) scriptsOf(manifest, imported, found);
  return found;
}

/** Path, source and head of the pages of each area, as its `pages.ts` names them. */
function pagesOf(folder) {
  const areas = path.join(folder, 'src', 'pages');
  return readdirSync(areas).flatMap((area) => {
    const text = readFileSync(path.join(areas, area, 'pages.ts'), 'utf8');
    const pages = [...text.matchAll(PAGE)].map(([, address, title, facts, file]) => {
      const source = path.posix.join('src', 'pages', area, `${file}.tsx`);
      const [, operation] = RECORD_READ.exec(facts) ?? [];
      const [, firstText] = FIRST_TEXT.exec(facts) ?? [];
      const head = headOf(readFileSync(path.join(folder, source), 'utf8'), address);
      return { address, source, title, intro: '', operation, firstText, isCase: IS_CASE.test(facts), ...head };
    });
    const loads = text.match(LOAD).length;
    if (pages.length !== loads) throw new Error(`${area}: ${pages.length} of ${loads} pages were understood.`);
    return pages;
  });
}

/** What the text of a page says of its head. */
function headOf(text, address) {
  // The lists on the page of a record have heads of their own; a queue has its head beside each of its records too.
  if (address.includes('$') && !text.includes('<QueuePage')) {
    const [, words, part] = RECORD.exec(text) ?? [];
    return address.includes(`$${part}`) ? { title: `${words}$${part}` } : {};
  }
  const head = HEAD.exec(text);
  if (head) return { title: head[1] ?? head[2], intro: head[3] ?? head[4] };
  const intro = INTRO.exec(text);
  return intro ? { intro: intro[1] } : {};
}
