import { Injectable } from '@nestjs/common';
import { ApprovalSubjects } from '../../approvals/approval-subjects';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { validationFailed } from '../../common/http/validation.pipe';
import { nairaToKobo } from '../../common/money/naira';
import { vatKobo } from '../../common/money/percentage';
import { MemberOf } from '../../common/registry/registry';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { LoanBookkeeping } from '../contract/loan-bookkeeping';
import { loanLegs } from '../contract/loan-change';
import { Loans, type LockedLoan } from '../contract/loans';
import { LoanCharges, VatLedger } from '../origination/loan-charges';
import { SurplusAccounts } from '../repayment/surplus-accounts';
import { StaffChanges } from '../servicing/staff-changes';
import type { ChargeLoanBody, RefundLoanBody, WaiveLoanBody } from './adjustments.dto';
import { applyCharge } from './apply-charge';
import { applyRefund } from './apply-refund';
import { applyWaiver, WAIVED_COMPONENTS, type WaivedAmounts } from './apply-waiver';
import { LoanAdjustment, type PreparedAdjustment } from './staff-adjustment';

export const LOAN_CHARGE = 'loan-staff-charge';
export const LOAN_WAIVER = 'loan-waiver';
export const LOAN_REFUND = 'loan-refund';

/** Charges of staff (docs/api/loans.md#adjustments). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanStaffCharges extends LoanAdjustment<ChargeLoanBody> {
  readonly operation = LOAN_CHARGE;
  readonly title = 'Charge on a loan';
  protected readonly verb = 'Charge';
  protected readonly prefix = 'CH';
  protected readonly action = 'loan.charge';

  constructor(
    loans: Loans,
    changes: StaffChanges,
    bookkeeping: LoanBookkeeping,
    audit: AuditLog,
    private readonly charges: LoanCharges,
    private readonly vat: VatLedger,
    private readonly settings: InstitutionSettings,
  ) {
    super({ loans, changes, bookkeeping, audit });
  }

  /** The VAT is that of the day of the approval. */
  protected async prepare(
    tx: Tx,
    { loan: { institutionId }, contract: { fee }, instalments }: LockedLoan,
    { component, amount }: ChargeLoanBody,
    businessDate: string,
  ): Promise<PreparedAdjustment> {
    const amountKobo = nairaToKobo(amount)!;
    const rate = (await this.settings.getWithin(tx, institutionId, 'VAT_RATE')) ?? '0';
    const bearsVat = component === 'Fee' && fee?.vatApplies === true;
    const charge = { component, amountKobo, vatKobo: bearsVat ? vatKobo(amountKobo, rate) : 0n };
    const vatLedgerId =
      charge.vatKobo > 0n
        ? await this.charges.vatLedger(tx, institutionId)
        : await this.vat.idFor(tx, institutionId, instalments);
    return {
      amountKobo: amountKobo + charge.vatKobo,
      apply: (change) => applyCharge(change, charge, businessDate, vatLedgerId),
      otherLegs: [],
    };
  }
}

/** Waivers of interest and charges (docs/api/loans.md#adjustments). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanWaivers extends LoanAdjustment<WaiveLoanBody> {
  readonly operation = LOAN_WAIVER;
  readonly title = 'Waiver on a loan';
  protected readonly verb = 'Waive';
  protected readonly prefix = 'WV';
  protected readonly action = 'loan.waive';

  constructor(
    loans: Loans,
    changes: StaffChanges,
    bookkeeping: LoanBookkeeping,
    audit: AuditLog,
    private readonly vat: VatLedger,
  ) {
    super({ loans, changes, bookkeeping, audit });
  }

  protected async prepare(
    tx: Tx,
    { loan: { institutionId }, instalments }: LockedLoan,
    { interest, defaultInterest, penalty, fee }: WaiveLoanBody,
    businessDate: string,
  ): Promise<PreparedAdjustment> {
    const kobo = (naira: number | null | undefined): bigint => nairaToKobo(naira) ?? 0n;
    const waived: WaivedAmounts = {
      interest: kobo(interest),
      default: kobo(defaultInterest),
      penalty: kobo(penalty),
      fee: kobo(fee),
    };
    const amountKobo = WAIVED_COMPONENTS.reduce((sum, name) => sum + waived[name], 0n);
    if (amountKobo === 0n)
      throw validationFailed([{ field: 'interest', message: 'or another amount to waive is required' }]);
    const vatLedgerId = await this.vat.idFor(tx, institutionId, instalments);
    return {
      amountKobo,
      apply: (change) => applyWaiver(change, waived, businessDate, vatLedgerId),
      otherLegs: [],
    };
  }
}

/** Refunds of what was paid ahead (docs/api/loans.md#adjustments). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanRefunds extends LoanAdjustment<RefundLoanBody> {
  readonly operation = LOAN_REFUND;
  readonly title = 'Refund on a loan';
  protected readonly verb = 'Refund';
  protected readonly prefix = 'RF';
  protected readonly action = 'loan.refund';

  constructor(
    loans: Loans,
    changes: StaffChanges,
    bookkeeping: LoanBookkeeping,
    audit: AuditLog,
    private readonly vat: VatLedger,
    private readonly accounts: SurplusAccounts,
  ) {
    super({ loans, changes, bookkeeping, audit });
  }

  /** The money goes to the linked account, or to unclaimed funds when that is closed. */
  protected async prepare(
    tx: Tx,
    { loan, instalments }: LockedLoan,
    { amount }: RefundLoanBody,
    businessDate: string,
  ): Promise<PreparedAdjustment> {
    const amountKobo = nairaToKobo(amount)!;
    const vatLedgerId = await this.vat.idFor(tx, loan.institutionId, instalments);
    return {
      amountKobo,
      apply: (change) => void applyRefund(change, amountKobo, businessDate, vatLedgerId),
      otherLegs: loanLegs(await this.accounts.of(tx, loan), 'credit', amountKobo, 'principal'),
    };
  }
}
