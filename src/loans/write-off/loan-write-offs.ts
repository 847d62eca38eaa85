import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { koboToNaira } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { bringUpToDate } from '../accrual/recognise-income';
import { rowFacts, totalKobo } from '../contract/instalment-amounts';
import { LoanBookkeeping } from '../contract/loan-bookkeeping';
import { LoanChange } from '../contract/loan-change';
import type { LockedLoan } from '../contract/loans';
import { VatLedger } from '../origination/loan-charges';
import { type LoanAllowance, LoanProvisions } from '../provisions/loan-provisions';
import type { LoanChangeBody } from '../servicing/servicing.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { StaffChanges } from '../servicing/staff-changes';
import { applyWriteOff } from './write-off-loan';

export const LOAN_WRITE_OFF = 'loan-write-off';

/** Writes loans off, after approval (docs/api/loans.md#write-off). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanWriteOffs implements ApprovalSubject {
  readonly operation = LOAN_WRITE_OFF;
  readonly title = 'Loan write-off';
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly changes: StaffChanges,
    private readonly bookkeeping: LoanBookkeeping,
    private readonly vat: VatLedger,
    private readonly provisions: LoanProvisions,
    private readonly audit: AuditLog,
  ) {}

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, id, maker } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loans, body } = await this.changes.lockApproved<LoanChangeBody>(tx, approval);
    const allowances = await this.provisions.lockAllowances(
      tx,
      institutionId,
      loans.map(({ loan }) => loan.id),
    );
    const writeOffs: WriteOff[] = [];
    for (const locked of loans) {
      const vatLedgerId = await this.vat.idFor(tx, institutionId, locked.instalments);
      writeOffs.push(writeOffLoan(locked, businessDate, vatLedgerId, allowances.get(locked.loan.id)));
    }
    const changes = writeOffs.map(({ change }) => change);
    const reference = `WO-${id}`;
    const amountKobo = changes.reduce((sum, { transaction }) => sum + transaction!.amountKobo, 0n);
    const by = { institutionId, actor: maker };
    await this.bookkeeping.record(tx, by, changes, {
      postingKind: LOAN_WRITE_OFF,
      reference,
      narration: 'Write-off of loans',
      origin: 'portal',
      businessDate,
      amountKobo,
      otherLegs: [],
      notes: body.reason,
    });
    await this.provisions.recordUse(
      tx,
      institutionId,
      businessDate,
      writeOffs
        .map(({ change, usedKobo }) => ({ loanId: change.locked.loan.id, usedKobo }))
        .filter(({ usedKobo }) => usedKobo > 0n),
    );
    for (const { locked, transaction } of changes) {
      const { id: loanId, loanAccountNumber } = locked.loan;
      const details = {
        loanAccountNumber,
        reference,
        amount: koboToNaira(transaction!.amountKobo),
        reason: body.reason,
        approvedBy: actorName(staff),
      };
      await this.audit.record(tx, by, { action: 'loan.write-off', subject: `loan:${loanId}`, details });
    }
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.changes.clearDeclined(tx, approval);
  }
}

/** A loan that is written off, and what it used of its allowance. */
interface WriteOff {
  change: LoanChange;
  /** The loss, of which `usedKobo` is paid by the allowance. */
  lossKobo: bigint;
  usedKobo: bigint;
}

/** Writes a locked loan off, in memory. */
export function writeOffLoan(
  locked: LockedLoan,
  businessDate: string,
  vatLedgerId: number | undefined,
  allowance: LoanAllowance | undefined,
): WriteOff {
  const change = new LoanChange(locked);
  const dropped = locked.instalments.map(rowFacts);
  bringUpToDate(change, { incomeAsOf: businessDate, chargesAsOf: businessDate }, vatLedgerId);
  const { written, lossKobo, usedKobo } = applyWriteOff(change, businessDate, allowance);
  change.recordTransaction('WriteOff', totalKobo(written), written, { replaced: dropped });
  return { change, lossKobo, usedKobo };
}
