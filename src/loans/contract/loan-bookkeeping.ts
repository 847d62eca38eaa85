import { Injectable } from '@nestjs/common';
import type { Lien } from '../../accounts/liens/lien.entity';
import { Liens } from '../../accounts/liens/liens';
import type { AuditAuthor } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { addRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { LedgerService } from '../../ledger/engine/ledger.service';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import type { PostingOrigin } from '../../ledger/engine/posting.entity';
import { SYSTEM_POSTING } from '../../ledger/engine/posting-operation';
import {
  ALREADY_HAPPENED,
  type NamedOperation,
  ORDINARY,
  type PostingLeg,
  type PostingRequest,
} from '../../ledger/engine/posting-request';
import { netLegs } from '../history/net-legs';
import type { LoanChange } from './loan-change';
import { changeEvent, LoanEvents } from './loan-events';
import { LoanInstalment } from './loan-instalment.entity';
import { loanRequest } from './loan-request.operation';
import { LoanTransaction } from './loan-transaction.entity';
import { Loans } from './loans';
import { repaidLoans } from './repaid-loans';

type TransactionFacts = Pick<
  LoanTransaction,
  'institutionId' | 'loanId' | 'kind' | 'reference' | 'businessDate' | 'amountKobo' | 'createdBy'
>;
type OptionalTransactionFacts = Partial<
  Pick<
    LoanTransaction,
    'postingId' | 'principalKobo' | 'interestKobo' | 'feeKobo' | 'defaultKobo' | 'penaltyKobo' | 'details' | 'notes'
  >
>;

const NO_OPTIONAL_FACTS = {
  postingId: null,
  principalKobo: 0n,
  interestKobo: 0n,
  feeKobo: 0n,
  defaultKobo: 0n,
  penaltyKobo: 0n,
  details: null,
  notes: null,
};

/** Writes the transaction history of loans, in the database transaction of the change. */
@Injectable()
export class LoanTransactions {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async record(tx: Tx, transaction: TransactionFacts & OptionalTransactionFacts): Promise<void> {
    await this.recordAll(tx, [transaction]);
  }

  async recordAll(tx: Tx, transactions: readonly (TransactionFacts & OptionalTransactionFacts)[]): Promise<void> {
    const [first] = transactions;
    if (!first) return;
    const ids = await this.ids.block(transactions.length);
    const createdAt = this.clock.institutionNow(first.institutionId);
    await addRows(
      tx,
      LoanTransaction,
      transactions.map((transaction) => ({ ...NO_OPTIONAL_FACTS, ...transaction, id: ids.next(), createdAt })),
    );
  }
}

/** The posting of one or more loan changes. */
export interface LoanEntry {
  /** Such as `loan-repayment`; references are unique within a kind. */
  postingKind: string;
  reference: string;
  narration: string;
  origin: PostingOrigin;
  businessDate: string;
  /** Default: the business date. */
  valueDate?: string;
  amountKobo: bigint;
  /** The day from which the act counts, where the posting is not of that day. */
  actDate?: string;
  /** The operation of the posting; by default that of a client's request, and none for staff and the system. */
  operation?: NamedOperation;
  /** Legs besides those of the loans: the source of the money and the account of a surplus. */
  otherLegs: readonly PostingLeg[];
  notes: string | null;
  /** The event has already happened, so neither funds nor the status of an account can refuse it. */
  forced?: true;
  /**
   * Checks the locked accounts before the posting; throws the refusal.
   * @param freedKobo what the security deposits of loans that close reserve until then, by account
   */
  check?: (accounts: ReadonlyMap<number, LedgerAccount>, freedKobo: ReadonlyMap<number, bigint>) => void;
}

/** A change of a loan with its posting; `postingId` is null when no money moved. */
export interface PostedChange {
  change: LoanChange;
  entry: LoanEntry;
  postingId: number | null;
}

/** How the `heldFor` names of the liens of security deposits begin; the id of the loan follows. */
export const SECURITY_PREFIX = 'loan:';

/** The `heldFor` name of the lien of a loan's security deposit. */
export function securityHeldFor(loanId: number): string {
  return `${SECURITY_PREFIX}${loanId}`;
}

/** Posts and stores changes of locked loans, all or nothing (docs/domain/loans.md#17-books). */
@Injectable()
export class LoanBookkeeping {
  constructor(
    private readonly loans: Loans,
    private readonly ledger: LedgerService,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly liens: Liens,
    private readonly transactions: LoanTransactions,
    private readonly events: LoanEvents,
    private readonly ids: IdAllocator,
  ) {}

  /**
   * @returns the id of the posting; null when the changes move no money.
   * @throws the errors of the ledger, among them DUPLICATE_REFERENCE (409) for the entry's reference
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

  /** Releases the liens of security deposits of loans that close. */
  async freeDeposits(
    tx: Tx,
    by: AuditAuthor,
    changes: readonly LoanChange[],
    { otherLegs, check }: LoanEntry,
  ): Promise<void> {
    const closing = changes.filter(
      ({ status, locked }) => status === 'Closed' && locked.contract.securityDepositKobo > 0n,
    );
    const liens: Lien[] = [];
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
    check?.(accounts, amountsOf(liens));
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
    return (await this.ledger.requirePosted(tx, request)).postingId;
  }

  /** Stores posted changes: loans with their totals, rows, transactions and statuses. */
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
    await this.events.record(
      tx,
      posted.flatMap((one) => eventRows(by, one, isAlone(one, posted))),
    );
    // A change of status locks the loan's group, which must be locked after all loans.
    for (const { change } of posted)
      if (change.status !== null) await this.loans.transitionTo(tx, change.locked.loan, change.status, change.corrects);
  }

  /** Deletes and inserts the rows that a new schedule removes and adds. */
  private async replaceRows(tx: Tx, institutionId: number, { removed, added }: LoanChange): Promise<void> {
    for (const { id } of removed) await tx.delete(LoanInstalment, { institutionId, id });
    for (const row of added) row.id = await this.ids.next();
    // Copies, because the insert overwrites the rows it is given with the values of the database.
    if (added.length > 0)
      await tx.insert(
        LoanInstalment,
        added.map((row) => ({ ...row })),
      );
  }
}

