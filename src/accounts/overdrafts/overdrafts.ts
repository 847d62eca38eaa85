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
import { ownFundsKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { assertAccountStatus } from '../assert-account-status';
import { Overdraft } from './overdraft.entity';
import { assertChange, assertDates, fieldsOf, givesMore, type OverdraftTerms } from './overdraft-terms';
import { overdraftsErrors } from './overdrafts.errors';

type Changes = Partial<Omit<Overdraft, 'institutionId' | 'id'>>;

/**
 * Changes overdrafts inside the caller's transaction. Each method locks the account of record after the overdraft, so that
 * no debit is decided between an overdraft and the limit of its account.
 */
@Injectable()
export class Overdrafts {
  constructor(
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
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

  /**
   * Stores a new overdraft that is not active yet.
   * @throws ACCOUNT_CLOSED and what else its account's status refuses, DUPLICATE_REFERENCE, OVERDRAFT_EXISTS (409)
   */
  async add(tx: Tx, by: AuditAuthor, overdraft: Overdraft): Promise<void> {
    const { institutionId, accountId, referenceNumber } = overdraft;
    const account = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    // A request sent twice must hear of its reference, not of the overdraft its first time added.
    if (await tx.existsBy(Overdraft, { institutionId, referenceNumber })) {
      throw commonErrors.DUPLICATE_REFERENCE(
        `The referenceNumber ${referenceNumber} was used before for another overdraft; send a new one.`,
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
   * Makes a locked overdraft wait for an approval. One that is not active is then `PendingApproval`, an active one keeps
   * its terms.
   * @throws OVERDRAFT_EXISTS and what the account's status refuses (409)
   */
  async wait(tx: Tx, overdraft: Overdraft, approvalId: number): Promise<void> {
    assertAccountStatus(await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId));
    await this.assertOnlyOne(tx, overdraft);
    await this.write(tx, overdraft, {
      approvalId,
      ...(overdraft.status === 'Active' ? {} : { status: 'PendingApproval' }),
    });
  }

  /** Ends the wait for an approval that staff declined. */
  async decline(tx: Tx, by: AuditAuthor, overdraft: Overdraft): Promise<void> {
    await this.write(tx, overdraft, {
      approvalId: null,
      ...(overdraft.status === 'PendingApproval' ? { status: 'Inactive' } : {}),
    });
    await this.record(tx, by, 'overdraft.decline', overdraft);
  }

  /**
   * Gives the account the limit, at once or when the start date comes.
   * @throws OVERDRAFT_DATES_REFUSED (422), OVERDRAFT_EXISTS and what the account's status refuses (409)
   */
  async activate(tx: Tx, by: AuditAuthor, overdraft: Overdraft, businessDate: string): Promise<void> {
    assertDates(overdraft, businessDate);
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    assertAccountStatus(account);
    await this.assertOnlyOne(tx, overdraft);
    const inForce = overdraft.startDate <= businessDate;
    await this.write(tx, overdraft, { status: 'Active', inForce, approvalId: null });
    if (inForce) await this.ledgerAccounts.setOverdraftLimit(tx, account, overdraft.limitKobo);
    await this.record(tx, by, 'overdraft.activate', overdraft, fieldsOf(overdraft));
  }

  /**
   * Changes the terms of a locked overdraft; those of one in force count at once.
   * @throws OVERDRAFT_DATES_REFUSED, OVERDRAFT_IN_USE (422); ACCOUNT_CLOSED, and when they give more what the account's status refuses (409)
   */
  async change(
    tx: Tx,
    by: AuditAuthor,
    overdraft: Overdraft,
    terms: Partial<OverdraftTerms>,
    businessDate: string,
  ): Promise<void> {
    const next = { ...overdraft, ...terms };
    assertChange(overdraft, next, businessDate);
    const inForce = overdraft.status === 'Active' && next.startDate <= businessDate;
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    if (account.status === 'Closed')
      throw ledgerErrors.ACCOUNT_CLOSED(`The account ${account.number} is closed; its overdrafts stay as they are.`);
    if (overdraft.status === 'Active') {
      if (givesMore(next, overdraft)) assertAccountStatus(account);
      if (next.limitKobo < overdraft.limitKobo) assertUnused(overdraft, account, next.limitKobo);
      if (inForce) await this.ledgerAccounts.setOverdraftLimit(tx, account, next.limitKobo);
    }
    await this.write(tx, overdraft, { ...terms, inForce, approvalId: null });
    await this.record(tx, by, 'overdraft.update', overdraft, fieldsOf(terms));
  }

  /** Takes the limit of a locked, active overdraft away. @throws OVERDRAFT_IN_USE (422) */
  async deactivate(tx: Tx, by: AuditAuthor, overdraft: Overdraft): Promise<void> {
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    assertUnused(overdraft, account, 0n);
    await this.end(tx, overdraft, account, 'Inactive');
    await this.record(tx, by, 'overdraft.deactivate', overdraft);
  }

  /** Ends a locked, active overdraft whose last day is over, used or not. */
  async expire(tx: Tx, by: AuditAuthor, overdraft: Overdraft): Promise<void> {
    const account = await this.ledgerAccounts.lock(tx, overdraft.institutionId, overdraft.accountId);
    await this.end(tx, overdraft, account, 'Expired');
    await this.record(tx, by, 'overdraft.expire', overdraft, { overdrawnBy: koboToNaira(shortfallKobo(account)) });
  }

  /** Gives the account the limit of a locked, active overdraft whose start date has come. */
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

  /** Needs the account's lock, which every overdraft takes before it becomes one of those that count here. */
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

  private async write(tx: Tx, overdraft: Overdraft, changes: Changes): Promise<void> {
    const { institutionId, id } = overdraft;
    const values = { ...changes, updatedAt: this.clock.now() };
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

/** How much of an overdraft the account needs: to cover a debt, or liens on what it spent since. */
function shortfallKobo(account: LedgerAccount): bigint {
  const ownKobo = ownFundsKobo(account);
  return ownKobo < 0n ? -ownKobo : 0n;
}

/** @throws OVERDRAFT_IN_USE (422) when the account needs more than the limit that remains */
function assertUnused({ inForce }: Overdraft, account: LedgerAccount, remainingKobo: bigint): void {
  const usedKobo = shortfallKobo(account);
  if (!inForce || usedKobo <= remainingKobo) return;
  const atLeast = remainingKobo > 0n ? 'keep a limit of at least that' : 'first let money come in or its liens end';
  throw overdraftsErrors.OVERDRAFT_IN_USE(
    `The account's debt and liens need ${formatNaira(usedKobo)} of the overdraft; ${atLeast}.`,
    {
      overdraftUsed: koboToNaira(usedKobo),
    },
  );
}
