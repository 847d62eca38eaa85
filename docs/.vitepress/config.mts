import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';

const SOURCE = path.resolve(import.meta.dirname, '..');

/** Pages for people who change the program; they are read in the repository. */
const NOT_ON_THE_SITE = [
  'ARCHITECTURE.md',
  'schema.md',
  'adr/**',
  'models/**',
  'mutation-testing.md',
  'reliability.md',
  'runbooks/README.md',
];
const isOnTheSite = (file: string): boolean =>
  !file.startsWith('..') &&
  file.endsWith('.md') &&
  existsSync(path.join(SOURCE, file)) &&
  !NOT_ON_THE_SITE.some((left) => (left.endsWith('/**') ? file.startsWith(left.slice(0, -2)) : file === left));

/** A page of the sidebar, named by the title that it has. */
function page(file: string): { text: string; link: string } {
  const [, title] = /^# (.+)$/m.exec(readFileSync(path.join(SOURCE, file), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`docs/${file} has no title.`);
  return { text: title.replaceAll('`', ''), link: `/${file.replace(/\.md$/, '')}` };
}

const listed = new Set<string>(['index.md']);

/** Pages of a folder in this order. */
function pages(folder: string, names: string): { text: string; link: string }[] {
  const files = names.split(' ').map((name) => `${folder}${name}.md`);
  for (const file of files) listed.add(file);
  return files.map(page);
}

/** @throws Error for a page that no list of the sidebar has */
function assertEveryPageIsListed(): void {
  const all = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const missing = all.filter((file) => isOnTheSite(file) && !listed.has(file));
  if (missing.length > 0) throw new Error(`Add ${missing.join(', ')} to the sidebar in docs/.vitepress/config.mts.`);
}

const site = defineConfig({
  title: 'corebank',
  description: 'Core-banking API channel for Nigerian institutions',
  base: '/docs/',
  outDir: '../site',
  cacheDir: '../.cache/vitepress',
  srcExclude: NOT_ON_THE_SITE,
  // The program serves the references, from its code.
  ignoreDeadLinks: [/^\/(reference|admin)\/(index)?$/],
  lastUpdated: false,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/getting-started' },
      { text: 'Topics', link: '/api/README' },
      { text: 'Operating', link: '/operations' },
      { text: 'API reference', link: '/reference/', target: '_self' },
      { text: 'Admin API reference', link: '/admin/', target: '_self' },
    ],
    sidebar: [
      {
        text: 'Guides',
        items: pages(
          'guides/',
          'getting-started authentication money-and-references aml-holds webhooks errors sandbox test-clock going-live versioning',
        ),
      },
      {
        text: 'Topics',
        collapsed: true,
        items: pages(
          'api/',
          'README conventions errors authentication accounts transfers bulk-transfers inward-transfers settlement bills cards aml-holds scenarios cases nfiu-reports risk-ratings fraud-complaints watch-lists approvals loans group-loans loan-reviews fixed-deposits liens-overdrafts-limits postings enquiries reports exports books returns documents-and-messages metadata events webhooks requests recovery end-of-day products institutions staff-sessions passkeys staff-work personal-data audit-and-operations versioning operation-names',
        ),
      },
      {
        text: 'Rules of banking',
        collapsed: true,
        items: pages(
          'domain/',
          'loans provisions lending-practice deposits-and-interest aml scenarios watch-lists nigeria',
        ),
      },
      {
        text: 'Operating',
        collapsed: true,
        items: pages(
          '',
          'console operations scaling performance import extracts ledger-proof deployment database-roles backup upgrading security clients sandbox glossary',
        ),
      },
      { text: 'Supervision', collapsed: true, items: pages('aml/', 'baseline-standards') },
      { text: 'Runbooks', collapsed: true, items: pages('runbooks/', 'service work money access') },
    ],
  },
  markdown: {
    config: (markdown) => {
      // A link to a file of the repository that is not on the site is shown as its text.
      markdown.core.ruler.push('links-within-the-site', ({ tokens, env }) => {
        const folder = path.dirname((env as { relativePath: string }).relativePath);
        for (const { children } of tokens) {
          let isOutside = false;
          for (const token of children ?? []) {
            if (token.type === 'link_open') {
              const target = String(token.attrGet('href'));
              const isRelative = !/^([a-z]+:|#|\/)/.test(target);
              isOutside = isRelative && !isOnTheSite(path.join(folder, target.split('#')[0]));
            }
            if (!isOutside || !/^link_(open|close)$/.test(token.type)) continue;
            if (token.type === 'link_close') isOutside = false;
            Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0, attrs: null });
          }
        }
      });
    },
  },
});

assertEveryPageIsListed();

export default site;
