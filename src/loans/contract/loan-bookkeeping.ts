import { Injectable } from '@nestjs/common';
import { Liens } from '../../accounts/liens/liens';
import type { AuditAuthor } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { addRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import { Clock } from '../../common/time/clock';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { LedgerService } from '../../ledger/engine/ledger.service';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import type { PostingOrigin } from '../../ledger/engine/posting.entity';
import type { PostingLeg, PostingRequest } from '../../ledger/engine/posting-request';
import type { LoanChange } from './loan-change';
import { LoanInstalment } from './loan-instalment.entity';
import { LoanTransaction } from './loan-transaction.entity';
import { Loans } from './loans';

type Told = Pick<
  LoanTransaction,
  'institutionId' | 'loanId' | 'kind' | 'reference' | 'businessDate' | 'amountKobo' | 'createdBy'
>;
type Parts = Partial<
  Pick<
    LoanTransaction,
    'postingId' | 'principalKobo' | 'interestKobo' | 'feeKobo' | 'defaultKobo' | 'penaltyKobo' | 'details' | 'notes'
  >
>;

const NOTHING_MORE = {
  postingId: null,
  principalKobo: 0n,
  interestKobo: 0n,
  feeKobo: 0n,
  defaultKobo: 0n,
  penaltyKobo: 0n,
  details: null,
  notes: null,
};

/** The history of loans' money, written in the transaction of what it tells. */
@Injectable()
export class LoanTransactions {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async record(tx: Tx, transaction: Told & Parts): Promise<void> {
    await this.recordAll(tx, [transaction]);
  }

  async recordAll(tx: Tx, transactions: readonly (Told & Parts)[]): Promise<void> {
    const ids = await this.ids.block(transactions.length);
    const createdAt = this.clock.now();
    await addRows(
      tx,
      LoanTransaction,
      transactions.map((transaction) => ({ ...NOTHING_MORE, ...transaction, id: ids.next(), createdAt })),
    );
  }
}

/** How a change of loans is posted. */
export interface LoanEntry {
  /** Such as `loan-repayment`; references are unique within it. */
  postingKind: string;
  reference: string;
  narration: string;
  origin: PostingOrigin;
  businessDate: string;
  /** Default the business date. */
  valueDate?: string;
  amountKobo: bigint;
  /** Legs beside those of the loans: where the money comes from, and where a surplus goes. */
  otherLegs: readonly PostingLeg[];
  notes: string | null;
  /** It has happened already: neither funds nor the status of an account can refuse it. */
  forced?: true;
  /** Looks at the locked accounts before anything is posted, and throws what refuses it. */
  check?: (accounts: ReadonlyMap<number, LedgerAccount>) => void;
}

/** A change of a loan with the posting that it is part of; null when it moves nothing. */
export interface PostedChange {
  change: LoanChange;
  entry: LoanEntry;
  postingId: number | null;
}

/** The name that a loan's security deposit is held under. */
export function securityHeldFor(loanId: number): string {
  return `loan:${loanId}`;
}

/** Posts and stores what happened to locked loans, all of it or nothing. */
@Injectable()
export class LoanBookkeeping {
  constructor(
    private readonly loans: Loans,
    private readonly ledger: LedgerService,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly liens: Liens,
    private readonly transactions: LoanTransactions,
    private readonly ids: IdAllocator,
  ) {}

  /**
   * @returns the posting's id; null when the changes move nothing.
   * @throws what the ledger refuses, DUPLICATE_REFERENCE (409) of the entry's reference included
   */
  async record(tx: Tx, by: AuditAuthor, changes: readonly LoanChange[], entry: LoanEntry): Promise<number | null> {
    await this.freeDeposits(tx, by, changes, entry);
    const postingId = await this.post(tx, by, changes, entry);
    await this.store(
      tx,
      by,
      changes.map((change) => ({ change, entry, postingId })),
      entry.businessDate,
    );
    return postingId;
  }

  /** Security deposits are held until their loans close. */
  async freeDeposits(
    tx: Tx,
    by: AuditAuthor,
    changes: readonly LoanChange[],
    { otherLegs, check }: LoanEntry,
  ): Promise<void> {
    const closing = changes.filter(
      ({ status, locked }) => status === 'Closed' && locked.contract.securityDepositKobo > 0n,
    );
    const liens = [];
    for (const { locked } of closing) {
      const lien = await this.liens.lockHeldFor(tx, by.institutionId, securityHeldFor(locked.loan.id));
      if (lien) liens.push(lien);
    }
    if (liens.length === 0 && !check) return;
    const legs = [...otherLegs, ...changes.flatMap((change) => change.legs)];
    const accounts = await this.ledgerAccounts.lockAll(tx, by.institutionId, [
      ...legs.map(({ accountId }) => accountId),
      ...liens.map(({ accountId }) => accountId),
    ]);
    check?.(accounts);
    for (const lien of liens) await this.liens.release(tx, by, lien);
  }

  private async post(
    tx: Tx,
    by: AuditAuthor,
    changes: readonly LoanChange[],
    entry: LoanEntry,
  ): Promise<number | null> {
    const request = postingRequest(by, changes, entry);
    if (request.legs.length === 0) return null;
    const decision = await this.ledger.postWithin(tx, request);
    if (decision.kind === 'refused') throw decision.error;
    if (decision.kind !== 'posted') throw new Error(`The posting of loans came to ${decision.kind}.`);
    return decision.postingId;
  }

  /** Stores changes that were posted: the loans with their sums, their rows, the transactions that tell of them, and statuses. */
  async store(tx: Tx, by: AuditAuthor, posted: readonly PostedChange[], businessDate: string): Promise<void> {
    const { institutionId } = by;
    for (const { change } of posted) await this.replaceRows(tx, institutionId, change);
    await this.loans.save(
      tx,
      posted.map(({ change: { locked, changed, removed, added } }) => ({
        locked,
        changed: [...changed].filter((row) => !removed.includes(row) && !added.includes(row)),
      })),
      businessDate,
    );
    await this.transactions.recordAll(
      tx,
      posted.flatMap((one) => transactionRows(by, one)),
    );
    // Groups are locked last of all.
    for (const { change } of posted)
      if (change.status !== null) await this.loans.transitionTo(tx, change.locked.loan, change.status);
  }

  /** What a new schedule takes away and adds. */
  private async replaceRows(tx: Tx, institutionId: number, { removed, added }: LoanChange): Promise<void> {
    for (const { id } of removed) await tx.delete(LoanInstalment, { institutionId, id });
    for (const row of added) row.id = await this.ids.next();
    // Copies: the insert writes what the database made of them over the rows it is given.
    if (added.length > 0)
      await tx.insert(
        LoanInstalment,
        added.map((row) => ({ ...row })),
      );
  }
}

/** What the loan's history tells of a change; nothing of what is no transaction, such as accrual. */
function transactionRows(
  { institutionId, actor }: AuditAuthor,
  { change: { transaction, locked }, entry, postingId }: PostedChange,
): Parameters<LoanTransactions['record']>[1][] {
  if (transaction === null) return [];
  const { kind, amountKobo, components, details } = transaction;
  return [
    {
      institutionId,
      loanId: locked.loan.id,
      kind,
      postingId,
      reference: entry.reference,
      businessDate: entry.valueDate ?? entry.businessDate,
      amountKobo,
      principalKobo: components.principal,
      interestKobo: components.interest,
      feeKobo: components.fee,
      defaultKobo: components.default,
      penaltyKobo: components.penalty,
      details,
      notes: entry.notes,
      createdBy: actor,
    },
  ];
}

/** The request that posts changes of loans together. */
export function postingRequest(
  { institutionId, actor }: AuditAuthor,
  changes: readonly LoanChange[],
  entry: LoanEntry,
): PostingRequest {
  const { postingKind, reference, origin, narration, amountKobo, valueDate, otherLegs, forced } = entry;
  return {
    institutionId,
    kind: postingKind,
    reference,
    origin,
    maker: actor,
    narration,
    legs: [...otherLegs, ...changes.flatMap(({ legs }) => legs)],
    amountKobo,
    feeKobo: 0n,
    ...(valueDate === undefined ? {} : { valueDate }),
    countsTowardsLimits: false,
    ...(forced === undefined ? {} : { forced }),
    reply: () => Outcome.done({}),
  };
}
