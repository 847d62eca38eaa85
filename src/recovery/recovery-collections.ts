import { Injectable } from '@nestjs/common';
import { lockBusinessDate } from '../business-day/lock-business-date';
import type { AuditAuthor } from '../common/audit/audit-log';
import { sha256 } from '../common/crypto/digest';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { commonErrors } from '../common/errors/common.errors';
import { classifyDatabaseFailure } from '../common/errors/database-error';
import { Outcome } from '../common/http/outcome';
import { canonicalJson } from '../common/idempotency/canonical-json';
import { formatNaira, koboToNaira, nairaToKobo } from '../common/money/naira';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { AccountDirectory } from '../ledger/chart/account-directory';
import type { PostingLeg } from '../ledger/engine/posting-request';
import { ledgerErrors } from '../ledger/ledger.errors';
import { Loans } from '../loans/contract/loans';
import { type RepaymentResult, Repayments } from '../loans/repayment/repayments';
import { UNCLAIMED_FUNDS_LEDGER } from '../postings/postings.settings';
import { assertInstitutionCode } from './partner-institution';
import { recoveryErrors } from './recovery.errors';
import { RECOVERY_FEE_LEDGER, RECOVERY_RECEIVABLE_LEDGER } from './recovery.settings';
import { RecoveryCollection } from './recovery-collection.entity';
import type { LoanBalanceUpdateBody, LoanBalanceUpdateView } from './recovery-webhooks.dto';

const POSTING_KIND = 'loan-recovery';
const NARRATION_LENGTH = 250;

/** A collection notice of the partner. */
interface CollectionNotice {
  institutionId: number;
  transactionReference: string;
  loanReference: string;
  institutionCode: string;
  debitedKobo: bigint;
  settlementKobo: bigint;
  recoveryFeeKobo: bigint;
  narration: string;
  fingerprint: Buffer;
}

/** The debits of one notice, and the ledger of its surplus when the linked account is closed. */
interface NoticeAccounts {
  debits: PostingLeg[];
  unclaimedId?: number;
}

/**
 * Posts the collections of the recovery partner. They are forced, because the money has been collected
 * (docs/api/recovery.md#posting).
 */
@Injectable()
export class RecoveryCollections {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
    private readonly loans: Loans,
    private readonly repayments: Repayments,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws LOAN_NOT_FOUND (404), DUPLICATE_REFERENCE (409), RECOVERY_AMOUNTS_MISMATCH, INSTITUTION_CODE_MISMATCH
   *   (422), RECOVERY_LEDGERS_NOT_CONFIGURED (503)
   */
  async book(by: AuditAuthor, body: LoanBalanceUpdateBody): Promise<Outcome> {
    const notice = readNotice(by.institutionId, body);
    const known = await this.replay(notice);
    if (known) return known;
    const accounts: NoticeAccounts = { debits: await this.debits(notice) };
    try {
      return await this.attempt(by, notice, accounts);
    } catch (error) {
      // The linked account is closed, so the surplus goes to unclaimed funds.
      if (!(error instanceof AppError) || error.code !== ledgerErrors.ACCOUNT_CLOSED.code) throw error;
      return this.attempt(by, notice, {
        ...accounts,
        unclaimedId: await this.ledgerId(notice.institutionId, UNCLAIMED_FUNDS_LEDGER),
      });
    }
  }

  /** When two equal notices arrive together, the second gets the result of the first. */
  private async attempt(by: AuditAuthor, notice: CollectionNotice, accounts: NoticeAccounts): Promise<Outcome> {
    try {
      return await this.unitOfWork.run(by.institutionId, (tx) => this.bookWithin(tx, by, notice, accounts));
    } catch (error) {
      const isTaken =
        error instanceof AppError
          ? error.code === commonErrors.DUPLICATE_REFERENCE.code
          : classifyDatabaseFailure(error) === 'unique-violation';
      const known = isTaken ? await this.replay(notice) : undefined;
      if (known) return known;
      throw error;
    }
  }

  private async bookWithin(
    tx: Tx,
    by: AuditAuthor,
    notice: CollectionNotice,
    { debits, unclaimedId }: NoticeAccounts,
  ): Promise<Outcome> {
    const { institutionId, transactionReference, narration, debitedKobo } = notice;
    const businessDate = await lockBusinessDate(tx, institutionId);
    await assertInstitutionCode(tx, institutionId, notice.institutionCode);
    const locked = await this.loans.lock(tx, institutionId, notice.loanReference);
    // Checked under the lock: a repetition that waited for the lock finds the row of the first notice.
    const known = await this.replayWithin(tx, notice);
    if (known) return known;
    const surplusAccountId = unclaimedId ?? locked.loan.linkedAccountId;
    const receipt = await this.repayments.receive(tx, by, locked, {
      kind: 'PartnerRecovery',
      postingKind: POSTING_KIND,
      reference: transactionReference,
      businessDate,
      origin: 'api',
      narration,
      notes: null,
      amountKobo: debitedKobo,
      debits,
      surplusAccountId,
      takesSurplus: true,
      forced: true,
    });
    const answer = viewOf(notice, receipt, businessDate);
    await this.keep(tx, { notice, receipt, answer, loanId: locked.loan.id, surplusAccountId });
    return Outcome.done(answer);
  }

