import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';
import { buildNuban } from './nuban';
import type { NumberSeriesName } from './number-series.entity';

/** Serial numbers that a process takes at once. A restart leaves at most this many unused. */
const BLOCK_SIZE = 100;

const CUSTOMER_ID_DIGITS = 8;

/** After so long, an import may have brought numbers of a block: those that are left are looked up again. */
const CHECKED_AGAIN_AFTER_MS = 1_000;

/** Serial numbers in their order that were free when they were looked up. */
interface Block {
  serials: number[];
  /** By `performance.now()`. */
  checkedAtMs: number;
}

/** The numbers among those given that exist already, because they came with an import. */
const TAKEN = {
  account: `SELECT number FROM account_number WHERE institution_id = $1 AND number = ANY($2)
    UNION ALL SELECT number FROM brought_number WHERE institution_id = $1 AND number = ANY($2)`,
  customer: 'SELECT customer_number AS number FROM customer WHERE institution_id = $1 AND customer_number = ANY($2)',
} as const;

type NumberedSeries = keyof typeof TAKEN & NumberSeriesName;

const TAKE_BLOCK = `
  INSERT INTO number_series (institution_id, series, next_serial) VALUES ($1, $2, 1 + $3::bigint)
  ON CONFLICT (institution_id, series) DO UPDATE SET next_serial = number_series.next_serial + $3::bigint
  RETURNING next_serial`;

/**
 * Makes account numbers (NUBAN, `docs/domain/nigeria.md#nuban`) and customer ids. Real and virtual accounts share one
 * series, so a number belongs to one account only; numbers that came with an import are passed over, also after the
 * process took its block. Call it before a transaction, not inside one: it may need a connection of its own.
 */
@Injectable()
export class AccountNumbers {
  private readonly blocks = new Map<string, Block>();
  private readonly renewals = new Map<string, Promise<void>>();
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
    return customerIdOf(await this.nextSerial(institutionId, 'customer'));
  }

  private async nextSerial(institutionId: number, series: NumberedSeries): Promise<number> {
    const key = `${institutionId}|${series}`;
    for (;;) {
      const block = this.blocks.get(key);
      const isFresh = block && performance.now() - block.checkedAtMs < CHECKED_AGAIN_AFTER_MS;
      const serial = isFresh ? block.serials.shift() : undefined;
      if (serial !== undefined) return serial;
      const renewal =
        this.renewals.get(key) ?? this.renew(institutionId, series, key).finally(() => this.renewals.delete(key));
      this.renewals.set(key, renewal);
      await renewal;
    }
  }

  /** Looks the rest of a block up again, or takes the next block where none is left. */
  private async renew(institutionId: number, series: NumberedSeries, key: string): Promise<void> {
    const code = series === 'account' ? await this.codeOf(institutionId) : '';
    const numberOf = series === 'account' ? (serial: number) => buildNuban(code, serial) : customerIdOf;
    const left = this.blocks.get(key)?.serials ?? [];
    const serials = await this.unitOfWork.run(institutionId, async (tx) =>
      freeOf(tx, institutionId, series, numberOf, left.length > 0 ? left : await takeBlock(tx, institutionId, series)),
    );
    this.blocks.set(key, { serials, checkedAtMs: performance.now() });
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

async function takeBlock(tx: Tx, institutionId: number, series: NumberedSeries): Promise<number[]> {
  const rows = await tx.query<{ next_serial: string }[]>(TAKE_BLOCK, [institutionId, series, BLOCK_SIZE]);
  const end = Number(rows[0]?.next_serial);
  if (!Number.isSafeInteger(end)) throw new Error(`The series ${series} returned no serial number.`);
  return Array.from({ length: BLOCK_SIZE }, (_, index) => end - BLOCK_SIZE + index);
}

/** The serial numbers among those given whose numbers no import has brought. */
async function freeOf(
  tx: Tx,
  institutionId: number,
  series: NumberedSeries,
  numberOf: (serial: number) => string,
  serials: readonly number[],
): Promise<number[]> {
  const taken = await tx.query<{ number: string }[]>(TAKEN[series], [institutionId, serials.map(numberOf)]);
  const takenNumbers = new Set(taken.map(({ number }) => number));
  return serials.filter((serial) => !takenNumbers.has(numberOf(serial)));
}

function customerIdOf(serial: number): string {
  return serial.toString().padStart(CUSTOMER_ID_DIGITS, '0');
}
