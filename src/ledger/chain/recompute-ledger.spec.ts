import { sha256 } from '../../common/crypto/digest';
import type { LedgerMisfit } from './ledger-misfit';
import { recomputeLedger } from './recompute-ledger';
import { entryLine, linesOf, postingLine, type RowsOfLedger, tenTransfers } from './testing/ledger-rows';

const DAYS = ['2026-11-20', '2026-11-21'];

async function found(change: (rows: RowsOfLedger) => void): Promise<LedgerMisfit | undefined> {
  const rows = tenTransfers();
  change(rows);
  return (await recomputeLedger(linesOf(rows), DAYS)).misfit;
}

describe('recomputeLedger', () => {
  it.each([1, 2, 3, 7, 100])('finds nothing wrong in rows that fit, %d lines at a time', async (linesOfBlock) => {
    const rows = tenTransfers();
    const checked = await recomputeLedger(linesOf(rows, linesOfBlock), DAYS);
    expect(checked).toMatchObject({ postings: 10, entries: 20, accounts: 3, misfit: undefined });
    const digest = (lines: string[]): unknown => ({ rows: lines.length, hash: sha256(lines.join('')) });
    expect(checked.contents).toEqual(
      DAYS.map((date) => ({
        postings: digest(rows.postings.filter(({ day }) => day === date).map(postingLine)),
        entries: digest(rows.entries.filter(({ day }) => day === date).map(entryLine)),
      })),
    );
  });

  it('gives each segment the rows up to its date, and none for a date without rows', async () => {
    const rows = tenTransfers();
    const { contents } = await recomputeLedger(linesOf(rows), ['2026-11-19', '2026-11-21', '2026-11-25']);
    expect(contents.map(({ postings, entries }) => [postings.rows, entries.rows])).toEqual([
      [0, 0],
      [10, 20],
      [0, 0],
    ]);
    expect(contents[0]!.postings.hash).toEqual(sha256(''));
  });

  it('leaves rows after the last segment out of it and checks them all the same', async () => {
    const rows = tenTransfers();
    rows.entries.at(-1)!.amount += 1n;
    const { contents, misfit } = await recomputeLedger(linesOf(rows), ['2026-11-20']);
    expect(contents.map(({ postings }) => postings.rows)).toEqual([5]);
    expect(misfit).toMatchObject({ problem: 'balance-wrong', day: '2026-11-21' });
    expect((await recomputeLedger(linesOf(tenTransfers()), [])).contents).toEqual([]);
  });

  it('counts in bigints where a number would lose kobo', async () => {
    const rows = tenTransfers();
    const large = 9_007_199_254_740_993n;
    for (const row of [...rows.entries, ...rows.accounts]) {
      if (row.debits > 0n) row.debits += large;
      if (row.credits > 0n) row.credits += large;
    }
    for (const row of rows.entries) row.balance += large;
    for (const row of rows.entries) if (row.seq === 1) row.amount += large;
    for (const posting of rows.postings) {
      const own = rows.entries.filter(({ postingId }) => postingId === posting.id);
      posting.debits = own[0]!.amount;
      posting.credits = own[1]!.amount;
    }
    const { misfit } = await recomputeLedger(linesOf(rows), DAYS);
    // The second account that is credited got its first amount from a posting whose debit was not the first.
    expect(misfit).toMatchObject({ problem: 'posting-unbalanced', postingId: 102 });
    expect(misfit!.message).toContain('9007199254741013');
  });

  it.each<[string, (rows: RowsOfLedger) => void, Partial<LedgerMisfit>]>([
    [
      'an amount',
      ({ entries }) => (entries[3]!.amount += 1n),
      { problem: 'balance-wrong', day: '2026-11-20', postingId: 102, leg: 2, accountId: 3 },
    ],
    [
      'a running total',
      ({ entries }) => (entries[4]!.debits += 1n),
      { problem: 'balance-wrong', postingId: 103, leg: 1 },
    ],
    ['a running total of credits', ({ entries }) => (entries[5]!.credits += 1n), { problem: 'balance-wrong', leg: 2 }],
    ['a balance', ({ entries }) => (entries[6]!.balance += 1n), { problem: 'balance-wrong', postingId: 104 }],
    [
      'the sign of a balance',
      ({ entries }) => (entries[6]!.balance *= -1n),
      { problem: 'balance-wrong', postingId: 104 },
    ],
    [
      'an amount below zero',
      ({ entries, postings }) => {
        for (const entry of entries.slice(0, 2)) {
          entry.amount = -10n;
          entry[entry.side === 'debit' ? 'debits' : 'credits'] = -10n;
          entry.balance = -10n;
        }
        Object.assign(postings[0]!, { debits: -10n, credits: -10n });
      },
      { problem: 'balance-wrong', postingId: 101, leg: 1 },
    ],
    [
      'the totals of a posting',
      ({ postings }) => (postings[2]!.credits += 1n),
      { problem: 'posting-unbalanced', postingId: 103 },
    ],
    [
      'the debits of a posting',
      ({ postings }) => (postings[2]!.debits += 1n),
      { problem: 'posting-unbalanced', postingId: 103 },
    ],
    ['a deleted entry', ({ entries }) => entries.splice(9, 1), { problem: 'posting-unbalanced', postingId: 105 }],
    [
      'a posting without its entries',
      ({ entries, postings }) => {
        entries.splice(8, 2);
        Object.assign(postings[4]!, { debits: 0n, credits: 0n });
      },
      { problem: 'posting-unbalanced', postingId: 105 },
    ],
    [
      'a deleted posting',
      ({ postings }) => postings.splice(4, 1),
      { problem: 'entry-without-posting', postingId: 105, leg: 1 },
    ],
    ['a deleted last posting', ({ postings }) => postings.pop(), { problem: 'entry-without-posting', postingId: 110 }],
    [
      'a posting deleted with its entries',
      ({ entries, postings }) => {
        entries.splice(4, 2);
        postings.splice(2, 1);
      },
      { problem: 'number-missing', day: '2026-11-20', postingId: 104, leg: 1, accountId: 1 },
    ],
    [
      'the last entries of all accounts deleted',
      ({ entries, postings }) => {
        entries.splice(16, 2);
        postings.splice(8, 1);
      },
      { problem: 'account-totals-wrong', accountId: 1 },
    ],
    [
      'a repeated number',
      ({ entries }) => (entries[2]!.seq = 1),
      { problem: 'number-repeated', postingId: 102, leg: 1 },
    ],
    [
      'a number that was taken twice while the one before is awaited',
      ({ entries }) => (entries[12]!.seq = entries[10]!.seq),
      { problem: 'number-repeated', postingId: 107, leg: 1 },
    ],
    [
      'the account of an entry',
      ({ entries }) => (entries[1]!.accountId = 3),
      { problem: 'number-repeated', postingId: 102 },
    ],
    [
      'postings in another order',
      ({ postings, entries }) => {
        postings.splice(0, 2, ...postings.slice(0, 2).reverse());
        entries.splice(0, 4, ...entries.slice(2, 4), ...entries.slice(0, 2));
      },
      { problem: 'rows-out-of-order', postingId: 101 },
    ],
    [
      'a posting twice',
      ({ postings }) => postings.splice(3, 0, { ...postings[2]! }),
      { problem: 'rows-out-of-order', message: 'The posting 103 is not after the posting 103.' },
    ],
    [
      'a posting of an earlier date after later ones',
      ({ postings, entries }) => {
        for (const row of [postings[5]!, ...entries.slice(10, 12)]) row.day = '2026-11-19';
      },
      { problem: 'rows-out-of-order', message: 'The posting 106 is not after the posting 105.' },
    ],
    ['a leg twice', ({ entries }) => (entries[1]!.leg = 1), { problem: 'rows-out-of-order', postingId: 101, leg: 1 }],
    [
      'the present debits of an account',
      ({ accounts }) => (accounts[0]!.debits += 1n),
      { problem: 'account-totals-wrong', accountId: 1 },
    ],
    [
      'the present credits of an account',
      ({ accounts }) => (accounts[2]!.credits += 1n),
      { problem: 'account-totals-wrong', accountId: 3 },
    ],
    [
      'the number of entries of an account',
      ({ accounts }) => (accounts[1]!.seq += 1),
      { problem: 'account-totals-wrong', accountId: 2 },
    ],
    [
      'a deleted account whose entries are there',
      ({ accounts }) => accounts.splice(1, 1),
      { problem: 'account-totals-wrong', accountId: 2 },
    ],
    [
      'an account with money and without entries',
      ({ accounts }) => accounts.push({ id: 9, seq: 0, debits: 0n, credits: 5n }),
      { problem: 'account-totals-wrong', accountId: 9 },
    ],
  ])('names %s', async (_title, change, misfit) => {
    expect(await found(change)).toMatchObject(misfit);
  });

  it('takes postings of a later date whose ids are lower, because ids are given out in blocks', async () => {
    const lower = ({ postings, entries }: RowsOfLedger): void => {
      for (const posting of postings.slice(5)) posting.id -= 100;
      for (const entry of entries.slice(10)) entry.postingId -= 100;
    };
    expect(await found(lower)).toBeUndefined();
  });

  it('counts entries without their posting', async () => {
    const rows = tenTransfers();
    rows.postings.splice(4, 1);
    expect(await recomputeLedger(linesOf(rows), DAYS)).toMatchObject({ postings: 9, entries: 20 });
  });

  it('names the last place that could be read before a line that cannot', async () => {
    const rows = tenTransfers();
    const broken = {
      ...linesOf(rows),
      entries: () => blocksOf(`${rows.entries.slice(0, 4).map(entryLine).join('')}nonsense\n`),
    };
    const { misfit } = await recomputeLedger(broken, DAYS);
    expect(misfit).toMatchObject({ problem: 'row-unreadable', day: '2026-11-20', postingId: 102, leg: 2 });
    const nothing = { ...linesOf(rows), postings: () => blocksOf('nonsense\n') };
    expect((await recomputeLedger(nothing, DAYS)).misfit).toMatchObject({ problem: 'row-unreadable', day: null });
  });

  it('fails where a source fails, instead of finding rows that do not fit', async () => {
    const failing = {
      ...linesOf(tenTransfers()),
      // eslint-disable-next-line require-yield -- it fails before its first block
      entries: async function* (): AsyncGenerator<Buffer> {
        await Promise.resolve();
        throw new Error('The disk failed.');
      },
    };
    await expect(recomputeLedger(failing, DAYS)).rejects.toThrow('The disk failed.');
  });

  it('takes an account without entries and without money', async () => {
    expect(await found(({ accounts }) => accounts.push({ id: 9, seq: 0, debits: 0n, credits: 0n }))).toBeUndefined();
  });

  it.each([
    ['a date', '20261121', 'The first field is not a date.'],
    ['an amount', '2026-11-20\t101\tten\t10\t', 'A field is not a whole number.'],
    ['an id above 2^53', '2026-11-20\t9007199254740993\t10\t10\t', 'An id is above 2^53.'],
    ['the end of a line', '2026-11-20\t101', 'The last line is not whole.'],
  ])('says which line cannot be read: %s', async (_title, text, message) => {
    const lines = {
      ...linesOf(tenTransfers()),
      postings: () => blocksOf(message.includes('whole.') ? text : `${text}\n`),
    };
    const { misfit } = await recomputeLedger(lines, DAYS);
    expect(misfit).toMatchObject({ problem: 'row-unreadable', message: expect.stringContaining(message) as string });
  });
});

async function* blocksOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
