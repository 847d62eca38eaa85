import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Keyring } from '../../common/crypto/keyring';
import { type SealedPlace, SealedPlaces } from '../../common/crypto/sealed-places';
import { SecretBox } from '../../common/crypto/secret-box';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { Metrics } from '../../common/metrics/metrics';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { newOneTimeCode, oneTimeCodeHash } from '../../institutions/staff/code-text';
import type { Staff } from '../../institutions/staff/staff.entity';
import { authErrors } from '../auth.errors';
import { lockDurationMs, type LockRule } from '../lock-duration';
import type { CodeCheck } from '../sign-in-decision';
import { StaffRecoveryCode } from './staff-recovery-code.entity';
import { StaffSecondFactor } from './staff-second-factor.entity';
import { acceptedStep, newTotpSecret, totpUri } from './totp';

const MINUTE_MS = 60_000;
const RECOVERY_CODES = 10;

/**
 * Wrong codes count only after a right password, so that nobody else can lock the factor. A code of six digits is
 * guessed within the window three times in a million, so 100 guesses a day leave no chance worth the name.
 */
const WRONG_CODES_RULE: LockRule = { allowed: 5, firstMs: MINUTE_MS, longestMs: 15 * MINUTE_MS };

type Member = Pick<Staff, 'institutionId' | 'id' | 'email'>;

