import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { type Posting, postingReferenceNumber } from '../ledger/engine/posting.entity';
import { PostingEntry } from '../ledger/engine/posting-entry.entity';
import type { PostingRequest } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { buildMirrorLegs, isUnclaimed, type OriginalEntry } from './build-mirror-legs';
import { bulkFilePostedAt, bulkRowPayer } from './bulk-row-payer';
import { UNCLAIMED_FUNDS_LEDGER } from './postings.settings';

/** The legs and amounts of a posting that mirrors another. */
export type Mirror = Pick<PostingRequest, 'legs' | 'amountKobo' | 'feeKobo'>;

/** Builds the posting that undoes another, whole, with its accounts as they are now. */
@Injectable()
export class ReversalBuilder {
  constructor(private readonly settings: InstitutionSettings) {}

  /** The reference of a posting's first reversal. */
  reference({ id }: Pick<Posting, 'id'>): string {
    return `REV-${postingReferenceNumber(id)}`;
  }

  /** @throws ACCOUNT_CLOSED (409) when money would go to a closed account and there is no ledger for that. */
  async build(tx: Tx, original: Posting): Promise<Mirror> {
    const entries = await this.entries(tx, original);
    return {
      legs: buildMirrorLegs(entries, await this.unclaimedFundsAccountId(tx, original.institutionId, entries)),
      amountKobo: original.amountKobo,
      feeKobo: original.feeKobo,
    };
  }

  private async entries(tx: Tx, original: Posting): Promise<OriginalEntry[]> {
    const { institutionId, id } = original;
    const entries = await tx.find(PostingEntry, { where: { institutionId, postingId: id }, order: { leg: 'ASC' } });
    // The payer gets the money back (docs/api/bulk-transfers.md#reversal).
    const payerId = await bulkRowPayer(tx, original);
    const paidAt = payerId === undefined ? undefined : await bulkFilePostedAt(tx, original);
    const moved = entries.map((entry) =>
      payerId === undefined || entry.side === 'credit'
        ? entry
        : { ...entry, accountId: payerId, branchId: null, postedAt: paidAt ?? entry.postedAt },
    );
    const accounts = await tx.findBy(LedgerAccount, {
      institutionId,
      id: In(moved.map(({ accountId }) => accountId)),
    });
    const accountById = new Map(accounts.map((account) => [account.id, account]));
    return moved.map((entry, index) => {
      const { kind, status } = accountById.get(entry.accountId)!;
      const counted = hasCounted(entries[index]!, entries.slice(0, index));
      return { ...entry, accountKind: kind, accountStatus: status, counted };
    });
  }

  private async unclaimedFundsAccountId(
    tx: Tx,
    institutionId: number,
    entries: OriginalEntry[],
  ): Promise<number | undefined> {
    if (!entries.some(isUnclaimed)) return undefined;
    const number = await this.settings.getWithin(tx, institutionId, UNCLAIMED_FUNDS_LEDGER);
    const ledger = number === undefined ? null : await tx.findOneBy(AccountDirectoryEntry, { institutionId, number });
    if (ledger?.kind !== 'gl')
      throw ledgerErrors.ACCOUNT_CLOSED(
        `An account to be credited is closed, and the institution has no ledger of unclaimed funds (${UNCLAIMED_FUNDS_LEDGER}).`,
      );
    return ledger.ledgerAccountId;
  }
}

/**
 * Tells whether an entry counted when it was posted. Principal always did; another entry did when it raised the running
 * total of its account, which the entry before it on that account in the same posting shows.
 * @param before the entries of the posting that come before it, in the order of their legs.
 */
function hasCounted(entry: PostingEntry, before: readonly PostingEntry[]): boolean {
  if (entry.role === 'principal') return true;
  const previous = before.findLast(({ accountId }) => accountId === entry.accountId);
  const screenedKobo = (row: PostingEntry): bigint => row.screenedOutAfterKobo + row.screenedInAfterKobo;
  return previous !== undefined && screenedKobo(entry) > screenedKobo(previous);
}
