import { Injectable } from '@nestjs/common';
import {
  type ChunkedRows,
  ChunkRunner,
  FailedRowsError,
  findsNone,
  type IdPage,
} from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { LedgerAccounts, type LedgerFunds } from '../../ledger/chart/ledger-accounts';
import { mayPost } from '../../ledger/engine/account-status';
import { ownFundsKobo } from '../../ledger/engine/available-balance';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { sumOfAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { accountsOfLoan } from '../contract/loan-accounts';
import { LoanBookkeeping, type LoanEntry, type PostedChange, postingRequest } from '../contract/loan-bookkeeping';
import { LoanChange, loanLegs } from '../contract/loan-change';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { Loans, type LockedLoan } from '../contract/loans';
import { VatLedger } from '../origination/loan-charges';
import { sharePayment } from '../repayment/share-payment';

/** Loans in one transaction: few, because their customers' accounts are locked together. */
export const COLLECTION_CHUNK_SIZE = 50;
const PAGE_SIZE = 1_000;
const MAKER = 'system:loan-collection';
export const LOAN_COLLECTION = 'loan-collection';

/** The position of a loan in the order of collection. */
interface CollectionKey {
  linkedAccountId: number;
  /** Due date of the oldest unpaid instalment, `YYYY-MM-DD`. */
  oldestDueDate: string;
  id: number;
}

const FIRST_KEY: CollectionKey = { linkedAccountId: 0, oldestDueDate: '0001-01-01', id: 0 };

const OLDEST_DUE = 'coalesce(overdue_since, next_due_date)';

/**
 * Loans with an amount due, those of one linked account one after the other, the oldest arrears first. Those are left
 * that nothing was collected for on the day and whose linked account has money. The page is cut off first, so that no
 * query plan looks up the accounts of all loans for each page.
 */
const DUE = `WITH page AS MATERIALIZED (
    SELECT id, linked_account_id, ${OLDEST_DUE}::text AS oldest_due, loan_account_number || ':' || $3::text AS reference
      FROM loan
     WHERE institution_id = $1 AND status = ANY($2) AND (next_due_date <= $3::date OR overdue_since IS NOT NULL)
       AND linked_account_id >= $4 AND (linked_account_id > $4 OR (${OLDEST_DUE}, id) > ($5::date, $6::bigint))
     ORDER BY linked_account_id, ${OLDEST_DUE}, id LIMIT ${PAGE_SIZE})
  SELECT id, linked_account_id AS "linkedAccountId", oldest_due AS "oldestDueDate", NOT EXISTS (SELECT 1 FROM posting p
        WHERE p.institution_id = $1 AND p.kind = '${LOAN_COLLECTION}' AND p.reference = page.reference)
      AND EXISTS (SELECT 1 FROM ledger_account a WHERE a.institution_id = $1 AND a.id = page.linked_account_id
        AND a.status = 'Active' AND a.credits_posted_kobo - a.debits_posted_kobo - a.held_kobo > 0) AS "isLeft"
    FROM page ORDER BY linked_account_id, oldest_due, id`;

/** A loan's collection before it is posted. */
interface Collection {
  change: LoanChange;
  entry: LoanEntry;
}

/**
 * Collects due instalments from the linked accounts: only own money that no lien reserves, never an overdraft. The
 * money of an account that several loans share goes to the oldest arrears first. Accounts that may not be debited are
 * skipped (`docs/api/loans.md#collection`).
 */
@Injectable()
@MemberOf(DaySteps)
export class LoanCollectionStep implements DayStep {
  readonly name = 'loan-collection';
  readonly title = 'Collection of instalments due';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly loans: Loans,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly ledger: LedgerService,
    private readonly bookkeeping: LoanBookkeeping,
    private readonly vat: VatLedger,
  ) {}

  isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    return findsNone(tx, this.dueRows(day));
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    await this.chunks.run(day, this.dueRows(day), progress);
  }

  private dueRows(day: ClosingDay): ChunkedRows<CollectionKey> {
    return {
      subject: 'loan',
      chunkSize: COLLECTION_CHUNK_SIZE,
      firstKey: FIRST_KEY,
      nextPage: (tx, after) => pageOfLoans(tx, day, after),
      process: (tx, ids) => this.collect(tx, day, ids),
    };
  }

  private async collect(tx: Tx, day: ClosingDay, ids: number[]): Promise<number> {
    const { institutionId } = day;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const locked = await this.loans.lockMany(tx, institutionId, ids);
    const loans = inOrder(locked, ids).filter(({ loan }) => RUNNING_STATUSES.includes(loan.status));
    const vatLedgerId = await this.vat.idFor(
      tx,
      institutionId,
      loans.flatMap(({ instalments }) => instalments),
    );
    const accounts = await this.ledgerAccounts.lockFunds(tx, institutionId, [
      ...loans.flatMap(accountsOfLoan),
      ...(vatLedgerId === undefined ? [] : [vatLedgerId]),
    ]);
    const funds = new Map([...accounts.values()].map((account) => [account.id, collectableFrom(account)]));
    const collections = collectionsOf(loans, { day, asOf: businessDate, funds, vatLedgerId });
    if (collections.length > 0) await this.post(tx, institutionId, businessDate, collections);
    return collections.length;
  }

  /**
   * Posts all collections or none, because the liens of loans that close are released before.
   * @throws FailedRowsError naming the loans whose posting is refused
   */
  private async post(
    tx: Tx,
    institutionId: number,
    businessDate: string,
    collections: readonly Collection[],
  ): Promise<void> {
    const by = { institutionId, actor: MAKER };
    for (const { change, entry } of collections) await this.bookkeeping.freeDeposits(tx, by, [change], entry);
    const decisions = await this.ledger.postEachWithin(
      tx,
      institutionId,
      collections.map(({ change, entry }) => postingRequest(by, [change], entry)),
    );
    const posted: PostedChange[] = [];
    const refused = new Map<number, unknown>();
    for (const [index, decision] of decisions.entries()) {
      const collection = collections[index]!;
      if (decision.kind === 'posted') posted.push({ ...collection, postingId: decision.postingId });
      else
        refused.set(
          collection.change.locked.loan.id,
          decision.kind === 'refused' ? decision.error : new Error(`A collection was not posted: ${decision.kind}.`),
        );
    }
    if (refused.size > 0) throw new FailedRowsError(refused);
    await this.bookkeeping.store(tx, by, posted, businessDate);
  }
}

