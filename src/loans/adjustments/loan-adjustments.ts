import { Injectable } from '@nestjs/common';
import { ApprovalSubjects } from '../../approvals/approval-subjects';
import type { Tx } from '../../common/database/unit-of-work';
import { validationFailed } from '../../common/http/validation.pipe';
import { nairaToKobo } from '../../common/money/naira';
import { vatKobo } from '../../common/money/percentage';
import { MemberOf } from '../../common/registry/registry';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { loanLegs, transferLegs } from '../contract/loan-change';
import { LoanEvent } from '../contract/loan-event.entity';
import { surplusRefund } from '../contract/loan-request.operation';
import { type LoanStatus, RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { REVERSIBLE_STATUSES } from '../history/loan-reversals';
import { loansErrors } from '../loans.errors';
import { LoanCharges } from '../origination/loan-charges';
import { LoanParties } from '../origination/loan-parties';
import { SurplusAccounts } from '../repayment/surplus-accounts';
import type { ChargeLoanBody, RefundLoanBody, WaiveLoanBody } from './adjustments.dto';
import { applyCharge } from './apply-charge';
import { applyRefund } from './apply-refund';
import { applyWaiver, WAIVED_COMPONENTS, type WaivedAmounts } from './apply-waiver';
import { type AdjustmentKind, AdjustmentTools, LoanAdjustment, type PreparedAdjustment } from './staff-adjustment';
import { applySurplusRefund, placedKobo } from './surplus-refund';

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

/**
 * Refunds of what was paid ahead, and of what lies in unclaimed funds since it was paid
 * (docs/api/loans.md#adjustments).
 */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanRefunds extends LoanAdjustment<RefundLoanBody> {
  constructor(
    tools: AdjustmentTools,
    private readonly accounts: SurplusAccounts,
    private readonly parties: LoanParties,
  ) {
    super(REFUND, tools);
  }

  /** What a payment exceeded the debt by is there after the loan has ended. */
  protected override statusesFor({ creditAccount }: RefundLoanBody): readonly LoanStatus[] {
    return typeof creditAccount === 'string' ? REVERSIBLE_STATUSES : RUNNING_STATUSES;
  }

  protected prepare(
    tx: Tx,
    locked: LockedLoan,
    { amount, creditAccount }: RefundLoanBody,
    businessDate: string,
  ): Promise<PreparedAdjustment> {
    const amountKobo = nairaToKobo(amount)!;
    return typeof creditAccount === 'string'
      ? this.outOfUnclaimed(tx, locked, { amountKobo, creditAccount, businessDate })
      : this.paidAhead(tx, locked, { amountKobo, businessDate });
  }

  /**
   * Pays what lies in unclaimed funds for the loan to an account of its borrower. AML counts it like the surplus of a
   * payment whose linked account is open.
   */
  private async outOfUnclaimed(
    tx: Tx,
    { loan }: LockedLoan,
    { amountKobo, creditAccount, businessDate }: { amountKobo: bigint; creditAccount: string; businessDate: string },
  ): Promise<PreparedAdjustment> {
    const { institutionId, id: loanId, customerId } = loan;
    const account = await this.parties.linkedAccount(tx, institutionId, { accountNumber: creditAccount });
    if (account.customerId !== customerId)
      throw loansErrors.LOAN_CUSTOMER_MISMATCH(
        `The account ${creditAccount} does not belong to the borrower of the loan ${loan.loanAccountNumber}; name one ` +
          'that does.',
      );
    const unclaimedId = await this.accounts.unclaimedFunds(tx, institutionId);
    const events = await tx.find(LoanEvent, { where: { institutionId, loanId } });
    const unclaimedKobo = placedKobo(events, unclaimedId);
    return {
      amountKobo,
      apply: (change) => applySurplusRefund(change, amountKobo, businessDate, unclaimedKobo),
      otherLegs: transferLegs(unclaimedId, account.id, amountKobo, 'principal'),
      operation: surplusRefund.with({}),
    };
  }

  /** The money goes to the linked account, or to unclaimed funds when that is closed. */
  private async paidAhead(
    tx: Tx,
    locked: LockedLoan,
    { amountKobo, businessDate }: { amountKobo: bigint; businessDate: string },
  ): Promise<PreparedAdjustment> {
    const vatLedgerId = await this.vatLedgerId(tx, locked);
    return {
      amountKobo,
      apply: (change) => void applyRefund(change, amountKobo, businessDate, vatLedgerId),
      otherLegs: loanLegs(await this.accounts.of(tx, locked.loan), 'credit', amountKobo, 'principal'),
    };
  }
}
