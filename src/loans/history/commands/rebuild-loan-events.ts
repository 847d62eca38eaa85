import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import { AuditLog } from '../../../common/audit/audit-log';
import { addRows } from '../../../common/database/rows';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Posting } from '../../../ledger/engine/posting.entity';
import { PostingEntry } from '../../../ledger/engine/posting-entry.entity';
import { accountsOfLoan } from '../../contract/loan-accounts';
import { LoanEvent } from '../../contract/loan-event.entity';
import { LoanTransaction } from '../../contract/loan-transaction.entity';
import { Loans, type LockedLoan } from '../../contract/loans';
import { LoanPasts } from '../loan-pasts';
import { type PostedAct, rebuildEvents } from '../rebuild-events';

/** Makes the events of a loan from before events were kept, so that its acts can be reversed. */
export class RebuildLoanEvents extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly loanId: number,
  ) {
    super();
  }
}

@CommandHandler(RebuildLoanEvents)
export class RebuildLoanEventsHandler implements ICommandHandler<RebuildLoanEvents> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly loans: Loans,
    private readonly pasts: LoanPasts,
    private readonly audit: AuditLog,
  ) {}

  /** @throws LOAN_NOT_FOUND (404), LOAN_HISTORY_NOT_PROVED (422) */
  async execute({ write, loanId }: RebuildLoanEvents): Promise<Outcome> {
    return this.writes.run(write, { loanId }, async (tx) => {
      const { institutionId } = write;
      const businessDate = await lockBusinessDate(tx, institutionId);
      const locked = await this.loans.lockById(tx, institutionId, loanId);
      const past = await this.pasts.load(tx, locked, businessDate);
      const transactions = await this.unkept(tx, locked, past.events);
      if (transactions.length === 0) return Outcome.done({ rebuilt: 0 });
      const postings = await postedActs(tx, locked, transactions, past.rules.vatLedgerId);
      const rebuilt = rebuildEvents({ transactions, postings }, past);
      await addRows(tx, LoanEvent, rebuilt);
      const details = { loanAccountNumber: locked.loan.loanAccountNumber, rebuilt: rebuilt.length };
      await this.audit.record(tx, write, { action: 'loan.rebuild-events', subject: `loan:${loanId}`, details });
      return Outcome.done({ rebuilt: rebuilt.length });
    });
  }

  /** The transactions from before the first stored event. */
  private async unkept(
    tx: Tx,
    { loan: { institutionId, id: loanId } }: LockedLoan,
    events: readonly LoanEvent[],
  ): Promise<LoanTransaction[]> {
    const transactions = await tx.find(LoanTransaction, { where: { institutionId, loanId }, order: { id: 'ASC' } });
    if (events.some(({ kind }) => kind === 'Disbursement')) return [];
    const kept = new Set(events.map(({ kind, reference }) => `${kind} ${reference}`));
    return transactions.filter(({ kind, reference }) => !kept.has(`${kind} ${reference}`));
  }
}

async function postedActs(
  tx: Tx,
  locked: LockedLoan,
  transactions: readonly LoanTransaction[],
  vatLedgerId: number | undefined,
): Promise<Map<number, PostedAct>> {
  const { institutionId, linkedAccountId } = locked.loan;
  const ids = transactions.map(({ postingId }) => postingId).filter((id) => id !== null);
  const postings = await tx.find(Posting, { where: { institutionId, id: In(ids) } });
  const entries = await tx.find(PostingEntry, { where: { institutionId, postingId: In(ids) } });
  const own = new Set([...accountsOfLoan(locked), locked.contract.recoveryIncomeGlAccountId, vatLedgerId]);
  own.delete(linkedAccountId);
  return new Map(
    postings.map(({ id, kind, businessDate }) => [
      id,
      {
        kind,
        businessDate,
        sourceLegs: entries
          .filter(({ postingId, accountId }) => postingId === id && !own.has(accountId))
          .map(({ accountId, side, amountKobo, role }) => ({ accountId, side, amountKobo: String(amountKobo), role })),
      },
    ]),
  );
}