/** The second factors of staff: an authenticator app and recovery codes (docs/api/staff-sessions.md#second-factor). */
@Injectable()
@MemberOf(SealedPlaces)
export class SecondFactors implements SealedPlace {
  readonly name = 'staff_second_factor';
  private readonly box: SecretBox;

  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    keyring: Keyring,
  ) {
    this.box = new SecretBox(keyring, 'second-factors');
  }

  /** The factor that codes are demanded of; undefined for a member without one. */
  async active(tx: Tx, { institutionId, id: staffId }: Member): Promise<StaffSecondFactor | undefined> {
    const factor = await tx.findOneBy(StaffSecondFactor, { institutionId, staffId });
    return factor?.confirmedAt ? factor : undefined;
  }

  /**
   * Begins to set a factor up; an earlier beginning ends. Codes are not demanded before `confirm`.
   * @returns the secret for the app, shown once
   * @throws SECOND_FACTOR_ACTIVE (409)
   */
  async begin(tx: Tx, member: Member, issuer: string): Promise<{ secret: string; uri: string }> {
    const { institutionId, id: staffId, email } = member;
    if (await this.active(tx, member)) throw authErrors.SECOND_FACTOR_ACTIVE();
    await tx.delete(StaffSecondFactor, { institutionId, staffId });
    const secret = newTotpSecret();
    await tx.insert(StaffSecondFactor, {
      institutionId,
      id: await this.ids.next(),
      staffId,
      sealedSecret: this.box.seal(secret, contextOf(institutionId, staffId)),
      createdAt: this.clock.now(),
      confirmedAt: null,
      lastUsedStep: 0,
      wrongCodes: 0,
      lockedUntil: null,
    });
    return { secret, uri: totpUri(secret, { issuer, label: email }) };
  }

  /**
   * Activates the factor with the first code of the app.
   * @returns the recovery codes, shown once
   * @throws SECOND_FACTOR_NOT_BEGUN (409), SECOND_FACTOR_CODE_WRONG (422)
   */
  async confirm(tx: Tx, member: Member, code: string): Promise<string[]> {
    const factor = await this.lock(tx, member);
    if (!factor || factor.confirmedAt) throw authErrors.SECOND_FACTOR_NOT_BEGUN();
    const step = this.stepOf(factor, code);
    if (step === undefined) throw authErrors.SECOND_FACTOR_CODE_WRONG();
    await this.update(tx, factor, { confirmedAt: this.clock.now(), lastUsedStep: step });
    return this.renewRecoveryCodes(tx, member);
  }

  /** Replaces all recovery codes. @returns the new ones, shown once */
  async renewRecoveryCodes(tx: Tx, { institutionId, id: staffId }: Member): Promise<string[]> {
    await tx.delete(StaffRecoveryCode, { institutionId, staffId });
    const codes = Array.from({ length: RECOVERY_CODES }, newOneTimeCode);
    for (const code of codes) {
      const id = await this.ids.next();
      await tx.insert(StaffRecoveryCode, { institutionId, id, staffId, codeHash: oneTimeCodeHash(code), usedAt: null });
    }
    return codes;
  }

  async recoveryCodesLeft(tx: Tx, { institutionId, id: staffId }: Member): Promise<number> {
    return tx.countBy(StaffRecoveryCode, { institutionId, staffId, usedAt: IsNull() });
  }

  /**
   * Checks a code of the app or a recovery code of a member whose password was right, and uses it up. The row lock
   * makes parallel attempts wait for each other, so that a code is accepted once. Commit also when the code is wrong,
   * because wrong codes are counted.
   */
  async check(tx: Tx, member: Member, code: string | undefined): Promise<CodeCheck> {
    const factor = await this.lock(tx, member);
    if (!factor?.confirmedAt) return 'not-set-up';
    if (code === undefined) return 'missing';
    const now = this.clock.now();
    if (factor.lockedUntil && now < factor.lockedUntil) return 'wrong';
    const step = this.stepOf(factor, code);
    if (step !== undefined || (await this.useRecoveryCode(tx, factor, code))) {
      await this.update(tx, factor, { lastUsedStep: step ?? factor.lastUsedStep, wrongCodes: 0, lockedUntil: null });
      return 'right';
    }
    const wrongCodes = factor.wrongCodes + 1;
    const lockMs = lockDurationMs(wrongCodes, WRONG_CODES_RULE);
    const lockedUntil = lockMs === 0 ? null : new Date(now.getTime() + lockMs);
    await this.update(tx, factor, { wrongCodes, lockedUntil });
    if (lockedUntil) this.metrics.lockouts.inc({ who: 'second-factor' });
    return 'wrong';
  }

  /** Removes the factor and its recovery codes. */
  async remove(tx: Tx, { institutionId, id: staffId }: Member): Promise<void> {
    await tx.delete(StaffSecondFactor, { institutionId, staffId });
    await tx.delete(StaffRecoveryCode, { institutionId, staffId });
  }

  /** Ends the lock after wrong codes. */
  async unlock(tx: Tx, { institutionId, id: staffId }: Member): Promise<void> {
    await tx.update(StaffSecondFactor, { institutionId, staffId }, { wrongCodes: 0, lockedUntil: null });
  }

  async reseal(tx: Tx, institutionId: number): Promise<number> {
    const factors = await tx.find(StaffSecondFactor, {
      where: { institutionId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const outdated = factors.filter(({ sealedSecret }) => !this.box.isCurrent(sealedSecret));
    for (const factor of outdated) {
      const context = contextOf(institutionId, factor.staffId);
      await this.update(tx, factor, {
        sealedSecret: this.box.seal(this.box.open(factor.sealedSecret, context), context),
      });
    }
    return outdated.length;
  }

  /** Nothing of a factor is cached. */
  forget(): void {}

  private async lock(tx: Tx, { institutionId, id: staffId }: Member): Promise<StaffSecondFactor | null> {
    return tx.findOne(StaffSecondFactor, { where: { institutionId, staffId }, lock: { mode: 'pessimistic_write' } });
  }

  private stepOf(factor: StaffSecondFactor, code: string): number | undefined {
    const secret = this.box.open(factor.sealedSecret, contextOf(factor.institutionId, factor.staffId));
    return acceptedStep(secret, code.replaceAll(/\s/g, ''), factor.lastUsedStep, this.clock.now());
  }

  private async useRecoveryCode(tx: Tx, { institutionId, staffId }: StaffSecondFactor, code: string): Promise<boolean> {
    const unused = { institutionId, staffId, codeHash: oneTimeCodeHash(code), usedAt: IsNull() };
    const { affected } = await tx.update(StaffRecoveryCode, unused, { usedAt: this.clock.now() });
    return affected === 1;
  }

  private async update(
    tx: Tx,
    { institutionId, id }: StaffSecondFactor,
    changes: Partial<StaffSecondFactor>,
  ): Promise<void> {
    await tx.update(StaffSecondFactor, { institutionId, id }, changes);
  }
}

function contextOf(institutionId: number, staffId: number): string {
  return `${institutionId}|${staffId}`;
}