async function pageOfLoans(
  tx: Tx,
  { institutionId, date }: ClosingDay,
  after: CollectionKey,
): Promise<IdPage<CollectionKey>> {
  const values = [institutionId, RUNNING_STATUSES, date, after.linkedAccountId, after.oldestDueDate, after.id];
  const rows = await tx.query<(Record<keyof CollectionKey, string> & { isLeft: boolean })[]>(DUE, values);
  const last = rows.at(-1);
  return {
    last: last && {
      linkedAccountId: Number(last.linkedAccountId),
      oldestDueDate: last.oldestDueDate,
      id: Number(last.id),
    },
    ids: rows.filter(({ isLeft }) => isLeft).map(({ id }) => Number(id)),
  };
}

/** The loans in the order of these ids; locks are taken in the order of the ids themselves. */
function inOrder(locked: readonly LockedLoan[], ids: readonly number[]): LockedLoan[] {
  const byId = new Map(locked.map((one) => [one.loan.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The dates and funds with which a chunk is collected. */
interface CollectionRound {
  day: ClosingDay;
  /** The business date, to which the loans' sums refer; later than the day after when staff run the step again. */
  asOf: string;
  /** The money left on each account; each collection lowers it. */
  funds: Map<number, bigint>;
  vatLedgerId: number | undefined;
}

/** @throws FailedRowsError naming the loans whose figures contradict each other */
function collectionsOf(loans: readonly LockedLoan[], round: CollectionRound): Collection[] {
  const collections: Collection[] = [];
  const failures = new Map<number, unknown>();
  for (const locked of loans) {
    try {
      const collection = collectionOf(locked, round);
      if (collection) collections.push(collection);
    } catch (error) {
      failures.set(locked.loan.id, error);
    }
  }
  if (failures.size > 0) throw new FailedRowsError(failures);
  return collections;
}

function collectableFrom(account: LedgerFunds): bigint {
  const ownKobo = ownFundsKobo(account);
  return mayPost(account.status, 'debit') && ownKobo > 0n ? ownKobo : 0n;
}

/** Collects the amount due, at most the money left on the account. Several loans may share an account. */
function collectionOf(
  locked: LockedLoan,
  { day: { date }, asOf, funds, vatLedgerId }: CollectionRound,
): Collection | undefined {
  const { loan, instalments } = locked;
  const dueKobo = totalKobo(sumOfAmounts(instalments.filter(({ dueDate }) => dueDate <= date).map(unpaidOf)));
  const availableKobo = funds.get(loan.linkedAccountId) ?? 0n;
  const amountKobo = dueKobo < availableKobo ? dueKobo : availableKobo;
  if (amountKobo === 0n) return undefined;
  const change = new LoanChange(locked);
  const { surplusKobo } = sharePayment(
    change,
    { kind: 'Collection', amountKobo },
    { paidOn: date, asOf, chargesAsOf: date },
    vatLedgerId,
  );
  // What exceeds the payoff stays on the account.
  const takenKobo = amountKobo - surplusKobo;
  funds.set(loan.linkedAccountId, availableKobo - takenKobo);
  const entry: LoanEntry = {
    postingKind: LOAN_COLLECTION,
    reference: `${loan.loanAccountNumber}:${date}`,
    narration: `Instalment of loan ${loan.loanAccountNumber}`,
    origin: 'system',
    businessDate: asOf,
    valueDate: date,
    amountKobo: takenKobo,
    otherLegs: loanLegs(loan.linkedAccountId, 'debit', takenKobo, 'principal'),
    notes: null,
  };
  return { change, entry };
}
