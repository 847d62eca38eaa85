import { existsSync } from 'node:fs';

/** Modules below all others: a change there is tried on a few suites of several modules. `npm test` runs all. */
const FOUNDATIONS = ['common', 'ledger'];
const FOUNDATION_SUITES = [
  'test/ledger/',
  'test/common/(jobs|outbox|unit-of-work|rows|schema)\\.',
  'test/postings/post-transaction\\.',
  'test/transfers/local',
  'test/aml/hold-lifecycle\\.',
  'test/security/http-edge\\.',
];
/** Folders of tests of the modules that have none of their own name. */
const SUITES_OF_MODULE = {
  'business-day': ['test/end-of-day/business-date\\.', 'test/end-of-day/end-of-day\\.'],
  'embedded-postgres': ['test/common/database/'],
  seed: ['test/sandbox/'],
};

/** Patterns of the end-to-end suites that guard the changed files most closely, and the changed suites themselves. */
export function suitesOf(changed) {
  const patterns = changed.flatMap((file) => {
    if (file.endsWith('.e2e-spec.ts')) return existsSync(file) ? [file.replaceAll('.', '\\.')] : [];
    const [folder, module, ...below] = file.split('/');
    if (folder !== 'src' || below.length === 0 || file.endsWith('.spec.ts')) return [];
    if (FOUNDATIONS.includes(module)) return FOUNDATION_SUITES;
    return SUITES_OF_MODULE[module] ?? (existsSync(`test/${module}`) ? [`test/${module}/`] : []);
  });
  return [...new Set(patterns)].sort();
}
