import { stringsIn, typeScriptFiles } from '../support/source-tree';

/** Built by the two forms of `array-insert.ts` and `insert-rows.ts`, or of a table that is on every machine. */
const OTHERWISE = [
  'src/common/database/distribution/array-insert.ts',
  'src/common/database/insert-rows.ts',
  'src/common/database/program-tolerance.ts',
];

const sources = typeScriptFiles('src').filter(
  (file) => !file.endsWith('.spec.ts') && !file.includes('/migrations/') && !OTHERWISE.includes(file),
);

/** Each `INSERT … SELECT` of a text, up to the next insert. */
function computedInserts(text: string): string[] {
  return text
    .split(/(?=\bINSERT INTO\b)/)
    .filter((part) => /^INSERT INTO\b/.test(part) && /\bSELECT\b/.test(part) && !/^[^;]*?\)\s*VALUES\b/.test(part));
}

describe('SQL and distributed databases', () => {
  // Without RETURNING, Citus copies the rows to the shards, which row-level security refuses
  // (docs/adr/0040-citus-distributes-by-institution.md).
  it('returns something from every INSERT … SELECT', () => {
    const found = sources.flatMap((file) =>
      stringsIn(file).flatMap((text) => computedInserts(text).map((insert) => ({ file, insert }))),
    );
    const silent = found.filter(({ insert }) => !/\bRETURNING\b/.test(insert));
    expect(silent.map(({ file, insert }) => `${file}: ${insert.slice(0, 80)}`)).toEqual([]);
    // Guards against a pattern that finds nothing.
    expect(found.length).toBeGreaterThan(12);
  });
});
