import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { Clock } from '../../common/time/clock';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { ledgerBalanceKobo, ownFundsKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { assertAccountStatus } from '../assert-account-status';
import { Overdraft } from './overdraft.entity';
import { OverdraftChecks } from './overdraft-checks';
import {
  assertOverdraftChange,
  assertOverdraftDates,
  fieldsOf,
  givesMore,
  type OverdraftTerms,
} from './overdraft-terms';
import { overdraftsErrors } from './overdrafts.errors';

type OverdraftChanges = Partial<Omit<Overdraft, 'institutionId' | 'id'>>;

/**
 * Changes overdrafts inside the caller's transaction. Each method locks the account of record after the overdraft, so
 * that no debit is decided between the overdraft's row and the account's limit
 * (`docs/api/liens-overdrafts-limits.md#overdrafts`).
 */
@Injectable()
export class Overdrafts {
  constructor(
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly checks: OverdraftChecks,
  ) {}

  /** The overdraft, locked until the transaction ends. @throws OVERDRAFT_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<Overdraft> {
    const overdraft = await tx.findOne(Overdraft, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (!overdraft) throw overdraftsErrors.OVERDRAFT_NOT_FOUND();
    return overdraft;
  }

  /** The debt of the account of a locked overdraft, in kobo; the account stays locked until the transaction ends. */
  async lockDebt(tx: Tx, { institutionId, accountId }: Overdraft): Promise<bigint> {
    const balanceKobo = ledgerBalanceKobo(await this.ledgerAccounts.lock(tx, institutionId, accountId));
    return balanceKobo < 0n ? -balanceKobo : 0n;
  }

  /**
   * Stores a new overdraft that is not active yet.
   * @throws ACCOUNT_CLOSED and the other errors of `assertAccountStatus`, DUPLICATE_REFERENCE, OVERDRAFT_EXISTS (409)
   */
  async add(tx: Tx, by: AuditAuthor, overdraft: Overdraft): Promise<void> {
    const { institutionId, accountId, referenceNumber } = overdraft;
    const account = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    // The reference is checked first: a repeated request must fail with DUPLICATE_REFERENCE, not OVERDRAFT_EXISTS.
    if (await tx.existsBy(Overdraft, { institutionId, referenceNumber })) {
      throw commonErrors.DUPLICATE_REFERENCE(
        `The referenceNumber ${referenceNumber} was used for another overdraft; send a new one.`,
        { field: 'referenceNumber' },
      );
    }
    assertAccountStatus(account);
    await this.assertOnlyOne(tx, overdraft);
    await refusingDuplicates(tx.insert(Overdraft, overdraft), {
      uq_overdraft_reference: duplicateReference('referenceNumber'),
    });
    await this.record(tx, by, 'overdraft.add', overdraft, { referenceNumber, ...fieldsOf(overdraft) });
  }

  /**
   * Makes a locked overdraft wait for an approval. An overdraft that is not active becomes `PendingApproval`; an active
   * one keeps its status and terms.
   * @param next the terms for which it waits
   * @throws OVERDRAFT_EXISTS (409); for terms that give more credit also the errors of `assertAccountStatus` (409)
   */
  async wait(tx: Tx, overdraft: Overdraft, next: OverdraftTerms, approvalId: number): Promise<void> {
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    if (overdraft.status !== 'Active' || givesMore(next, overdraft)) assertAccountStatus(account);
    await this.assertOnlyOne(tx, overdraft);
    await this.write(tx, overdraft, {
      approvalId,
      ...(overdraft.status === 'Active' ? {} : { status: 'PendingApproval' }),
    });
  }

  /** Records that staff declined the approval for which the overdraft waited. */
  async decline(tx: Tx, by: AuditAuthor, overdraft: Overdraft): Promise<void> {
    await this.write(tx, overdraft, {
      approvalId: null,
      ...(overdraft.status === 'PendingApproval' ? { status: 'Inactive' } : {}),
    });
    await this.record(tx, by, 'overdraft.decline', overdraft);
  }

  /**
   * Gives the account the limit: at once, or on the start date.
   * @throws OVERDRAFT_DATES_REFUSED (422), OVERDRAFT_EXISTS and the errors of `assertAccountStatus` (409), and the
   *   refusals of `OverdraftChecks`
   */
  async activate(tx: Tx, by: AuditAuthor, overdraft: Overdraft, businessDate: string): Promise<void> {
    assertOverdraftDates(overdraft, businessDate);
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    assertAccountStatus(account);
    await this.assertOnlyOne(tx, overdraft);
    const inForce = overdraft.startDate <= businessDate;
    await this.write(tx, overdraft, { status: 'Active', inForce, approvalId: null });
    if (inForce) await this.ledgerAccounts.setOverdraftLimit(tx, account, overdraft.limitKobo);
    await this.checks.assertMayGive(tx, overdraft);
    await this.record(tx, by, 'overdraft.activate', overdraft, fieldsOf(overdraft));
  }

  /**
   * Changes the terms of a locked overdraft. New terms of an overdraft in force apply at once.
   * @throws OVERDRAFT_DATES_REFUSED, OVERDRAFT_IN_USE (422), ACCOUNT_CLOSED (409); for terms that give more credit also
   *   the errors of `assertAccountStatus` (409), for a higher limit the refusals of `OverdraftChecks`
   */
  async change(
    tx: Tx,
    by: AuditAuthor,
    overdraft: Overdraft,
    terms: Partial<OverdraftTerms>,
    businessDate: string,
  ): Promise<void> {
    const next = { ...overdraft, ...terms };
    assertOverdraftChange(overdraft, next, businessDate);
    const inForce = overdraft.status === 'Active' && next.startDate <= businessDate;
    const isHigher = overdraft.status === 'Active' && next.limitKobo > overdraft.limitKobo;
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    if (account.status === 'Closed')
      throw ledgerErrors.ACCOUNT_CLOSED(`The account ${account.number} is closed; its overdrafts cannot be changed.`);
    if (overdraft.status === 'Active') {
      if (givesMore(next, overdraft)) assertAccountStatus(account);
      if (next.limitKobo < overdraft.limitKobo) assertUnused(overdraft, account, next.limitKobo);
      if (inForce) await this.ledgerAccounts.setOverdraftLimit(tx, account, next.limitKobo);
    }
    await this.write(tx, overdraft, { ...terms, inForce, approvalId: null });
    if (isHigher) await this.checks.assertMayGive(tx, overdraft);
    await this.record(tx, by, 'overdraft.update', overdraft, fieldsOf(terms));
  }

  /** Removes the limit of a locked, active overdraft. @throws OVERDRAFT_IN_USE (422) */
  async deactivate(tx: Tx, by: AuditAuthor, overdraft: Overdraft): Promise<void> {
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    assertUnused(overdraft, account, 0n);
    await this.end(tx, overdraft, account, 'Inactive');
    await this.record(tx, by, 'overdraft.deactivate', overdraft);
  }

  /** Ends a locked, active overdraft whose expiry date has passed, even while it is used. */
  async expire(tx: Tx, by: AuditAuthor, overdraft: Overdraft): Promise<void> {
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    await this.end(tx, overdraft, account, 'Expired');
    await this.record(tx, by, 'overdraft.expire', overdraft, { overdrawnBy: koboToNaira(shortfallKobo(account)) });
  }

  /** Puts a locked, active overdraft in force whose start date has come. */
  async start(tx: Tx, by: AuditAuthor, overdraft: Overdraft): Promise<void> {
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    await this.ledgerAccounts.setOverdraftLimit(tx, account, overdraft.limitKobo);
    await this.write(tx, overdraft, { inForce: true });
    await this.record(tx, by, 'overdraft.start', overdraft, fieldsOf(overdraft));
  }

  private async end(
    tx: Tx,
    overdraft: Overdraft,
    account: LedgerAccount,
    status: 'Inactive' | 'Expired',
  ): Promise<void> {
    if (overdraft.inForce) await this.ledgerAccounts.setOverdraftLimit(tx, account, 0n);
    await this.write(tx, overdraft, { status, inForce: false });
  }

  /** The caller holds the account's lock, so no other overdraft can become active or pending meanwhile. */
  private async assertOnlyOne(tx: Tx, { institutionId, id, accountId }: Overdraft): Promise<void> {
    const other = await tx.findOneBy(Overdraft, {
      institutionId,
      accountId,
      status: In(['PendingApproval', 'Active']),
      id: Not(id),
    });
    if (other)
      throw overdraftsErrors.OVERDRAFT_EXISTS(undefined, {
        id: other.id,
        status: other.status,
        approvalId: other.approvalId,
      });
  }

  private async write(tx: Tx, overdraft: Overdraft, changes: OverdraftChanges): Promise<void> {
    const { institutionId, id } = overdraft;
    const values = { ...changes, updatedAt: this.clock.institutionNow(institutionId) };
    await tx.update(Overdraft, { institutionId, id }, values);
    Object.assign(overdraft, values);
  }

  private async record(
    tx: Tx,
    by: AuditAuthor,
    action: string,
    { id, accountNumber }: Overdraft,
    details: object = {},
  ): Promise<void> {
    await this.audit.record(tx, by, { action, subject: `overdraft:${id}`, details: { accountNumber, ...details } });
  }
}

/** The part of the overdraft that covers the account's debt and liens, in kobo. */
function shortfallKobo(account: LedgerAccount): bigint {
  const ownKobo = ownFundsKobo(account);
  return ownKobo < 0n ? -ownKobo : 0n;
}

/** @throws OVERDRAFT_IN_USE (422) when the account needs more than the limit that remains */
function assertUnused({ inForce }: Overdraft, account: LedgerAccount, remainingKobo: bigint): void {
  const usedKobo = shortfallKobo(account);
  if (!inForce || usedKobo <= remainingKobo) return;
  const remedy = remainingKobo > 0n ? 'keep a limit of at least that' : 'pay in money or release liens first';
  throw overdraftsErrors.OVERDRAFT_IN_USE(
    `The account's debt and liens need ${formatNaira(usedKobo)} of the overdraft; ${remedy}.`,
    {
      overdraftUsed: koboToNaira(usedKobo),
    },
  );
}