/** The reserved amounts of liens, by account. */
function amountsOf(liens: readonly Lien[]): Map<number, bigint> {
  const amounts = new Map<number, bigint>();
  for (const { accountId, amountKobo } of liens) amounts.set(accountId, (amounts.get(accountId) ?? 0n) + amountKobo);
  return amounts;
}

/** True when no other loan has a part in the posting, so that its source belongs to this loan alone. */
function isAlone({ change, entry }: PostedChange, posted: readonly PostedChange[]): boolean {
  return posted.every((other) => other.change === change || other.entry !== entry);
}

/** The event of a change; none for a change without a transaction, such as an accrual. */
function eventRows(
  { institutionId, actor }: AuditAuthor,
  { change, entry, postingId }: PostedChange,
  ownsSource: boolean,
): Parameters<LoanEvents['record']>[1][number][] {
  if (change.transaction === null) return [];
  const { reference, businessDate, actDate, otherLegs } = entry;
  const valueDate = actDate ?? entry.valueDate ?? businessDate;
  const facts = { institutionId, postingId, reference, businessDate, valueDate, createdBy: actor };
  return [changeEvent(change, facts, ownsSource ? netLegs(otherLegs) : null)];
}

/** The history row of a change; none for a change without a transaction, such as an accrual. */
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
      businessDate: entry.actDate ?? entry.valueDate ?? entry.businessDate,
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

/** The request of one posting for several loan changes. */
export function postingRequest(
  { institutionId, actor }: AuditAuthor,
  changes: readonly LoanChange[],
  entry: LoanEntry,
): PostingRequest {
  const { postingKind, reference, origin, narration, amountKobo, valueDate, otherLegs, forced } = entry;
  const usual = origin === 'api' ? loanRequest.with({ metadata: null }) : SYSTEM_POSTING;
  const repaid = repaidLoans(changes, entry);
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
    operation: entry.operation ?? usual,
    nature: forced ? ALREADY_HAPPENED : ORDINARY,
    ...(repaid.length === 0 ? {} : { repaidLoans: repaid }),
  };
}
