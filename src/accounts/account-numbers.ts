import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';
import { buildNuban } from './nuban';
import type { NumberSeriesName } from './number-series.entity';

/** Serial numbers that a process takes at once. A restart leaves at most this many unused. */
const BLOCK_SIZE = 100;

const CUSTOMER_ID_DIGITS = 8;

interface Block {
  nextSerial: number;
  end: number;
}

const TAKE_BLOCK = `
  INSERT INTO number_series (institution_id, series, next_serial) VALUES ($1, $2, 1 + $3::bigint)
  ON CONFLICT (institution_id, series) DO UPDATE SET next_serial = number_series.next_serial + $3::bigint
  RETURNING next_serial`;

/**
 * Makes account numbers (NUBAN, `docs/domain/nigeria.md#nuban`) and customer ids. Real and virtual accounts share one
 * series, so a number belongs to one account only. Call it before a transaction, not inside one: it may need a
 * connection of its own.
 */
@Injectable()
export class AccountNumbers {
  private readonly blocks = new Map<string, Block>();
  private readonly refills = new Map<string, Promise<void>>();
  /** CBN codes by institution. A code never changes, because account numbers contain it. */
  private readonly codes = new Map<number, string>();

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** An unused account number, 10 digits. */
  async nextAccountNumber(institutionId: number): Promise<string> {
    const code = await this.codeOf(institutionId);
    return buildNuban(code, await this.nextSerial(institutionId, 'account'));
  }

  /** An unused `customerID`, 8 digits. */
  async nextCustomerId(institutionId: number): Promise<string> {
    const serial = await this.nextSerial(institutionId, 'customer');
    return serial.toString().padStart(CUSTOMER_ID_DIGITS, '0');
  }

  private async nextSerial(institutionId: number, series: NumberSeriesName): Promise<number> {
    const key = `${institutionId}|${series}`;
    for (;;) {
      const block = this.blocks.get(key);
      if (block && block.nextSerial < block.end) {
        block.nextSerial += 1;
        return block.nextSerial - 1;
      }
      const refill =
        this.refills.get(key) ?? this.takeBlock(institutionId, series, key).finally(() => this.refills.delete(key));
      this.refills.set(key, refill);
      await refill;
    }
  }

  private async takeBlock(institutionId: number, series: NumberSeriesName, key: string): Promise<void> {
    const rows = await this.unitOfWork.run(institutionId, (tx) =>
      tx.query<{ next_serial: string }[]>(TAKE_BLOCK, [institutionId, series, BLOCK_SIZE]),
    );
    const end = Number(rows[0]?.next_serial);
    if (!Number.isSafeInteger(end)) throw new Error(`The series ${series} returned no serial number.`);
    this.blocks.set(key, { nextSerial: end - BLOCK_SIZE, end });
  }

  private async codeOf(institutionId: number): Promise<string> {
    const known = this.codes.get(institutionId);
    if (known !== undefined) return known;
    const { code } = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Institution, { institutionId }),
    );
    this.codes.set(institutionId, code);
    return code;
  }
}
