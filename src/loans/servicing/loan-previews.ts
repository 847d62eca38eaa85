import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { Loans, type LockedLoan } from '../contract/loans';
import { VatLedger } from '../origination/loan-charges';
import { LoanProvisions } from '../provisions/loan-provisions';
import { isCapitalisation, scheduleRowView } from '../reading/schedule-view';
import { assertMoratorium } from '../restructure/new-terms';
import { assertRestructuredTerms } from '../restructure/restructured-terms';
import { restructureLoan } from '../restructure/restructures';
import { writeOffLoan } from '../write-off/loan-write-offs';
import type { JournalLineView, LoanRestView, RestructurePreviewView, WriteOffPreviewView } from './loan-previews.dto';
import type { RestructureBody } from './servicing.dto';
import { assertRunning } from './staff-changes';

/** A preview stores nothing, so the new contract gets no id. */
const NOT_STORED = { id: 0, createdAt: new Date(0) };

/**
 * Makes changes of loans in memory with the functions of the acts, under the same locks, and shows what they would do
 * (docs/api/loans.md#previews). Nothing is written.
 */
@Injectable()
export class LoanPreviews {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly loans: Loans,
    private readonly vat: VatLedger,
    private readonly provisions: LoanProvisions,
  ) {}

  /** @throws LOAN_NOT_FOUND (404), LOAN_STATUS_REFUSED (409), LOAN_TERMS_REFUSED (422), VALIDATION_FAILED (400) */
  async restructure(institutionId: number, loanId: number, body: RestructureBody): Promise<RestructurePreviewView> {
    assertMoratorium(body);
    return this.unitOfWork.run(institutionId, async (tx) => {
      const { locked, businessDate, vatLedgerId } = await this.lock(tx, institutionId, loanId);
      await assertRestructuredTerms(tx, institutionId, { loanId }, body, businessDate);
      const now = restOf(locked, businessDate);
      const { legs, added } = restructureLoan(locked, body, businessDate, NOT_STORED, vatLedgerId);
      const { loan, instalments } = locked;
      const rows = instalments.map((row) => (added.includes(row) ? { ...row, id: null } : row));
      return {
        id: loan.id,
        loanAccountNumber: loan.loanAccountNumber,
        asOf: businessDate,
        now,
        then: restOf(locked, businessDate),
        rows: rows
          .filter((row) => !isCapitalisation({ restructuredDate: businessDate }, row))
          .map((row) => scheduleRowView(row, businessDate)),
        journal: await journalOf(tx, institutionId, legs),
      };
    });
  }

  /** @throws LOAN_NOT_FOUND (404), LOAN_STATUS_REFUSED (409) */
  async writeOff(institutionId: number, loanId: number): Promise<WriteOffPreviewView> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const { locked, businessDate, vatLedgerId } = await this.lock(tx, institutionId, loanId);
      const allowances = await this.provisions.lockAllowances(tx, institutionId, [loanId]);
      const { change, usedKobo, lossKobo } = writeOffLoan(locked, businessDate, vatLedgerId, allowances.get(loanId));
      return {
        id: loanId,
        loanAccountNumber: locked.loan.loanAccountNumber,
        asOf: businessDate,
        writtenOffAmount: koboToNaira(change.transaction!.amountKobo),
        lossAmount: koboToNaira(lossKobo),
        allowanceUsed: koboToNaira(usedKobo),
        journal: await journalOf(tx, institutionId, change.legs),
      };
    });
  }

  private async lock(
    tx: Tx,
    institutionId: number,
    loanId: number,
  ): Promise<{ locked: LockedLoan; businessDate: string; vatLedgerId: number | undefined }> {
    const businessDate = await lockBusinessDate(tx, institutionId);
    const locked = await this.loans.lockById(tx, institutionId, loanId);
    // A change that waits for approval is no obstacle: whoever decides it wants to see what it does.
    assertRunning(locked.loan);
    return { locked, businessDate, vatLedgerId: await this.vat.idFor(tx, institutionId, locked.instalments) };
  }
}

function restOf({ contract, instalments }: LockedLoan, day: string): LoanRestView {
  const unpaid = instalments
    .map((row) => ({ dueDate: row.dueDate, kobo: totalKobo(unpaidOf(row)) }))
    .filter(({ kobo }) => kobo > 0n);
  const next = unpaid.find(({ dueDate }) => dueDate > day);
  return {
    instalment: koboToNaira(next?.kobo ?? 0n),
    total: koboToNaira(unpaid.reduce((sum, { kobo }) => sum + kobo, 0n)),
    interestRate: Number(contract.interestRate),
    unpaidInstalments: unpaid.length,
    maturityDate: instalments.at(-1)?.dueDate ?? null,
  };
}

/** The lines of a posting, those of one account and side together. */
async function journalOf(tx: Tx, institutionId: number, legs: readonly PostingLeg[]): Promise<JournalLineView[]> {
  const sums = new Map<string, { accountId: number; side: PostingLeg['side']; amountKobo: bigint }>();
  for (const { accountId, side, amountKobo } of legs) {
    const key = `${accountId}|${side}`;
    sums.set(key, { accountId, side, amountKobo: (sums.get(key)?.amountKobo ?? 0n) + amountKobo });
  }
  const lines = [...sums.values()];
  const accounts = await tx.find(LedgerAccount, {
    select: { institutionId: true, id: true, number: true, name: true },
    where: { institutionId, id: In(lines.map(({ accountId }) => accountId)) },
  });
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return lines.map(({ accountId, side, amountKobo }) => {
    const { number, name } = byId.get(accountId)!;
    return { accountNumber: number, accountName: name, side, amount: koboToNaira(amountKobo) };
  });
}
