import TIERS from '../../scripts/lib/tiers.cjs';
import { classesIn, stringsIn, toKebabCase, typeScriptFiles } from '../support/source-tree';

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

  // A need of a higher tier's rows goes through an event, or an abstract class declared below and provided above.
  it('uses tables of the own or a lower tier only', () => {
    expect(upward.map(({ file, table }) => `${file}: ${table} of ${owners.get(table)}`)).toEqual([]);
    // Guards against a pattern that finds nothing.
    expect(uses.length).toBeGreaterThan(100);
    expect(owners.size).toBeGreaterThan(50);
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
