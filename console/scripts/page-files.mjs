// Which scripts each page of the console needs beside those of every page. The server names them in the document of the
// page (src/console-files.ts), so that the browser fetches them with the first ones and not after them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = /path: '([^']+)'(?:(?!path: ')[\s\S])*?load: \(\) => import\('([^']+)'\)/g;
const LOAD = /\bload: /g;
const ENTRY = 'index.html';
/** The pages before the sign-in, which `src/app/router.tsx` names itself. */
const BEFORE_SIGN_IN = [
  ['/login', 'src/app/sign-in-page.tsx'],
  ['/password', 'src/app/password-page.tsx'],
];

/**
 * The scripts of each page by its path, as `/aml/holds/$id`, from the built console in `folder`.
 * @throws Error for a page whose script cannot be told.
 */
export function pageFiles(folder) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'dist', '.vite', 'manifest.json'), 'utf8'));
  const ofEveryPage = scriptsOf(manifest, ENTRY);
  return Object.fromEntries(
    [...BEFORE_SIGN_IN, ...pagesOf(folder)].map(([address, source]) => {
      if (!manifest[source]) throw new Error(`${address}: the build has no ${source}.`);
      return [address, [...scriptsOf(manifest, source)].filter((file) => !ofEveryPage.has(file))];
    }),
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

/** Path and source of the pages of each area, as its `pages.ts` names them. */
function pagesOf(folder) {
  const areas = path.join(folder, 'src', 'pages');
  return readdirSync(areas).flatMap((area) => {
    const text = readFileSync(path.join(areas, area, 'pages.ts'), 'utf8');
    const pages = [...text.matchAll(PAGE)].map(([, address, source]) => [
      address,
      path.posix.join('src', 'pages', area, `${source}.tsx`),
    ]);
    const loads = text.match(LOAD).length;
    if (pages.length !== loads) throw new Error(`${area}: ${pages.length} of ${loads} pages were understood.`);
    return pages;
  });
}
