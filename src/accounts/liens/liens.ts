import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { Clock } from '../../common/time/clock';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import type { AccountStatus } from '../../ledger/engine/account-status';
import { ownFundsKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { assertAccountStatus } from '../assert-account-status';
import { Lien } from './lien.entity';
import { liensErrors } from './liens.errors';

/** Statuses besides `Active` in which money can be liened: the account keeps its money although debits are stopped. */
const LIENABLE: readonly AccountStatus[] = ['Dormant', 'Frozen'];

/** The amount of a lien, its reason and its end. */
interface LienTerms {
  amountKobo: bigint;
  reason: string | null;
  /** The last business date of the lien, `YYYY-MM-DD`; null for a lien that lasts until it is released. */
  expiryDate: string | null;
}

/** A lien to place. */
export interface NewLien extends LienTerms {
  /** Id of the deposit account. */
  accountId: number;
  formOfLien: string | null;
  /** A client's reference, or the system's purpose, such as `loan:20300`. No client can end a lien of the system. */
  origin: { referenceNumber: string } | { heldFor: string };
}

/**
 * Places, changes and ends liens inside the caller's transaction. Each method locks the account of record, so that no
 * debit is decided between the lien's row and the account's liened amount. A caller that works with several accounts
 * locks them all first, in the order of their ids. Only the account's own money can be liened, not an overdraft limit
 * (`docs/api/liens-overdrafts-limits.md#liens`).
 */
@Injectable()
export class Liens {
  constructor(
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ACCOUNT_CLOSED, ACCOUNT_INACTIVE, ACCOUNT_PENDING_APPROVAL, DUPLICATE_REFERENCE (409)
   * @throws INSUFFICIENT_FUNDS (422)
   */
  async place(
    tx: Tx,
    by: AuditAuthor,
    { accountId, amountKobo, reason, expiryDate, formOfLien, origin }: NewLien,
  ): Promise<Lien> {
    const { institutionId } = by;
    const account = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    const heldFor = 'heldFor' in origin ? origin.heldFor : null;
    const referenceNumber = 'heldFor' in origin ? origin.heldFor : origin.referenceNumber;
    // The reference is checked first: a repeated request must fail with DUPLICATE_REFERENCE, not for missing funds.
    if (heldFor === null) await this.assertReferenceUnused(tx, institutionId, referenceNumber);
    await this.reserve(tx, account, amountKobo);
    const lien: Lien = {
      institutionId,
      id: await this.ids.next(),
      accountId,
      accountNumber: account.number,
      amountKobo,
      referenceNumber,
      heldFor,
      reason,
      formOfLien,
      expiryDate,
      status: 'Active',
      placedBy: by.actor,
      placedAt: this.clock.institutionNow(institutionId),
      endedBy: null,
      endedAt: null,
    };
    await refusingDuplicates(tx.insert(Lien, lien), { uq_lien_reference: duplicateReference('referenceNumber') });
    const details = { accountNumber: account.number, amount: koboToNaira(amountKobo), referenceNumber, expiryDate };
    await this.audit.record(tx, by, { action: 'lien.place', subject: `lien:${lien.id}`, details });
    return lien;
  }

  /** The client's lien with this reference, locked until the transaction ends. @throws LIEN_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, referenceNumber: string): Promise<Lien> {
    const lien = await tx.findOne(Lien, {
      where: { institutionId, referenceNumber, heldFor: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    if (!lien) throw liensErrors.LIEN_NOT_FOUND(`There is no lien with the reference ${referenceNumber}.`);
    return lien;
  }

  /** The system's active lien for this purpose, locked until the transaction ends; undefined when there is none. */
  async lockHeldFor(tx: Tx, institutionId: number, heldFor: string): Promise<Lien | undefined> {
    const lien = await tx.findOne(Lien, {
      where: { institutionId, heldFor, status: 'Active' },
      lock: { mode: 'for_no_key_update' },
    });
    return lien ?? undefined;
  }

  /**
   * Changes the terms of a locked lien.
   * @throws LIEN_NOT_ACTIVE (409); as `place` does when the amount grows
   */
  async change(tx: Tx, by: AuditAuthor, lien: Lien, terms: Partial<LienTerms>): Promise<void> {
    assertActive(lien);
    const { institutionId, id, accountId } = lien;
    const moreKobo = (terms.amountKobo ?? lien.amountKobo) - lien.amountKobo;
    const account = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    if (moreKobo > 0n) await this.reserve(tx, account, moreKobo);
    if (moreKobo < 0n) await this.ledgerAccounts.changeLiened(tx, account, moreKobo);
    const before = termsView(lien);
    await tx.update(Lien, { institutionId, id }, terms);
    Object.assign(lien, terms);
    const details = changeOf(before, termsView(lien));
    await this.audit.record(tx, by, { action: 'lien.update', subject: `lien:${id}`, details });
  }

  /** Releases a locked lien. @throws LIEN_NOT_ACTIVE (409) */
  async release(tx: Tx, by: AuditAuthor, lien: Lien): Promise<void> {
    await this.end(tx, by, lien, 'Released');
  }

  /** Ends a locked lien whose expiry date has passed. @throws LIEN_NOT_ACTIVE (409) */
  async expire(tx: Tx, by: AuditAuthor, lien: Lien): Promise<void> {
    await this.end(tx, by, lien, 'Expired');
  }

  private async end(tx: Tx, by: AuditAuthor, lien: Lien, status: 'Released' | 'Expired'): Promise<void> {
    assertActive(lien);
    const { institutionId, id, accountId, amountKobo } = lien;
    const account = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    await this.ledgerAccounts.changeLiened(tx, account, -amountKobo);
    const ended = { status, endedBy: by.actor, endedAt: this.clock.institutionNow(institutionId) };
    await tx.update(Lien, { institutionId, id }, ended);
    Object.assign(lien, ended);
    const action = status === 'Released' ? 'lien.release' : 'lien.expire';
    await this.audit.record(tx, by, {
      action,
      subject: `lien:${id}`,
      details: { accountNumber: account.number, amount: koboToNaira(amountKobo) },
    });
  }

  private async reserve(tx: Tx, account: LedgerAccount, amountKobo: bigint): Promise<void> {
    assertAccountStatus(account, LIENABLE);
    if (ownFundsKobo(account) < amountKobo) {
      throw ledgerErrors.INSUFFICIENT_FUNDS(
        `The account ${account.number} does not have ${formatNaira(amountKobo)} of its own money free of liens; ` +
          'an overdraft limit does not count.',
      );
    }
    await this.ledgerAccounts.changeLiened(tx, account, amountKobo);
  }

  private async assertReferenceUnused(tx: Tx, institutionId: number, referenceNumber: string): Promise<void> {
    if (!(await tx.existsBy(Lien, { institutionId, referenceNumber, heldFor: IsNull() }))) return;
    throw commonErrors.DUPLICATE_REFERENCE(
      `The referenceNumber ${referenceNumber} was used for another lien; send a new one.`,
      { field: 'referenceNumber' },
    );
  }
}

function termsView({ amountKobo, reason, expiryDate }: LienTerms): object {
  return { amount: koboToNaira(amountKobo), reason, expiryDate };
}

function assertActive({ status, referenceNumber }: Lien): void {
  if (status !== 'Active')
    throw liensErrors.LIEN_NOT_ACTIVE(`The lien ${referenceNumber} is ${status}; place a new one.`);
}