  private async keep(
    tx: Tx,
    {
      notice,
      receipt,
      answer,
      loanId,
      surplusAccountId,
    }: {
      notice: CollectionNotice;
      receipt: RepaymentResult;
      answer: LoanBalanceUpdateView;
      loanId: number;
      surplusAccountId: number;
    },
  ): Promise<void> {
    const { institutionId, transactionReference, debitedKobo, settlementKobo, recoveryFeeKobo, fingerprint } = notice;
    const { postingId, surplusKobo } = receipt;
    const facts = {
      transactionReference,
      loanId,
      postingId,
      debitedKobo,
      settlementKobo,
      recoveryFeeKobo,
      surplusKobo,
      surplusAccountId,
      fingerprint,
    };
    await tx.insert(RecoveryCollection, {
      institutionId,
      id: await this.ids.next(),
      ...facts,
      answer: JSON.stringify(answer),
      createdAt: this.clock.institutionNow(institutionId),
    });
  }

  private replay(notice: CollectionNotice): Promise<Outcome | undefined> {
    return this.unitOfWork.read(notice.institutionId, (tx) => this.replayWithin(tx, notice));
  }

  /** @throws DUPLICATE_REFERENCE (409) when the reference belongs to another collection. */
  private async replayWithin(
    tx: Tx,
    { institutionId, transactionReference, fingerprint }: CollectionNotice,
  ): Promise<Outcome | undefined> {
    const known = await tx.findOneBy(RecoveryCollection, { institutionId, transactionReference });
    if (!known) return undefined;
    if (!known.fingerprint.equals(fingerprint))
      throw commonErrors.DUPLICATE_REFERENCE(
        `The transactionReference ${transactionReference} belongs to another collection; send a new one.`,
      );
    return Outcome.done(JSON.parse(known.answer) as LoanBalanceUpdateView, 'Successful', { replayed: true });
  }

  /** @throws RECOVERY_LEDGERS_NOT_CONFIGURED (503) */
  private async debits({ institutionId, settlementKobo, recoveryFeeKobo }: CollectionNotice): Promise<PostingLeg[]> {
    const debits: PostingLeg[] = [];
    for (const [key, amountKobo, role] of [
      [RECOVERY_RECEIVABLE_LEDGER, settlementKobo, 'principal'],
      [RECOVERY_FEE_LEDGER, recoveryFeeKobo, 'fee'],
    ] as const) {
      if (amountKobo > 0n)
        debits.push({
          accountId: await this.ledgerId(institutionId, key),
          side: 'debit',
          amountKobo,
          role,
          namedByCaller: false,
        });
    }
    return debits;
  }

  /** @throws RECOVERY_LEDGERS_NOT_CONFIGURED (503) */
  private async ledgerId(institutionId: number, key: string): Promise<number> {
    const code = await this.settings.get(institutionId, key);
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl')
      throw recoveryErrors.RECOVERY_LEDGERS_NOT_CONFIGURED(
        `The ledger of ${key} is not configured; nothing was posted. Send the notice again once it is set.`,
      );
    return ledger.ledgerAccountId;
  }
}

/** @throws RECOVERY_AMOUNTS_MISMATCH (422) */
function readNotice(institutionId: number, body: LoanBalanceUpdateBody): CollectionNotice {
  const [debitedKobo, settlementKobo, recoveryFeeKobo] = [
    nairaToKobo(body.debitedAmount)!,
    nairaToKobo(body.settlementAmount)!,
    nairaToKobo(body.recoveryFee ?? 0)!,
  ];
  const sumKobo = settlementKobo + recoveryFeeKobo;
  if (debitedKobo !== sumKobo) {
    throw recoveryErrors.RECOVERY_AMOUNTS_MISMATCH(
      `debitedAmount is ${formatNaira(debitedKobo)}, but settlementAmount + recoveryFee is ${formatNaira(sumKobo)}.`,
    );
  }
  const { transactionReference, loanReference, institutionCode, narration } = body;
  const facts = {
    transactionReference,
    loanReference,
    institutionCode,
    narration: narration ?? null,
    debited: String(debitedKobo),
    settlement: String(settlementKobo),
    fee: String(recoveryFeeKobo),
  };
  const narrationText =
    narration === undefined || narration === null || narration.trim() === ''
      ? `Recovery of loan ${loanReference}`
      : narration.trim();
  return {
    institutionId,
    transactionReference,
    loanReference,
    institutionCode,
    debitedKobo,
    settlementKobo,
    recoveryFeeKobo,
    narration: narrationText.slice(0, NARRATION_LENGTH),
    fingerprint: sha256(canonicalJson(facts)),
  };
}

function viewOf(
  { transactionReference, loanReference, debitedKobo, settlementKobo, recoveryFeeKobo }: CollectionNotice,
  receipt: RepaymentResult,
  businessDate: string,
): LoanBalanceUpdateView {
  const { postingReferenceNumber, components, recoveredKobo, surplusKobo, outstandingKobo, status } = receipt;
  const { principal, interest, fee, default: arrears, penalty } = components;
  return {
    transactionReference,
    loanReference,
    postingReferenceNumber,
    debitedAmount: koboToNaira(debitedKobo),
    recoveryFee: koboToNaira(recoveryFeeKobo),
    settlementAmount: koboToNaira(settlementKobo),
    paid: {
      principal: koboToNaira(principal),
      interest: koboToNaira(interest),
      fee: koboToNaira(fee),
      default: koboToNaira(arrears),
      penalty: koboToNaira(penalty),
    },
    recoveredAmount: koboToNaira(recoveredKobo),
    surplusAmount: koboToNaira(surplusKobo),
    totalOutstanding: koboToNaira(outstandingKobo),
    loanStatus: status,
    businessDate,
  };
}
