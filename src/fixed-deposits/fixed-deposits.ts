import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type AuditAuthor, AuditLog } from '../common/audit/audit-log';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { AccountDirectory } from '../ledger/chart/account-directory';
import { ledgerErrors } from '../ledger/ledger.errors';
import { FixedDeposit } from './fixed-deposit.entity';
import { FixedDepositPart } from './fixed-deposit-part.entity';
import { fixedDepositsErrors } from './fixed-deposits.errors';

type Changes = Partial<Omit<FixedDeposit, 'institutionId' | 'id'>>;

/** Reads and writes deposits and their parts in the caller's transaction. */
@Injectable()
export class FixedDeposits {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads and locks the deposit with this id until the transaction ends.
   * @throws FIXED_DEPOSIT_NOT_FOUND (404)
   */
  async lock(tx: Tx, institutionId: number, id: number): Promise<FixedDeposit> {
    const deposit = await tx.findOne(FixedDeposit, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (!deposit) throw fixedDepositsErrors.FIXED_DEPOSIT_NOT_FOUND();
    return deposit;
  }

  /**
   * Reads and locks the current term of the deposit with this account number until the transaction ends.
   * @throws FIXED_DEPOSIT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422)
   */
  async lockPresent(tx: Tx, institutionId: number, accountNumber: string): Promise<FixedDeposit> {
    for (let ended: FixedDeposit | undefined; ;) {
      const [latest] = await tx.find(FixedDeposit, {
        where: { institutionId, accountNumber },
        order: { term: 'DESC' },
        take: 1,
      });
      if (!latest) return this.throwNotFound(institutionId, accountNumber);
      if (latest.id === ended?.id)
        throw new Error(`The deposit ${latest.contractNo} was rolled over, and there is no next term.`);
      const deposit = await this.lock(tx, institutionId, latest.id);
      if (deposit.status !== 'RolledOver') return deposit;
      // The end of day began the next term while this transaction waited for the lock.
      ended = deposit;
    }
  }

  /** @throws FIXED_DEPOSIT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async throwNotFound(institutionId: number, accountNumber: string): Promise<never> {
    if ((await this.directory.find(institutionId, accountNumber))?.kind === 'virtual')
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    throw fixedDepositsErrors.FIXED_DEPOSIT_NOT_FOUND(`There is no fixed deposit ${accountNumber}; check the number.`);
  }

  /** The parts by deposit, in the order of their dates. */
  async partsOf(
    tx: Tx,
    institutionId: number,
    depositIds: readonly number[],
  ): Promise<Map<number, FixedDepositPart[]>> {
    const parts = new Map<number, FixedDepositPart[]>(depositIds.map((id) => [id, []]));
    const rows =
      depositIds.length === 0
        ? []
        : await tx.find(FixedDepositPart, {
            where: { institutionId, depositId: In([...depositIds]) },
            order: { effectiveDate: 'ASC', id: 'ASC' },
          });
    for (const row of rows) parts.get(row.depositId)?.push(row);
    return parts;
  }

  async partsOfOne(tx: Tx, { institutionId, id }: FixedDeposit): Promise<FixedDepositPart[]> {
    return (await this.partsOf(tx, institutionId, [id])).get(id) ?? [];
  }

  async addPart(
    tx: Tx,
    { institutionId, id: depositId }: FixedDeposit,
    amountKobo: bigint,
    effectiveDate: string,
  ): Promise<FixedDepositPart> {
    const part: FixedDepositPart = { institutionId, id: await this.ids.next(), depositId, amountKobo, effectiveDate };
    await tx.insert(FixedDepositPart, part);
    return part;
  }

  /** Writes the principal left in parts. */
  async keepParts(tx: Tx, parts: readonly FixedDepositPart[]): Promise<void> {
    for (const { institutionId, id, amountKobo } of parts)
      await tx.update(FixedDepositPart, { institutionId, id }, { amountKobo });
  }

  /** Changes a locked deposit. */
  async write(tx: Tx, deposit: FixedDeposit, changes: Changes): Promise<void> {
    const { institutionId, id } = deposit;
    const values = { ...changes, updatedAt: this.clock.institutionNow(institutionId) };
    await tx.update(FixedDeposit, { institutionId, id }, values);
    Object.assign(deposit, values);
  }

  async record(
    tx: Tx,
    by: AuditAuthor,
    action: string,
    { id, accountNumber, contractNo }: FixedDeposit,
    details: object = {},
  ): Promise<void> {
    await this.audit.record(tx, by, {
      action: `fixed-deposit.${action}`,
      subject: `fixed-deposit:${id}`,
      details: { accountNumber, contractNo, ...details },
    });
  }
}
