import { SHOWN_READS, WITHHELD_READS } from '../../src/personal-data/export/shown-reads';
import { readSource, typeScriptFiles } from '../support/source-tree';

/** The action of a read that a route or a list declares. */
const DECLARED = /\breadOf\(\s*'([a-z.-]+)'|\baction: '([a-z.-]+)',\s*subject: \(/g;

describe('reads of records by staff', () => {
  const declared = new Set(
    typeScriptFiles('src').flatMap((file) =>
      [...readSource(file).matchAll(DECLARED)].map(([, byNames, byItself]) => byNames ?? byItself!),
    ),
  );

  it('are each either in the export of a person or withheld from it', () => {
    const decided = [...SHOWN_READS, ...WITHHELD_READS];
    expect([...declared].filter((action) => !decided.includes(action))).toEqual([]);
    expect(SHOWN_READS.filter((action) => WITHHELD_READS.includes(action))).toEqual([]);
  });

  it('are declared by a route, but for the export and the numbers that are revealed', () => {
    const undeclared = [...SHOWN_READS, ...WITHHELD_READS].filter((action) => !declared.has(action));
    expect(undeclared).toEqual(['customer.export', 'customer.reveal']);
  });

  it('of the AML desk, of legal holds and of complaints about fraud are withheld', () => {
    const warning = /^(aml|nfiu|watch|risk|legal|fraud)-/;
    expect(SHOWN_READS.filter((action) => warning.test(action))).toEqual([]);
    expect(WITHHELD_READS.filter((action) => warning.test(action)).length).toBeGreaterThan(10);
  });
});
