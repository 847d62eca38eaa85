import path from 'node:path';
import {
  exportedNames,
  filesBelow,
  functionNames,
  identifiersIn,
  readSource,
  stringsIn,
  typeScriptFiles,
} from '../support/source-tree';

const FOLDERS = ['src', 'test', 'bench', 'torture', 'scripts'];
const SELF = 'test/architecture/names.spec.ts';

/** Words that a reader could not explain, and the words in their place (docs/glossary.md). */
const RETIRED_IDENTIFIERS: { word: RegExp; instead: string; within?: string }[] = [
  { word: /^PostingPump$/, instead: 'PostingBatcher' },
  { word: /^[dD]ivert|^Diversion|Diversion$/, instead: 'intercept, Interception' },
  { word: /^CompanionRow/, instead: 'ExtraRow' },
  { word: /^companions$/, instead: 'rowsWithPosting' },
  { word: /^limited$/, instead: 'countsTowardsLimits', within: 'src/' },
  { word: /^traits$/, instead: 'meta' },
  { word: /^heldKobo$/, instead: 'lienedKobo' },
  { word: /^currentBusinessDate$/, instead: 'lockBusinessDate' },
  { word: /^askTerms$|^AskedTerms$/, instead: 'resolveLoanTerms' },
  { word: /^[lL]oanTies$/, instead: 'loan blockers, loan entities' },
  { word: /^[lL]oanBooks$/, instead: 'loan accounts' },
  { word: /^[lL]oanSurroundings$/, instead: 'context' },
  { word: /^[cC]atchUp|CatchUp/, instead: 'the name of the missed work' },
];

const RETIRED_FILE_NAMES: { word: RegExp; instead: string }[] = [
  { word: /posting-pump/, instead: 'posting-batcher' },
  { word: /diversion|divert/, instead: 'interception' },
  { word: /ask-terms/, instead: 'resolve-loan-terms' },
  { word: /loan-(ties|books|surroundings)/, instead: 'loan blockers, loan entities, loan accounts, loan context' },
  { word: /catch-up/, instead: 'the name of the missed work' },
  { word: /dead-work/, instead: 'dead-letters' },
];

const RETIRED_PHRASES: { phrase: RegExp; instead: string }[] = [{ phrase: /\bdead work\b/i, instead: 'dead letter' }];

/** Strings that another program reads keep the old word there. */
const RETIRED_STRINGS: { text: string; instead: string; allowedIn: string }[] = [
  // The label of a metric, which dashboards name.
  { text: 'locked-elsewhere', instead: 'lock-unavailable', allowedIn: 'src/ledger/engine/ledger.service.ts' },
];

/** `assertX` throws, `xViolation` answers; other names for "why not" are forbidden. */
const WHY_NOT = /^(check|refuse)[A-Z]|(Refusal|Fault|Complaint)$/;
/** Functions that work on a refusal that is there already, or on a connection. */
const NOT_WHY_NOT = new Set(['asRefusal', 'claimRefusal', 'encodeRefusal', 'storeRefusal', 'refuseConnection']);

const sources = typeScriptFiles('src').filter((file) => !file.endsWith('.spec.ts'));
/** Where each identifier of the code is used, by file and line of its first use there. */
const identifiers = new Map<string, string[]>();
const programs = FOLDERS.flatMap(typeScriptFiles).filter((file) => file !== SELF);

describe('names', () => {
  beforeAll(() => {
    for (const file of programs)
      for (const [name, line] of identifiersIn(file))
        identifiers.set(name, [...(identifiers.get(name) ?? []), `${file}:${line}`]);
  });

  it('no two files of src export the same name', () => {
    const files = new Map<string, string[]>();
    for (const file of sources)
      for (const name of exportedNames(file)) files.set(name, [...(files.get(name) ?? []), file]);
    expect([...files].filter(([, of]) => of.length > 1).map(([name, of]) => `${name}: ${of.join(', ')}`)).toEqual([]);
    // Guards against a reader of exports that finds none.
    expect(files.size).toBeGreaterThan(1_000);
  });

  it('no file of src is named with the plural of another of the same kind', () => {
    const files = new Map<string, string[]>();
    for (const file of sources) {
      const base = path.posix.basename(file);
      files.set(base, [...(files.get(base) ?? []), file]);
    }
    const pairs = [...files].flatMap(([base, singular]) =>
      pluralsOf(base)
        .flatMap((plural) => files.get(plural) ?? [])
        .map((plural) => `${singular.join(', ')} beside ${plural}`),
    );
    expect(pairs).toEqual([]);
  });

  it.each(RETIRED_IDENTIFIERS)('no code uses $word; it says $instead', ({ word, within = '' }) => {
    const found = [...identifiers]
      .filter(([name]) => word.test(name))
      .flatMap(([name, places]) => places.map((place) => `${place}: ${name}`))
      .filter((place) => place.startsWith(within));
    expect(found).toEqual([]);
  });

  it.each(RETIRED_FILE_NAMES)('no file is named $word; it says $instead', ({ word }) => {
    expect(programs.filter((file) => word.test(path.posix.basename(file)))).toEqual([]);
  });

  it.each(RETIRED_PHRASES)('no text says $phrase; it says $instead', ({ phrase }) => {
    const files = [...programs, ...filesBelow('docs', /\.md$/)];
    expect(files.filter((file) => phrase.test(readSource(file)))).toEqual([]);
  });

  it.each(RETIRED_STRINGS)("no string is '$text' outside $allowedIn; it says $instead", ({ text, allowedIn }) => {
    const found = programs.filter((file) => stringsIn(file).includes(text));
    expect(found.filter((file) => file !== allowedIn)).toEqual([]);
  });

  it('a rule is assertX, which throws, or xViolation, which answers', () => {
    const others = sources.flatMap((file) =>
      functionNames(file)
        .filter((name) => WHY_NOT.test(name) && !NOT_WHY_NOT.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(others).toEqual([]);
  });
});

/** File names that would be the plural of this one: `till.dto.ts` has `tills.dto.ts`. */
function pluralsOf(base: string): string[] {
  const [stem = '', ...suffixes] = base.split('.');
  const stems = [`${stem}s`, `${stem}es`, ...(stem.endsWith('y') ? [`${stem.slice(0, -1)}ies`] : [])];
  return stems.map((plural) => [plural, ...suffixes].join('.'));
}
