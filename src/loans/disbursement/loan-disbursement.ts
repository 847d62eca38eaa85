import { Injectable } from '@nestjs/common';
import { Liens } from '../../accounts/liens/liens';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { availableBalanceKobo, ownFundsKobo } from '../../ledger/engine/available-balance';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { ORDINARY } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { LoanAccounts } from '../contract/loan-accounts';
import { LoanTransactions } from '../contract/loan-bookkeeping';
import { LoanContract } from '../contract/loan-contract.entity';
import { disbursementEvent, LoanEvents } from '../contract/loan-events';
import { LoanInstalment } from '../contract/loan-instalment.entity';
import { loanRequest } from '../contract/loan-request.operation';
import { Loans, type LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import { plannedSchedule } from '../origination/assert-terms-fit';
import { instalmentFee, type LoanCharge, LoanCharges } from '../origination/loan-charges';
import type { Schedule } from '../schedule/build-schedule';
import { instalmentRow, instalmentsOf } from '../schedule/schedule-of-contract';
import { assertStarted } from './assert-started';
import { type DisbursementLegs, disbursementLegs } from './disbursement-legs';

export const DISBURSEMENT_KIND = 'loan-disbursement';

/** The posting of one or more disbursements. */
export interface DisbursementOrder {
  reference: string;
  narration: string;
  notes: string | null;
  businessDate: string;
}

/** A locked loan with the ledger that receives the proceeds; null for the linked account. */
export interface Disbursable extends LockedLoan {
  proceedsGlAccountId: number | null;
}

/** A disbursed loan. */
export interface DisbursedLoan {
  locked: LockedLoan;
  schedule: Schedule;
  netKobo: bigint;
  charge: LoanCharge | undefined;
  postingId: number;
  postingReferenceNumber: string;
}

interface Planned extends Disbursable {
  schedule: Schedule;
  charge: LoanCharge | undefined;
}

const ROWS_AT_ONCE = 500;

/** Disburses approved loans, one or all of a group: accounts, posting, schedule and status in one transaction. */
@Injectable()
export class LoanDisbursement {
  constructor(
    private readonly ids: IdAllocator,
    private readonly loans: Loans,
    private readonly accounts: LoanAccounts,
    private readonly charges: LoanCharges,
    private readonly transactions: LoanTransactions,
    private readonly events: LoanEvents,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly liens: Liens,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param loans locked and approved, in the order of their ids.
   * @throws LOAN_TERMS_REFUSED, SECURITY_DEPOSIT_MISSING, INSUFFICIENT_FUNDS (422), DUPLICATE_REFERENCE (409),
   *   LOAN_CHARGES_NOT_CONFIGURED (503), and the other errors of the ledger
   */
  async disburse(tx: Tx, by: AuditAuthor, loans: Disbursable[], order: DisbursementOrder): Promise<DisbursedLoan[]> {
    const planned: Planned[] = [];
    for (const loan of loans) planned.push(await this.plan(tx, loan, order.businessDate));
    // Work on the loans' own rows comes first, so that accounts of others are locked as briefly as possible.
    for (const loan of planned) await this.prepare(tx, loan, order.businessDate);
    const paidOut = planned.map((loan) => ({ ...loan, ...legsOf(loan) }));
    const accounts = await this.ledgerAccounts.lockAll(tx, by.institutionId, planned.flatMap(accountIdsOf));
    for (const loan of planned) await this.placeDeposit(tx, by, loan, accounts.get(loan.loan.linkedAccountId)!);
    const postingId = await this.post(tx, by, paidOut, order);
    const disbursed: DisbursedLoan[] = [];
    for (const { loan, contract, instalments, schedule, charge, netKobo } of paidOut) {
      await this.loans.transitionTo(tx, loan, 'Active');
      const result = {
        locked: { loan, contract, instalments },
        schedule,
        netKobo,
        charge,
        postingId,
        postingReferenceNumber: postingReferenceNumber(postingId),
      };
      await this.recordDisbursement(tx, by, result, order);
      disbursed.push(result);
    }
    return disbursed;
  }

  /** The schedule counts from the business date, not from the planned start. */
  private async plan(tx: Tx, loan: Disbursable, businessDate: string): Promise<Planned> {
    assertStarted(loan.loan, businessDate);
    const { firstRepaymentDate } = loan.contract;
    if (firstRepaymentDate !== null && firstRepaymentDate <= businessDate) {
      throw loansErrors.LOAN_TERMS_REFUSED(
        `The firstRepaymentDate ${firstRepaymentDate} of the loan ${loan.loan.loanAccountNumber} is not after the ` +
          `business date ${businessDate}; update the loan with a later date.`,
        { field: 'firstRepaymentDate' },
      );
    }
    const contract = { ...loan.contract, effectiveDate: businessDate };
    const charge = await this.charges.chargeOf(tx, contract.institutionId, contract);
    return { ...loan, contract, schedule: plannedSchedule(contract), charge };
  }

  /**
   * Asserts the funds for security deposit and upfront fee on the linked account, and places the lien of the deposit.
   */
  private async placeDeposit(
    tx: Tx,
    by: AuditAuthor,
    { loan, contract, charge }: Planned,
    account: LedgerAccount,
  ): Promise<void> {
    const { securityDepositKobo } = contract;
    // An overdrawn account has own funds below 0, which a loan without a deposit does not ask for.
    if (securityDepositKobo > 0n && ownFundsKobo(account) < securityDepositKobo) {
      throw loansErrors.SECURITY_DEPOSIT_MISSING(
        `The account ${account.number} needs ${formatNaira(securityDepositKobo)} for the security deposit of the ` +
          `loan ${loan.loanAccountNumber} before the loan can be disbursed; pay money in first.`,
        { securityDeposit: koboToNaira(securityDepositKobo) },
      );
    }
    const upfrontKobo = charge?.charged === 'Upfront' ? charge.feeKobo + charge.vatKobo : 0n;
    if (upfrontKobo > 0n && availableBalanceKobo(account) - securityDepositKobo < upfrontKobo) {
      throw ledgerErrors.INSUFFICIENT_FUNDS(
        `The account ${account.number} needs ${formatNaira(upfrontKobo)} for the fee of the loan ` +
          `${loan.loanAccountNumber} before the loan can be disbursed; pay money in first.`,
      );
    }
    if (securityDepositKobo === 0n) return;
    const reason = `Security deposit of loan ${loan.loanAccountNumber}`;
    await this.liens.place(tx, by, {
      accountId: account.id,
      amountKobo: securityDepositKobo,
      reason,
      expiryDate: null,
      formOfLien: 'LoanSecurityDeposit',
      origin: { heldFor: `loan:${loan.id}` },
    });
  }

  private async post(
    tx: Tx,
    { institutionId, actor }: AuditAuthor,
    loans: (Planned & DisbursementLegs)[],
    { reference, narration }: DisbursementOrder,
  ): Promise<number> {
    const { postingId } = await this.ledger.requirePosted(tx, {
      institutionId,
      kind: DISBURSEMENT_KIND,
      reference,
      origin: 'api',
      maker: actor,
      narration,
      legs: loans.flatMap(({ legs }) => legs),
      amountKobo: loans.reduce((sum, { contract }) => sum + contract.principalKobo, 0n),
      feeKobo: 0n,
      nature: ORDINARY,
      operation: loanRequest.with({
        metadata: {
          channel: 'loans',
          transaction_type: 'disbursement',
          loan_account_numbers: loans.map(({ loan }) => loan.loanAccountNumber),
          reference_number: reference,
        },
      }),
    });
    return postingId;
  }

  /** Opens the loan's accounts and stores its schedule. */
  private async prepare(tx: Tx, locked: Planned, businessDate: string): Promise<void> {
    const { loan, contract, schedule, charge } = locked;
    const { institutionId, id: contractId, principalKobo } = contract;
    const { name } = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: loan.linkedAccountId });
    await this.accounts.open(tx, locked, name, schedule.upfrontInterest > 0n);
    await tx.update(LoanContract, { institutionId, id: contractId }, { effectiveDate: businessDate });
    const rows = instalmentsOf(schedule, principalKobo, instalmentFee(charge));
    const ids = await this.ids.block(rows.length);
    locked.instalments = rows.map((row) => ({ ...instalmentRow(contract, row), id: ids.next() }));
    // Copies, because the insert overwrites the rows it is given with the values of the database, amounts as text.
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await tx.insert(
        LoanInstalment,
        locked.instalments.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...row })),
      );
    Object.assign(loan, {
      disbursementDate: businessDate,
      maturityDate: rows.at(-1)!.dueDate,
      disbursedKobo: principalKobo,
      accruedThrough: businessDate,
    });
    await this.loans.save(tx, [{ locked, changed: [] }], businessDate);
  }

  private async recordDisbursement(
    tx: Tx,
    by: AuditAuthor,
    { locked: { loan, contract }, schedule, netKobo, charge, postingId }: DisbursedLoan,
    { reference, notes, businessDate }: DisbursementOrder,
  ): Promise<void> {
    const { institutionId, id: loanId, principalKobo, loanAccountNumber } = loan;
    const upfront = charge && charge.charged !== 'PerInstalment' ? charge : undefined;
    const details = {
      netDisbursed: koboToNaira(netKobo),
      upfrontInterest: koboToNaira(schedule.upfrontInterest),
      fee: koboToNaira(upfront?.feeKobo ?? 0n),
      vat: koboToNaira(upfront?.vatKobo ?? 0n),
    };
    await this.transactions.record(tx, {
      institutionId,
      loanId,
      kind: 'Disbursement',
      postingId,
      reference,
      businessDate,
      amountKobo: principalKobo,
      principalKobo,
      details,
      notes,
      createdBy: by.actor,
    });
    await this.events.record(tx, [
      disbursementEvent(loan, contract, {
        institutionId,
        postingId,
        reference,
        valueDate: businessDate,
        businessDate,
        amountKobo: principalKobo,
        createdBy: by.actor,
      }),
    ]);
    await this.audit.record(tx, by, {
      action: 'loan.disburse',
      subject: `loan:${loanId}`,
      details: { loanAccountNumber, reference, principal: koboToNaira(principalKobo), ...details },
    });
  }
}

