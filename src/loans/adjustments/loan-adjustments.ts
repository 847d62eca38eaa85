import { Injectable } from '@nestjs/common';
import { ApprovalSubjects } from '../../approvals/approval-subjects';
import type { Tx } from '../../common/database/unit-of-work';
import { validationFailed } from '../../common/http/validation.pipe';
import { nairaToKobo } from '../../common/money/naira';
import { vatKobo } from '../../common/money/percentage';
import { MemberOf } from '../../common/registry/registry';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { loanLegs } from '../contract/loan-change';
import type { LockedLoan } from '../contract/loans';
import { LoanCharges } from '../origination/loan-charges';
import { SurplusAccounts } from '../repayment/surplus-accounts';
import type { ChargeLoanBody, RefundLoanBody, WaiveLoanBody } from './adjustments.dto';
import { applyCharge } from './apply-charge';
import { applyRefund } from './apply-refund';
import { applyWaiver, WAIVED_COMPONENTS, type WaivedAmounts } from './apply-waiver';
import { type AdjustmentKind, AdjustmentTools, LoanAdjustment, type PreparedAdjustment } from './staff-adjustment';

export const LOAN_CHARGE = 'loan-staff-charge';
export const LOAN_WAIVER = 'loan-waiver';
export const LOAN_REFUND = 'loan-refund';

const CHARGE: AdjustmentKind = {
  operation: LOAN_CHARGE,
  title: 'Charge on a loan',
  verb: 'Charge',
  prefix: 'CH',
  action: 'loan.charge',
};
const WAIVER: AdjustmentKind = {
  operation: LOAN_WAIVER,
  title: 'Waiver on a loan',
  verb: 'Waive',
  prefix: 'WV',
  action: 'loan.waive',
};
const REFUND: AdjustmentKind = {
  operation: LOAN_REFUND,
  title: 'Refund on a loan',
  verb: 'Refund',
  prefix: 'RF',
  action: 'loan.refund',
};

/** Charges of staff (docs/api/loans.md#adjustments). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanStaffCharges extends LoanAdjustment<ChargeLoanBody> {
  constructor(
    tools: AdjustmentTools,
    private readonly charges: LoanCharges,
    private readonly settings: InstitutionSettings,
  ) {
    super(CHARGE, tools);
  }

  /** The VAT is that of the day of the approval. */
  protected async prepare(
    tx: Tx,
    locked: LockedLoan,
    { component, amount }: ChargeLoanBody,
    businessDate: string,
  ): Promise<PreparedAdjustment> {
    const { institutionId, fee } = locked.contract;
    const amountKobo = nairaToKobo(amount)!;
    const rate = (await this.settings.getWithin(tx, institutionId, 'VAT_RATE')) ?? '0';
    const bearsVat = component === 'Fee' && fee?.vatApplies === true;
    const charge = { component, amountKobo, vatKobo: bearsVat ? vatKobo(amountKobo, rate) : 0n };
    const vatLedgerId =
      charge.vatKobo > 0n ? await this.charges.vatLedger(tx, institutionId) : await this.vatLedgerId(tx, locked);
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
  constructor(tools: AdjustmentTools) {
    super(WAIVER, tools);
  }

  protected async prepare(
    tx: Tx,
    locked: LockedLoan,
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
    const vatLedgerId = await this.vatLedgerId(tx, locked);
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
  constructor(
    tools: AdjustmentTools,
    private readonly accounts: SurplusAccounts,
  ) {
    super(REFUND, tools);
  }

  /** The money goes to the linked account, or to unclaimed funds when that is closed. */
  protected async prepare(
    tx: Tx,
    locked: LockedLoan,
    { amount }: RefundLoanBody,
    businessDate: string,
  ): Promise<PreparedAdjustment> {
    const amountKobo = nairaToKobo(amount)!;
    const vatLedgerId = await this.vatLedgerId(tx, locked);
    return {
      amountKobo,
      apply: (change) => void applyRefund(change, amountKobo, businessDate, vatLedgerId),
      otherLegs: loanLegs(await this.accounts.of(tx, locked.loan), 'credit', amountKobo, 'principal'),
    };
  }
}
