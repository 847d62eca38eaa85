import { countStatement, localBranches, pageStatement, type TransferCriteria, Values } from './local-search';

const account = { kind: 'deposit' as const, number: '0123456789', accountId: 11, ledgerAccountId: 10 };
const search = (criteria: TransferCriteria): { tables: string[]; text: string; values: unknown[] } => {
  const values = new Values([1]);
  const branches = localBranches(criteria, values);
  return {
    tables: branches.map(({ from }) => from.split(' ')[0]!),
    text: branches.map(({ conditions }) => conditions.join(' AND ')).join('\n'),
    values: values.list,
  };
};

describe('localBranches', () => {
  it('reads posted and waiting transfers from their own indexes', () => {
    const { tables, text } = search({});
    expect(tables).toEqual(['posting', 'posting']);
    expect(text).toContain(`p.status = 'Posted'`);
    expect(text).toContain(`p.status <> 'Posted'`);
  });

  it('finds the posted transfers of an account by its entries and the waiting ones by their metadata', () => {
    const { tables, text, values } = search({ account });
    expect(tables).toEqual(['posting_entry', 'posting']);
    expect(text).toContain('account_number_from');
    expect(values).toEqual([1, 10, '0123456789']);
  });

  it('narrows a virtual account to its own entries', () => {
    const { text, values } = search({ account: { ...account, kind: 'virtual' }, processingStatus: 'Processed' });
    expect(text).toContain('e.virtual_account_id = $3');
    expect(values).toEqual([1, 10, 11]);
  });

  it.each<[TransferCriteria['processingStatus'], string[]]>([
    ['Processed', ['posting']],
    ['Pending', ['posting']],
    ['Failed', ['posting']],
    ['Reversed', ['posting']],
    ['PendingTSQ', []],
  ])('searches only tables that can have transfers with status %s', (processingStatus, tables) => {
    expect(search({ processingStatus }).tables).toEqual(tables);
  });

  it('finds a transfer of any status by its reference or its posting reference', () => {
    expect(search({ reference: 'REF-1' }).values).toEqual([1, 'REF-1']);
    expect(search({ reference: 'PST000000000012' }).values).toEqual([1, 'PST000000000012', 12]);
  });
});

describe('pageStatement and countStatement', () => {
  it('read each branch no further than the page needs', () => {
    const branches = localBranches({}, new Values([1]));
    expect(pageStatement(branches, 'Desc', 40, 20).match(/LIMIT 60/g)).toHaveLength(2);
    expect(pageStatement(branches, 'Asc', 0, 20)).toMatch(/ORDER BY at ASC, id ASC LIMIT 20 OFFSET 0$/);
    expect(countStatement(branches, 10_001).match(/LIMIT 10001/g)).toHaveLength(3);
  });
});
