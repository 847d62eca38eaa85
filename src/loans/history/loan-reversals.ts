import { Injectable } from '@nestjs/common';
import { Liens } from '../../accounts/liens/liens';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { koboToNaira } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { ownFundsKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Posting } from '../../ledger/engine/posting.entity';
import { PostingEntry } from '../../ledger/engine/posting-entry.entity';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { LoanBookkeeping, securityHeldFor } from '../contract/loan-bookkeeping';
import type { LoanChange } from '../contract/loan-change';
import type { LoanEvent } from '../contract/loan-event.entity';
import { type LoanStatus, RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import type { ReverseLoanEventBody } from '../servicing/servicing.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { StaffChanges } from '../servicing/staff-changes';
import { correctedChange } from './corrected-change';
import { LoanPasts } from './loan-pasts';
import { negated, netLegs } from './net-legs';
import { type PlannedReversal, planReversal, planUndisbursement } from './plan-reversal';
import { sentSince } from './sent-since';

export const LOAN_REVERSAL = 'loan-reversal';
/** A reversal may bring a loan back that the act closed. */
export const REVERSIBLE_STATUSES: readonly LoanStatus[] = [...RUNNING_STATUSES, 'Closed', 'WrittenOff'];

/** Reverses acts on loans, after approval (docs/api/loans.md#reversal). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanReversals implements ApprovalSubject {
  readonly operation = LOAN_REVERSAL;
  readonly title = 'Reversal of an act on a loan';
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly changes: StaffChanges,
    private readonly bookkeeping: LoanBookkeeping,
    private readonly pasts: LoanPasts,
    private readonly liens: Liens,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Works the reversal of an act of a locked loan out. For a disbursement, `legs` and `sourceLegs` are all there is,
   * and the loan ends canceled.
   * @throws LOAN_EVENT_NOT_FOUND (404), LOAN_EVENT_REVERSED (409), LOAN_REVERSAL_STOPPED, LOAN_HISTORY_NOT_PROVED (422)
   */
  async plan(
    tx: Tx,
    current: LockedLoan,
    eventId: number,
    businessDate: string,
  ): Promise<PlannedReversal & { reversed: LoanEvent }> {
    const past = await this.pasts.load(tx, current, businessDate);
    const reversed = past.events.find(({ id }) => id === eventId);
    if (!reversed) throw loansErrors.LOAN_EVENT_NOT_FOUND();
    if (reversed.kind !== 'Disbursement') return { ...planReversal({ ...past, reversed }), reversed };
    const legs = planUndisbursement({ ...past, reversed });
    return {
      after: neverDisbursed(current),
      legs,
      sourceLegs: negated(await this.postedLegs(tx, reversed)),
      reversed,
    };
  }

  /** The legs of the posting of an act. */
  private async postedLegs(tx: Tx, { institutionId, postingId }: LoanEvent): Promise<PostingLeg[]> {
    const entries = await tx.find(PostingEntry, { where: { institutionId, postingId: postingId! } });
    return entries.map(({ accountId, side, amountKobo, role }) => ({
      accountId,
      side,
      amountKobo,
      role,
      namedByCaller: false,
    }));
  }

  /** When the money of an act moved; undefined for an act that moved none. */
  private async postedAt(tx: Tx, { institutionId, postingId }: LoanEvent): Promise<Date | undefined> {
    const posting = postingId === null ? null : await tx.findOneBy(Posting, { institutionId, id: postingId });
    return posting?.postedAt ?? undefined;
  }

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, maker } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loans, body } = await this.changes.lockApproved<ReverseLoanEventBody>(tx, approval, REVERSIBLE_STATUSES);
    const locked = loans[0]!;
    const by = { institutionId, actor: maker };
    const reversed = await this.reverse(tx, by, locked, { ...body, businessDate });
    await this.audit.record(tx, by, {
      action: 'loan.reverse',
      subject: `loan:${locked.loan.id}`,
      details: {
        ...detailsOf(reversed, locked, body.reason),
        sentBefore: await sentSince(tx, locked.loan, reversed.valueDate, businessDate),
        approvedBy: actorName(staff),
      },
    });
  }

  /**
   * Reverses an act of a locked loan.
   * @throws as `plan` does, INSUFFICIENT_FUNDS (422) when the money to take back is not there
   */
  async reverse(
    tx: Tx,
    by: AuditAuthor,
    locked: LockedLoan,
    { eventId, reason, businessDate }: ReverseLoanEventBody & { businessDate: string },
  ): Promise<LoanEvent> {
    const { reversed, ...planned } = await this.plan(tx, locked, eventId, businessDate);
    const { loanAccountNumber, id: loanId, linkedAccountId } = locked.loan;
    const customerAccounts = new Set([linkedAccountId, ...refundedAccounts(reversed)]);
    if (reversed.kind === 'Disbursement') await this.releaseDeposit(tx, by, loanId);
    const otherLegs = asReversals(planned.sourceLegs, customerAccounts, await this.postedAt(tx, reversed));
    const details = detailsOf(reversed, locked, reason);
    await this.bookkeeping.record(tx, by, [reversalChange(locked, planned, reversed, details)], {
      postingKind: LOAN_REVERSAL,
      reference: details.reference,
      narration: `Reversal of ${reversed.reference}, loan ${loanAccountNumber}, of ${reversed.valueDate}`,
      origin: 'portal',
      businessDate,
      amountKobo: reversed.amountKobo,
      otherLegs,
      notes: reason,
      check: (accounts) => assertOwnMoney(accounts, planned.sourceLegs, customerAccounts),
    });
    return reversed;
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.changes.clearDeclined(tx, approval);
  }

  /** Frees the money that the loan's security deposit reserved. */
  private async releaseDeposit(tx: Tx, by: AuditAuthor, loanId: number): Promise<void> {
    const lien = await this.liens.lockHeldFor(tx, by.institutionId, securityHeldFor(loanId));
    if (lien) await this.liens.release(tx, by, lien);
  }
}