/** The fee that is charged with the disbursement and not with the instalments. */
function chargedNow({ charge }: Planned): LoanCharge | undefined {
  return charge?.charged === 'PerInstalment' ? undefined : charge;
}

/** Accounts in a loan's legs that do not belong to the loan. */
function accountIdsOf(planned: Planned): number[] {
  const charge = chargedNow(planned);
  const ids = [
    planned.loan.linkedAccountId,
    planned.proceedsGlAccountId,
    charge?.incomeGlAccountId,
    charge?.vatGlAccountId,
  ];
  return ids.filter((id) => typeof id === 'number');
}

/** @throws LOAN_TERMS_REFUSED (422) when interest and a fee out of the proceeds leave the borrower nothing */
function legsOf(planned: Planned): DisbursementLegs {
  const { loan, contract, schedule, proceedsGlAccountId } = planned;
  const made = disbursementLegs({
    principalAccountId: loan.id,
    principalKobo: contract.principalKobo,
    proceedsAccountId: proceedsGlAccountId ?? loan.linkedAccountId,
    linkedAccountId: loan.linkedAccountId,
    upfrontInterestKobo: schedule.upfrontInterest,
    unearnedAccountId: loan.unearnedAccountId ?? undefined,
    charge: chargedNow(planned),
    loanAccountNumber: loan.loanAccountNumber,
  });
  if (made.netKobo <= 0n) {
    throw loansErrors.LOAN_TERMS_REFUSED(
      `Interest and fee of the loan ${loan.loanAccountNumber} use up the principal; update the loan with other terms.`,
    );
  }
  return made;
}
