import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import type { Staff } from '../../institutions/staff/staff.entity';
import { Passkeys } from '../passkeys/passkeys';
import { SecondFactors } from './second-factors';

/**
 * Whoever has an app or a passkey changes these, and adds another, only in a session that one of them has proven: the
 * password alone would otherwise be enough to get a factor of one's own.
 */
@Injectable()
export class FactorProof {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
  ) {}

  /** @throws STEP_UP_REQUIRED (403) */
  async assert(tx: Tx, member: Staff, { assurance }: Pick<StaffSession, 'assurance'>): Promise<void> {
    if (assurance === 'second-factor') return;
    if ((await this.secondFactors.active(tx, member)) || (await this.passkeys.has(tx, member)))
      throw commonErrors.STEP_UP_REQUIRED();
  }
}
