import type { LedgerLines } from '../recompute-ledger';

/** A posting with the fields that its line begins with; the rest says nothing to a check. */
export interface PostingOfTest {
  day: string;
  id: number;
  debits: bigint;
  credits: bigint;
}

/** An entry with the fields that its line begins with. */
export interface EntryOfTest {
  day: string;
  postingId: number;
  leg: number;
  accountId: number;
  seq: number;
  side: 'debit' | 'credit';
  amount: bigint;
  balance: bigint;
  debits: bigint;
  credits: bigint;
}

export interface AccountOfTest {
  id: number;
  seq: number;
  debits: bigint;
  credits: bigint;
}

/** A ledger of rows that tests change. */
export interface RowsOfLedger {
  postings: PostingOfTest[];
  entries: EntryOfTest[];
  accounts: AccountOfTest[];
}

const text = (fields: readonly unknown[]): string => `${fields.map(String).join('\t')}\n`;

export const postingLine = ({ day, id, debits, credits }: PostingOfTest): string =>
  text([day, id, debits, credits, debits, 0, 'transfer', `REF-${id}`, '\\N', 'api', 'Rent']);

export const entryLine = (row: EntryOfTest): string =>
  text([
    ...[row.day, row.postingId, row.leg, row.accountId, row.seq, row.side, row.amount, row.balance],
    ...[row.debits, row.credits, 'principal', 0, 0, '\\N'],
  ]);

const accountLine = ({ id, seq, debits, credits }: AccountOfTest): string => text([id, seq, debits, credits, `N${id}`]);

/** Streams of the lines, some at a time; a block has whole lines. */
export function linesOf({ postings, entries, accounts }: RowsOfLedger, linesOfBlock = 3): LedgerLines {
  const blocks = (lines: string[]): AsyncIterator<Buffer> => inBlocks(lines, linesOfBlock);
  return {
    postings: () => blocks(postings.map(postingLine)),
    entries: () => blocks(entries.map(entryLine)),
    accounts: () => blocks(accounts.map(accountLine)),
  };
}

async function* inBlocks(lines: readonly string[], linesOfBlock: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < lines.length; at += linesOfBlock)
    yield Buffer.from(lines.slice(at, at + linesOfBlock).join(''));
}

/**
 * Ten transfers over two days between an account that grows by debits (1) and two that grow by credits (2, 3). The ids
 * of the second day's postings are not in the order in which they were posted.
 */
export function tenTransfers(): RowsOfLedger {
  const totals = new Map([1, 2, 3].map((id) => [id, { id, seq: 0, debits: 0n, credits: 0n }]));
  const postings: PostingOfTest[] = [];
  const entries: EntryOfTest[] = [];
  for (let n = 0; n < 10; n += 1) {
    const day = n < 5 ? '2026-11-20' : '2026-11-21';
    // Posted 6, 7, 8, 9, 10; their ids are 108, 107, 106, 110, 109.
    const id = 100 + [1, 2, 3, 4, 5, 8, 7, 6, 10, 9][n]!;
    const amount = BigInt(10 * (n + 1));
    postings.push({ day, id, debits: amount, credits: amount });
    for (const [leg, side, accountId] of [
      [1, 'debit', 1],
      [2, 'credit', 2 + (n % 2)],
    ] as const) {
      const account = totals.get(accountId)!;
      account.seq += 1;
      if (side === 'debit') account.debits += amount;
      else account.credits += amount;
      const { seq, debits, credits } = account;
      const balance = accountId === 1 ? debits - credits : credits - debits;
      entries.push({ day, postingId: id, leg, accountId, seq, side, amount, balance, debits, credits });
    }
  }
  postings.sort((one, other) => one.id - other.id);
  entries.sort((one, other) => one.postingId - other.postingId || one.leg - other.leg);
  return { postings, entries, accounts: [...totals.values()] };
}
