import { account, leg } from '../ledger/engine/testing/batch-fixtures';
import { movementSummary } from './movement-summary';

const accounts = new Map(
  [1, 2, 3, 4, 5, 6].map((id) => [id, account({ id, number: `N${id}`, name: `Account ${id}` })]),
);
const sentence = (request: Partial<Parameters<typeof movementSummary>[0]>): string =>
  movementSummary(
    { legs: [], reference: 'REF-1', narration: 'rent', ...request },
    { title: 'Post transaction', amountKobo: 25_000_000n, accounts },
  );

describe('movementSummary', () => {
  it('names the accounts of the principal, and not those of its charges', () => {
    const legs = [leg(1, 'debit', 9n), leg(2, 'credit', 9n), leg(1, 'debit', 1n, 'fee'), leg(3, 'credit', 1n, 'fee')];
    expect(sentence({ legs })).toBe('Post transaction of ₦250,000.00 from N1 to N2, reference REF-1: rent');
  });

  it('names the virtual account in place of its settlement account', () => {
    const legs = [leg(1, 'debit', 9n), { ...leg(2, 'credit', 9n), virtualNumber: 'V7' }];
    expect(sentence({ legs })).toContain('from N1 to V7,');
  });

  it('names the accounts of a reversal, each once', () => {
    const legs = [leg(2, 'debit', 9n, 'reversal'), leg(1, 'credit', 8n, 'reversal'), leg(1, 'credit', 1n, 'reversal')];
    expect(sentence({ legs })).toContain('from N2 to N1,');
  });

  it('names the parties of the request where it has other ones than its accounts of record', () => {
    const parties = { sourceAccounts: ['0000000011'], destinationAccounts: ['0987654321'] };
    expect(sentence({ legs: [leg(1, 'debit', 9n), leg(2, 'credit', 9n)], parties })).toContain(
      'from 0000000011 to 0987654321,',
    );
  });

  it('names three accounts of a side and says that there are others', () => {
    const legs = [1, 2, 3, 4, 5].map((id) => leg(id, 'debit', 1n));
    expect(sentence({ legs: [...legs, leg(6, 'credit', 5n)] })).toContain('from N1, N2, N3 and others to N6,');
  });

  it('has the accounts before the texts of the maker, so that the longest texts do not cut them off', () => {
    const text = sentence({
      legs: [leg(1, 'debit', 9n), leg(2, 'credit', 9n)],
      reference: 'R'.repeat(100),
      narration: 'x'.repeat(250),
    });
    expect(text.indexOf('from N1 to N2')).toBeLessThan(text.indexOf('RRR'));
  });
});
