import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../../../common/database/unit-of-work';
import { currentBusinessDate } from '../../../accounts/current-business-date';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../../institutions/day-steps';
import { mayPost } from '../../../ledger/account-status';
import { ownFundsKobo } from '../../../ledger/available-balance';
import type { LedgerAccount } from '../../../ledger/ledger-account.entity';
import { LedgerAccounts } from '../../../ledger/ledger-accounts';
import { LedgerService } from '../../../ledger/ledger.service';
import { unpaidOf } from '../../instalment-amounts';
import { sumOfAmounts, totalKobo } from '../../loan-components';
import { RUNNING_STATUSES } from '../../loan-status';
import { Loans, type LockedLoan } from '../../loans';
import { accountsOf } from '../accounts-of';
import { LoanBookkeeping, type LoanEntry, postingRequest } from '../loan-bookkeeping';
import { LoanChange } from '../loan-change';
import { leg } from '../loan-legs';
import { sharePayment } from '../share-payment';
import { VatLedger } from '../vat-ledger';
import { LoanChunks } from './loan-chunks';

const CHUNK = 50;
const MAKER = 'system:loan-collection';
export const LOAN_COLLECTION = 'loan-collection';

/** Loans with something due, on whose account is money that may be taken, and that nothing was collected for on the day. */
const LEFT = `SELECT l.id FROM loan l JOIN ledger_account a ON a.institution_id = l.institution_id AND a.id = l.linked_account_id
 WHERE l.institution_id = $1 AND l.id > $2 AND l.status = ANY($3) AND (l.next_due_date <= $4 OR l.overdue_since IS NOT NULL)
   AND a.status = 'Active' AND a.credits_posted_kobo - a.debits_posted_kobo - a.held_kobo > 0
   AND NOT EXISTS (SELECT 1 FROM posting p WHERE p.institution_id = l.institution_id AND p.kind = '${LOAN_COLLECTION}' AND p.reference = l.loan_account_number || ':' || $4::text)
 ORDER BY l.id LIMIT ${CHUNK}`;

/** A loan's collection before it is posted. */
interface Collection {
  change: LoanChange;
  entry: LoanEntry;
}

/**
 * Collects instalments that are due from the linked accounts: only money that the account owns and no lien holds, never an
 * overdraft. Accounts that may not be debited are left alone.
 */
@Injectable()
export class LoanCollectionStep implements DayStep, OnModuleInit {
  readonly name = 'loan-collection';
  readonly title = 'Collection of instalments due';

  constructor(
    private readonly steps: DaySteps,
    private readonly chunks: LoanChunks,
    private readonly loans: Loans,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly ledger: LedgerService,
    private readonly bookkeeping: LoanBookkeeping,
    private readonly vat: VatLedger,
  ) {}

  onModuleInit(): void {
    this.steps.register(this);
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const work = { left: LEFT, values: [RUNNING_STATUSES, day.date], process: (tx: Tx, ids: number[]) => this.collect(tx, day, ids) };
    await this.chunks.goThrough(day, work, progress);
  }

  private async collect(tx: Tx, day: ClosingDay, ids: number[]): Promise<number> {
    const { institutionId } = day;
    await currentBusinessDate(tx, institutionId);
    const loans = (await this.loans.lockMany(tx, institutionId, ids)).filter(({ loan }) => RUNNING_STATUSES.includes(loan.status));
    const vatLedgerId = await this.vat.idFor(tx, institutionId, loans.flatMap(({ instalments }) => instalments));
    const accounts = await this.ledgerAccounts.lockAll(tx, institutionId, [...loans.flatMap(accountsOf), ...(vatLedgerId === undefined ? [] : [vatLedgerId])]);
    const funds = new Map([...accounts.values()].map((account) => [account.id, collectableFrom(account)]));
    const collections: Collection[] = [];
    for (const locked of loans) {
      const collection = collectionOf(locked, day, funds, vatLedgerId);
      if (collection) collections.push(collection);
    }
    if (collections.length > 0) await this.post(tx, day, collections);
    return collections.length;
  }

  private async post(tx: Tx, { institutionId }: ClosingDay, collections: readonly Collection[]): Promise<void> {
    const by = { institutionId, actor: MAKER };
    for (const { change, entry } of collections) await this.bookkeeping.freeDeposits(tx, by, [change], entry);
    const decisions = await this.ledger.postEachWithin(tx, institutionId, collections.map(({ change, entry }) => postingRequest(by, [change], entry)));
    for (const [index, decision] of decisions.entries()) {
      if (decision.kind === 'refused') throw decision.error;
      if (decision.kind !== 'posted') throw new Error(`A collection came to ${decision.kind}.`);
      const { change, entry } = collections[index]!;
      await this.bookkeeping.store(tx, by, change, entry, decision.postingId);
    }
    for (const { change } of collections) if (change.status !== null) await this.loans.become(tx, change.locked.loan, change.status);
  }
}

function collectableFrom(account: LedgerAccount): bigint {
  const ownKobo = ownFundsKobo(account);
  return mayPost(account.status, 'debit') && ownKobo > 0n ? ownKobo : 0n;
}

/** Takes as much of what is due as the account has left. Several loans may share an account. @param funds changed in place */
function collectionOf(locked: LockedLoan, { date, nextDate }: ClosingDay, funds: Map<number, bigint>, vatLedgerId: number | undefined): Collection | undefined {
  const { loan, instalments } = locked;
  const dueKobo = totalKobo(sumOfAmounts(instalments.filter(({ dueDate }) => dueDate <= date).map(unpaidOf)));
  const availableKobo = funds.get(loan.linkedAccountId) ?? 0n;
  const amountKobo = dueKobo < availableKobo ? dueKobo : availableKobo;
  if (amountKobo === 0n) return undefined;
  funds.set(loan.linkedAccountId, availableKobo - amountKobo);
  const change = new LoanChange(locked);
  sharePayment(change, { kind: 'Collection', amountKobo }, { paidOn: date, asOf: nextDate, chargesAsOf: date }, vatLedgerId);
  const entry: LoanEntry = {
    postingKind: LOAN_COLLECTION,
    reference: `${loan.loanAccountNumber}:${date}`,
    narration: `Instalment of loan ${loan.loanAccountNumber}`,
    channel: 'system',
    businessDate: nextDate,
    valueDate: date,
    amountKobo,
    otherLegs: leg(loan.linkedAccountId, 'debit', amountKobo, 'principal'),
    notes: null,
  };
  return { change, entry };
}
