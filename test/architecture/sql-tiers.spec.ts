import TIERS from '../../scripts/lib/tiers.cjs';
import { classesIn, stringsIn, toKebabCase, typeScriptFiles } from '../support/source-tree';

/**
 * Statements that use a table of a higher tier, with the reason. Every other need goes through an event, or an abstract
 * class declared below and provided above.
 */
const UPWARD_USES: { file: string; table: string; reason: string }[] = [
  {
    file: 'src/common/housekeeping.ts',
    table: 'institution_directory',
    reason: 'housekeeping runs for every institution, and the routing table is the list of them',
  },
  {
    file: 'src/ledger/proof/queries/prove-ledger.ts',
    table: 'lien',
    reason: 'the proof compares the liened sums of the accounts with the liens, in the same snapshot',
  },
  {
    file: 'src/ledger/proof/queries/prove-ledger.ts',
    table: 'overdraft',
    reason: 'the proof compares the overdraft limits of the accounts with the overdrafts, in the same snapshot',
  },
];

const ALIAS = String.raw`(?:\s+(?:AS\s+)?[a-z]\w*)?`;
/** The tables after a keyword; keywords are in capitals throughout. */
const TABLE_LIST = new RegExp(
  String.raw`\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+|LATERAL\s+)?("?[a-z_]+"?${ALIAS}(?:\s*,\s*"?[a-z_]+"?${ALIAS})*)`,
  'g',
);

const sources = typeScriptFiles('src').filter(
  (file) => file.split('/').length > 2 && !file.endsWith('.spec.ts') && !file.includes('/migrations/'),
);
const owners = ownersOfTables();

describe('SQL and the tiers', () => {
  const uses = sources.flatMap((file) => tablesUsed(file).map((table) => ({ file, table })));
  const upward = uses.filter(({ file, table }) => {
    const [own, owner] = [tierOf(moduleOf(file)), tierOf(owners.get(table) ?? '')];
    return own !== -1 && owner > own;
  });

  it('uses tables of the own or a lower tier only', () => {
    const unexplained = upward.filter(
      (use) => !UPWARD_USES.some(({ file, table }) => file === use.file && table === use.table),
    );
    expect(unexplained.map(({ file, table }) => `${file}: ${table} of ${owners.get(table)}`)).toEqual([]);
    // Guards against a pattern that finds nothing.
    expect(uses.length).toBeGreaterThan(100);
    expect(owners.size).toBeGreaterThan(50);
  });

  it('has no exception that is needed no longer', () => {
    const unused = UPWARD_USES.filter(
      ({ file, table }) => !upward.some((use) => use.file === file && use.table === table),
    );
    expect(unused).toEqual([]);
  });
});

/** The module that owns each table: the folder of its entity. */
function ownersOfTables(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of sources)
    for (const { name, decorators } of classesIn(file))
      for (const { args } of decorators.filter((decorator) => decorator.name === 'Entity'))
        found.set(args[0]?.replaceAll("'", '') ?? toKebabCase(name).replaceAll('-', '_'), moduleOf(file));
  return found;
}

/** The tables that the statements of a file name, each once. */
function tablesUsed(file: string): string[] {
  const lists = stringsIn(file).flatMap((text) => [...text.matchAll(TABLE_LIST)].map(([, list]) => list ?? ''));
  const names = lists.flatMap((list) => list.split(',').map((item) => /[a-z_]+/.exec(item)?.[0] ?? ''));
  return [...new Set(names)].filter((name) => owners.has(name));
}

function moduleOf(file: string): string {
  return file.split('/')[1] ?? '';
}

/** −1 for the programs beside the product, such as the sandbox. */
function tierOf(module: string): number {
  return TIERS.findIndex((modules) => modules.includes(module));
}
