import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { calendarDate } from '../../common/time/calendar';
import { Clock } from '../../common/time/clock';
import { Institution } from '../../institutions/institution.entity';
import { SandboxInstitutions } from '../../institutions/sandbox-institutions';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import type { Staff } from '../../institutions/staff/staff.entity';
import { CONSOLE_IDLE_MINUTES, STEP_UP_VALIDITY_MINUTES } from '../auth.settings';
import { Passkeys } from '../passkeys/passkeys';
import { meView } from '../queries/get-me';
import { SecondFactorNeeds } from '../second-factor/second-factor-needs';
import { SecondFactors } from '../second-factor/second-factors';
import type { SessionView } from './console-session.dto';
import { idleEndOf } from './console-time';

const MINUTE_MS = 60_000;

/** The view of a session that the console shows. */
@Injectable()
export class ConsoleSessionViews {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly needs: SecondFactorNeeds,
    private readonly sandboxes: SandboxInstitutions,
    private readonly clock: Clock,
  ) {}

  async of(tx: Tx, member: Staff, session: StaffSession): Promise<SessionView> {
    const { institutionId } = member;
    const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
    const minutes = async (key: string): Promise<number> =>
      Number(await this.settings.getWithin(tx, institutionId, key)) * MINUTE_MS;
    const idleMs = await minutes(CONSOLE_IDLE_MINUTES);
    const stepUpMs = await minutes(STEP_UP_VALIDITY_MINUTES);
    return {
      ...(await meView(tx, member)),
      today: calendarDate(this.clock.institutionNow(institutionId), timeZone),
      timeZone,
      idleEndsAt: idleEndOf(session, idleMs),
      endsAt: session.expiresAt,
      assurance: session.assurance,
      stepUpUntil: this.proofEnd(session, stepUpMs),
      secondFactor: {
        isSetUp: (await this.secondFactors.active(tx, member)) !== undefined || (await this.passkeys.has(tx, member)),
        isRequiredFor: await this.needs.neededFor(tx, member),
      },
      isSandbox: await this.sandboxes.has(institutionId),
    };
  }

  private proofEnd({ steppedUpAt }: StaffSession, stepUpMs: number): Date | null {
    const end = steppedUpAt && new Date(steppedUpAt.getTime() + stepUpMs);
    return end && end > this.clock.now() ? end : null;
  }
}
