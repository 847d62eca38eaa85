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

/** A notice of the partner, read. */
interface Collected {
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

/** Where the money of one notice comes from, and where a surplus goes when the linked account cannot take it. */
interface Accounts {
  debits: PostingLeg[];
  unclaimedId?: number;
}

/** Books what the recovery partner has taken from borrowers: it has happened, so no rule of an account stands against it. */
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
   * @throws LOAN_NOT_FOUND (404), DUPLICATE_REFERENCE (409), RECOVERY_AMOUNTS_MISMATCH, INSTITUTION_CODE_MISMATCH (422),
   *   RECOVERY_LEDGERS_NOT_CONFIGURED (503)
   */
  async book(by: AuditAuthor, body: LoanBalanceUpdateBody): Promise<Outcome> {
    const collected = read(by.institutionId, body);
    const known = await this.replay(collected);
    if (known) return known;
    const accounts: Accounts = { debits: await this.debits(collected) };
    try {
      return await this.attempt(by, collected, accounts);
    } catch (error) {
      // The linked account was closed: what the loan cannot take goes where unclaimed money is kept.
      if (!(error instanceof AppError) || error.code !== ledgerErrors.ACCOUNT_CLOSED.code) throw error;
      return this.attempt(by, collected, {
        ...accounts,
        unclaimedId: await this.ledgerId(collected.institutionId, UNCLAIMED_FUNDS_LEDGER),
      });
    }
  }

  /** Two equal notices that arrive together take the same reference; the later one is answered with what the first one did. */
  private async attempt(by: AuditAuthor, collected: Collected, accounts: Accounts): Promise<Outcome> {
    try {
      return await this.unitOfWork.run(by.institutionId, (tx) => this.bookWithin(tx, by, collected, accounts));
    } catch (error) {
      const isTaken =
        error instanceof AppError
          ? error.code === commonErrors.DUPLICATE_REFERENCE.code
          : classifyDatabaseFailure(error) === 'unique-violation';
      const known = isTaken ? await this.replay(collected) : undefined;
      if (known) return known;
      throw error;
    }
  }

  private async bookWithin(
    tx: Tx,
    by: AuditAuthor,
    collected: Collected,
    { debits, unclaimedId }: Accounts,
  ): Promise<Outcome> {
    const { institutionId, transactionReference, narration, debitedKobo } = collected;
    const businessDate = await lockBusinessDate(tx, institutionId);
    await assertInstitutionCode(tx, institutionId, collected.institutionCode);
    const locked = await this.loans.lock(tx, institutionId, collected.loanReference);
    // Looked for under the lock: a repetition that waited for it finds what the first one wrote.
    const known = await this.replayWithin(tx, collected);
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
      forced: true,
    });
    const answer = viewOf(collected, receipt, businessDate);
    await this.keep(tx, { collected, receipt, answer, loanId: locked.loan.id, surplusAccountId });
    return Outcome.done(answer);
  }

  private async keep(
    tx: Tx,
    {
      collected,
      receipt,
      answer,
      loanId,
      surplusAccountId,
    }: {
      collected: Collected;
      receipt: RepaymentResult;
      answer: LoanBalanceUpdateView;
      loanId: number;
      surplusAccountId: number;
    },
  ): Promise<void> {
    const { institutionId, transactionReference, debitedKobo, settlementKobo, recoveryFeeKobo, fingerprint } =
      collected;
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
      createdAt: this.clock.now(),
    });
  }

  private replay(collected: Collected): Promise<Outcome | undefined> {
    return this.unitOfWork.read(collected.institutionId, (tx) => this.replayWithin(tx, collected));
  }

  /** @throws DUPLICATE_REFERENCE (409) when the reference was used for another collection. */
  private async replayWithin(
    tx: Tx,
    { institutionId, transactionReference, fingerprint }: Collected,
  ): Promise<Outcome | undefined> {
    const known = await tx.findOneBy(RecoveryCollection, { institutionId, transactionReference });
    if (!known) return undefined;
    if (!known.fingerprint.equals(fingerprint))
      throw commonErrors.DUPLICATE_REFERENCE(
        `The transactionReference ${transactionReference} was used before for another collection.`,
      );
    return Outcome.done(JSON.parse(known.answer) as LoanBalanceUpdateView, 'Successful', { replayed: true });
  }

  /** @throws RECOVERY_LEDGERS_NOT_CONFIGURED (503) */
  private async debits({ institutionId, settlementKobo, recoveryFeeKobo }: Collected): Promise<PostingLeg[]> {
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
        `The institution has not configured ${key}; nothing was posted. Send it again once its staff have set it.`,
      );
    return ledger.ledgerAccountId;
  }
}

/** @throws RECOVERY_AMOUNTS_MISMATCH (422) */
function read(institutionId: number, body: LoanBalanceUpdateBody): Collected {
  const [debitedKobo, settlementKobo, recoveryFeeKobo] = [
    nairaToKobo(body.debitedAmount)!,
    nairaToKobo(body.settlementAmount)!,
    nairaToKobo(body.recoveryFee ?? 0)!,
  ];
  const sumKobo = settlementKobo + recoveryFeeKobo;
  if (debitedKobo !== sumKobo) {
    throw recoveryErrors.RECOVERY_AMOUNTS_MISMATCH(
      `debitedAmount is ${formatNaira(debitedKobo)}, but settlementAmount and recoveryFee add up to ${formatNaira(sumKobo)}.`,
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
  const told =
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
    narration: told.slice(0, NARRATION_LENGTH),
    fingerprint: sha256(canonicalJson(facts)),
  };
}

function viewOf(
  { transactionReference, loanReference, debitedKobo, settlementKobo, recoveryFeeKobo }: Collected,
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