/** The accounts of the borrower to which an act paid a surplus out of unclaimed funds. */
function refundedAccounts({ inputs, sourceLegs }: LoanEvent): number[] {
  if (inputs['act'] !== 'refundSurplus') return [];
  return (sourceLegs ?? []).filter(({ side }) => side === 'credit').map(({ accountId }) => accountId);
}

function detailsOf(
  { id, reference, kind, valueDate, amountKobo }: LoanEvent,
  { loan: { loanAccountNumber } }: LockedLoan,
  reason: string,
): Record<string, unknown> & { reference: string } {
  return {
    loanAccountNumber,
    reference: `REV-${id}`,
    reverses: reference,
    kind,
    valueDate,
    amount: koboToNaira(amountKobo),
    reason,
  };
}

function reversalChange(
  locked: LockedLoan,
  { after, legs }: PlannedReversal,
  reversed: LoanEvent,
  details: Record<string, unknown>,
): LoanChange {
  const change = correctedChange(locked, after, legs);
  change.reversesId = reversed.id;
  change.inputs = { reverses: reversed.reference };
  change.recordTransaction('Reversal', reversed.amountKobo, undefined, details);
  return change;
}

/** A loan whose disbursement is undone: its accounts stay, empty, and its number is not used again. */
function neverDisbursed({ loan, contract }: LockedLoan): LockedLoan {
  const nothing = {
    status: 'Canceled',
    disbursedKobo: 0n,
    principalRepaidKobo: 0n,
    interestAccruedKobo: 0n,
    interestOwedKobo: 0n,
    suspendedInterestKobo: 0n,
    suspendedPrincipalKobo: 0n,
    suspendedFeeKobo: 0n,
    suspendedDefaultKobo: 0n,
    suspendedPenaltyKobo: 0n,
    suspendedSince: null,
    curingSince: null,
    feeAccruedKobo: 0n,
    accruedThrough: null,
    maturityDate: null,
    classification: 'Performing',
  } as const;
  return { contract, instalments: [], loan: { ...loan, ...nothing } };
}

/**
 * On accounts of the borrower the legs are those of a reversal: what comes back is no new deposit, so neither an
 * inactive account nor a limit of KYC stops it, and AML windows leave out both what counted and its return.
 * @param postedAt when the money of the reversed act moved
 */
function asReversals(
  legs: readonly PostingLeg[],
  customerAccounts: ReadonlySet<number>,
  postedAt: Date | undefined,
): PostingLeg[] {
  return legs.map((leg) =>
    customerAccounts.has(leg.accountId)
      ? {
          ...leg,
          role: 'reversal',
          ...(leg.role === 'principal' && postedAt !== undefined ? { reversesPostedAt: postedAt } : {}),
        }
      : leg,
  );
}

/** Takes back only money of the customer's own that no lien reserves. @throws INSUFFICIENT_FUNDS (422) */
export function assertOwnMoney(
  accounts: ReadonlyMap<number, LedgerAccount>,
  legs: readonly PostingLeg[],
  customerAccounts: ReadonlySet<number>,
): void {
  for (const { accountId, side, amountKobo } of netByAccount(legs))
    if (side === 'debit' && customerAccounts.has(accountId) && ownFundsKobo(accounts.get(accountId)!) < amountKobo)
      throw ledgerErrors.INSUFFICIENT_FUNDS(
        'The money to take back is no longer on the account of the borrower; the reversal takes back only what is there.',
      );
}

/** What each account gets or gives in all; the roles of the legs do not matter for the money that is needed. */
function netByAccount(legs: readonly PostingLeg[]): PostingLeg[] {
  return netLegs(legs.map((leg) => ({ ...leg, role: 'principal' })));
}
