import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { newOneTimeCode, oneTimeCodeHash } from './code-text';
import type { Staff } from './staff.entity';
import { type OneTimeCodePurpose, StaffOneTimeCode } from './staff-one-time-code.entity';

const HOUR_MS = 3_600_000;
const DEFAULT_VALIDITY_MS = 24 * HOUR_MS;

/** A code as it is shown or mailed once. */
export interface IssuedCode {
  code: string;
  expiresAt: Date;
}

/**
 * One-time codes with which staff set their own password, so that nobody else ever knows it
 * (docs/api/authentication.md#one-time-codes). A code works once and expires.
 */
@Injectable()
export class OneTimeCodes {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues a code. An earlier unused code of the same purpose ends; those of other purposes stay, so that somebody who
   * asks for a forgotten password in the member's name cannot end a code that a colleague has issued.
   */
  async issue(
    tx: Tx,
    { institutionId, id: staffId }: Pick<Staff, 'institutionId' | 'id'>,
    purpose: OneTimeCodePurpose,
    validityMs = DEFAULT_VALIDITY_MS,
  ): Promise<IssuedCode> {
    await tx.delete(StaffOneTimeCode, { institutionId, staffId, purpose, usedAt: IsNull() });
    const code = newOneTimeCode();
    const expiresAt = new Date(this.clock.now().getTime() + validityMs);
    const id = await this.ids.next();
    const codeHash = oneTimeCodeHash(code);
    await tx.insert(StaffOneTimeCode, { institutionId, id, staffId, purpose, codeHash, expiresAt, usedAt: null });
    return { code, expiresAt };
  }

  /**
   * Finds a code that can still be used, and locks it until the transaction ends, so that of parallel requests with one
   * code only the first finds it. Call `use` in the same transaction.
   * @returns undefined for an unknown, used or expired code.
   */
  async find(tx: Tx, { institutionId, id: staffId }: Staff, code: string): Promise<StaffOneTimeCode | undefined> {
    const found = await tx.findOne(StaffOneTimeCode, {
      where: {
        institutionId,
        staffId,
        codeHash: oneTimeCodeHash(code),
        usedAt: IsNull(),
        expiresAt: MoreThan(this.clock.now()),
      },
      lock: { mode: 'pessimistic_write' },
    });
    return found ?? undefined;
  }

  /** Marks a code as used and ends the other codes of the member, because the password has changed. */
  async use(tx: Tx, { institutionId, staffId, id }: StaffOneTimeCode): Promise<void> {
    await tx.update(StaffOneTimeCode, { institutionId, id }, { usedAt: this.clock.now() });
    await this.endAll(tx, { institutionId, id: staffId });
  }

  /** Ends all unused codes of a member. */
  async endAll(tx: Tx, { institutionId, id: staffId }: Pick<Staff, 'institutionId' | 'id'>): Promise<void> {
    await tx.delete(StaffOneTimeCode, { institutionId, staffId, usedAt: IsNull() });
  }
}
