import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { koboToNaira } from '../common/money/naira';
import { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { LedgerAccount, type Side } from '../ledger/engine/ledger-account.entity';
import type { PostingLeg } from '../ledger/engine/posting-request';
import type { Approval } from './approval.entity';
import type { ApprovalEntryView } from './approval-entries.dto';

/** An entry as an approval keeps it. Names are read when it is shown. */
interface AskedEntry {
  accountId: number;
  side: Side;
  /** Naira. */
  amount: number;
  virtualNumber?: string;
  narration?: string;
}

/** The entries of a movement, kept for its checkers: a posting that waits has none in the ledger. */
export interface AskedEntries extends Record<string, unknown> {
  entries: AskedEntry[];
}

/** The entries of a movement, charges included, as they are when it is asked for. */
export function askedEntries(legs: readonly PostingLeg[]): AskedEntries {
  return {
    entries: legs.map(({ accountId, side, amountKobo, virtualNumber, narration }) => ({
      accountId,
      side,
      amount: koboToNaira(amountKobo),
      ...(virtualNumber === undefined ? {} : { virtualNumber }),
      ...(narration === undefined ? {} : { narration }),
    })),
  };
}

/** The entries that the movement of an approval asks for; undefined for an approval that is about no movement. */
export async function readAskedEntries(
  tx: Tx,
  { institutionId, movement, details }: Pick<Approval, 'institutionId' | 'movement' | 'details'>,
): Promise<ApprovalEntryView[] | undefined> {
  // Approvals of earlier versions have a movement without its entries.
  if (!movement || !details || !('entries' in details)) return undefined;
  const { entries } = details as AskedEntries;
  const virtualNumbers = entries.flatMap(({ virtualNumber }) => virtualNumber ?? []);
  const accounts = await tx.findBy(LedgerAccount, {
    institutionId,
    id: In([...new Set(entries.map(({ accountId }) => accountId))]),
  });
  const virtuals = await tx.findBy(AccountDirectoryEntry, { institutionId, number: In(virtualNumbers) });
  const accountById = new Map(accounts.map((account) => [account.id, account]));
  const nameOf = new Map(virtuals.map(({ number, virtualName }) => [number, virtualName]));
  return entries.map(({ accountId, side, amount, virtualNumber, narration }) => {
    const { number, name } = accountById.get(accountId)!;
    return {
      account: virtualNumber ?? number,
      accountName: nameOf.get(virtualNumber ?? '') ?? name,
      side: side === 'debit' ? 'Debit' : 'Credit',
      amount,
      narration: narration ?? null,
    };
  });
}
