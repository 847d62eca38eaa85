import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { LegalHolds } from '../../accounts/legal-holds/legal-holds';
import { VirtualAccount } from '../../accounts/virtual-accounts/virtual-account.entity';
import { pageById } from '../../business-day/row-pages';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { emptiedColumns, ERASED_NAME } from './emptied-columns';

/**
 * Those whose period has ended; `$2` is the id before the page, `$3` the date that closes, `$4` the years. One that was
 * closed on 29 February is due on 1 March.
 */
export const HOLDERS_DUE = `
  SELECT v.id, v.settlement_account_id FROM virtual_account v
   WHERE v.institution_id = $1 AND v.id > $2 AND v.date_closed IS NOT NULL AND v.erased_at IS NULL
     AND v.date_closed <= ($3::date - make_interval(years => $4))::date ORDER BY v.id`;

const LOCKED = `
  SELECT v.id, v.account_number AS "accountNumber", a.customer_id AS "customerId"
    FROM virtual_account v
    JOIN deposit_account a ON a.institution_id = v.institution_id AND a.id = v.settlement_account_id
   WHERE v.institution_id = $1 AND v.id = ANY($2) AND v.date_closed IS NOT NULL AND v.erased_at IS NULL
   ORDER BY v.id FOR NO KEY UPDATE OF v`;

interface ClosedRow {
  id: string;
  accountNumber: string;
  customerId: string;
}

/** Erases the holders of virtual accounts that were closed long enough ago; a hold of the company keeps them. */
@Injectable()
export class HolderErasure {
  constructor(
    private readonly legalHolds: LegalHolds,
    private readonly directory: AccountDirectory,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** A page of the virtual accounts that are due. */
  nextPage(
    tx: Tx,
    [institutionId, after, date, years]: readonly [number, number, string, number],
    pageSize: number,
  ): ReturnType<typeof pageById> {
    return pageById(tx, `${HOLDERS_DUE} LIMIT ${pageSize}`, [institutionId, after, date, years]);
  }

  /** Erases those that no legal hold keeps. @returns their number */
  async erase(tx: Tx, institutionId: number, ids: number[]): Promise<number> {
    const rows = await tx.query<ClosedRow[]>(LOCKED, [institutionId, ids]);
    const companies = [...new Set(rows.map(({ customerId }) => Number(customerId)))];
    const held = await this.legalHolds.lockHeld(tx, institutionId, companies);
    const erased = rows.filter(({ customerId }) => !held.has(Number(customerId)));
    if (erased.length === 0) return 0;
    await tx.update(VirtualAccount, { institutionId, id: In(erased.map(({ id }) => Number(id))) }, this.emptied(tx));
    const names = erased.map(({ accountNumber: number }) => ({ number, virtualName: ERASED_NAME }));
    await this.directory.renameVirtuals(tx, institutionId, names);
    for (const { accountNumber } of erased)
      await this.audit.record(
        tx,
        { institutionId, actor: 'system:retention' },
        { action: 'virtual-account.erase', subject: `virtual-account:${accountNumber}` },
      );
    return erased.length;
  }

  private emptied(tx: Tx): Partial<VirtualAccount> {
    return {
      ...emptiedColumns(tx, VirtualAccount, ['dateClosed', 'paymentAmountKobo', 'ignorePrefix', 'isBusinessAccount']),
      accountName: ERASED_NAME,
      lastName: '',
      firstName: '',
      phoneNumber: '',
      email: '',
      erasedAt: this.clock.now(),
    };
  }
}
