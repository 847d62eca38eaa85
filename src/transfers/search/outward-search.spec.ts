import { type TransferCriteria, Values } from './local-search';
import { outwardBranches } from './outward-search';

const account = { kind: 'deposit' as const, number: '0123456789', accountId: 11, ledgerAccountId: 10 };
const search = (criteria: TransferCriteria): { tables: string[]; text: string; values: unknown[] } => {
  const values = new Values([1]);
  const branches = outwardBranches(criteria, values);
  return {
    tables: branches.map(({ from }) => from.split(' ')[0]!),
    text: branches.map(({ conditions }) => conditions.join(' AND ')).join('\n'),
    values: values.list,
  };
};

describe('outwardBranches', () => {
  it('reads debited transfers from their payouts and the others from the waiting postings', () => {
    const { tables, text } = search({});
    expect(tables).toEqual(['payout', 'posting']);
    expect(text).toContain(`p.status <> 'Posted'`);
  });

  it('finds the transfers that an account sent', () => {
    const { text, values } = search({ account });
    expect(text).toContain('o.account_number = $2');
    expect(values).toEqual([1, '0123456789', '0123456789']);
  });

  it.each(['virtual', 'gl'] as const)('finds no outward transfers for a %s account', (kind) => {
    expect(search({ account: { ...account, kind } }).tables).toEqual([]);
  });

  it.each<[NonNullable<TransferCriteria['processingStatus']>, string[]]>([
    ['Processed', ['payout']],
    ['Reversed', ['payout']],
    ['PendingTSQ', ['payout']],
    ['Pending', ['payout', 'posting']],
    ['Failed', ['payout', 'posting']],
  ])('searches only tables that can have transfers with status %s', (processingStatus, tables) => {
    expect(search({ processingStatus }).tables).toEqual(tables);
  });

  it('filters a reference by the status of its payout, or of its posting when there is no payout', () => {
    expect(search({ reference: 'REF-1', processingStatus: 'Pending' }).values).toEqual([
      1,
      'REF-1',
      'Pending',
      ['Held', 'PendingApproval'],
    ]);
    expect(search({ reference: 'PST000000000012' }).values).toEqual([1, 'PST000000000012', 12]);
  });
});
