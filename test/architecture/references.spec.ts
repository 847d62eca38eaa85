import { existsSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf, linksOf } from '../support/markdown';
import { commentsIn, filesBelow, PROJECT_ROOT, readSource } from '../support/source-tree';

const CODE_FOLDERS = ['src', 'test', 'bench', 'torture', 'scripts'];
const SELF = 'test/architecture/references.spec.ts';

/** A page of this repository as a comment cites it, with or without an anchor. */
const CITED_PAGE = /(?:docs\/[\w./-]+?|\b(?:SECURITY|README|CONTRIBUTING|CHANGELOG))\.md(?:#[\w-]+)?/g;
const CITED_RECORD = /\bADR (\d+)|docs\/adr\/(\d{4}-[\w-]+)/g;
/** Documents that are not in the repository. */
const CITED_ELSEWHERE = [/\bdesign,? §/, /\((?:the )?(?:contract|spec)\b/i, /(?<!docs\/)\bdomain\/[a-z]/];

const pages = ['.', 'docs', 'bench', 'torture', 'openapi', 'test', 'scripts', '.github'].flatMap((folder) =>
  !existsSync(path.join(PROJECT_ROOT, folder))
    ? []
    : folder === '.'
      ? ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
      : filesBelow(folder, /\.md$/),
);
const records = filesBelow('docs/adr', /\d{4}-.*\.md$/);
const code = CODE_FOLDERS.flatMap((folder) => filesBelow(folder, /\.(ts|cts|mjs|cjs)$/))
  .concat('eslint.config.mjs', 'jest.config.cjs', '.dependency-cruiser.cjs')
  .filter((file) => file !== SELF);
const comments = code.flatMap((file) => commentsIn(file).map(({ line, text }) => ({ file, line, text })));
const anchors = new Map<string, Set<string>>();

describe('references', () => {
  it('every page that a comment cites exists, with the anchor', () => {
    const cited = comments.flatMap(({ file, line, text }) =>
      [...text.matchAll(CITED_PAGE)].map(([target]) => ({ at: `${file}:${line}`, target })),
    );
    expect(cited.filter(({ target }) => !resolves(target, '')).map(({ at, target }) => `${at}: ${target}`)).toEqual([]);
    // Guards against a reader of comments that finds none.
    expect(cited.length).toBeGreaterThan(5);
  });

  it('every decision record that a comment or a page cites exists', () => {
    const texts = [...comments, ...pages.map((file) => ({ file, line: 1, text: readSource(file) }))];
    const missing = texts.flatMap(({ file, line, text }) =>
      [...text.matchAll(CITED_RECORD)]
        .filter(([, number, name]) => !records.some((record) => isRecord(record, number, name)))
        .map(([target]) => `${file}:${line}: ${target}`),
    );
    expect(missing).toEqual([]);
  });

  it('every relative link of a page leads to a file, with the anchor', () => {
    const links = pages.flatMap((file) => linksOf(readSource(file)).map((link) => ({ file, ...link })));
    const broken = links
      .filter(({ target }) => !/^[a-z]+:/.test(target))
      .filter(
        ({ file, target }) => !resolves(target.startsWith('#') ? path.posix.basename(file) + target : target, file),
      )
      .map(({ file, line, target }) => `${file}:${line}: ${target}`);
    expect(broken).toEqual([]);
    expect(links.length).toBeGreaterThan(100);
  });

  it('no comment cites a document that is not in the repository', () => {
    const found = comments
      .filter(({ text }) => CITED_ELSEWHERE.some((pattern) => pattern.test(text)))
      .map(({ file, line, text }) => `${file}:${line}: ${text.replace(/\s+/g, ' ').slice(0, 100)}`);
    expect(found).toEqual([]);
  });
});

/** Whether a path, with or without an anchor, leads somewhere from the folder of a file; '' is the project's folder. */
function resolves(target: string, from: string): boolean {
  const [page = '', anchor] = target.split('#');
  const file = path.posix.join(path.posix.dirname(from), decodeURI(page));
  if (!existsSync(path.join(PROJECT_ROOT, file))) return false;
  if (anchor === undefined || !file.endsWith('.md')) return true;
  const known = anchors.get(file) ?? anchorsOf(readSource(file));
  anchors.set(file, known);
  return known.has(anchor);
}

function isRecord(record: string, number: string | undefined, name: string | undefined): boolean {
  const file = path.posix.basename(record, '.md');
  return name === undefined ? Number(file.slice(0, 4)) === Number(number) : file === name;
}
