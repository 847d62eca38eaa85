import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import type { Staff } from '../../institutions/staff/staff.entity';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { Tokens } from '../tokens';
import { consoleCookie } from './console-cookie';
import { isConsoleSession } from './console-time';

/** The cookies with the tokens of console sessions. */
@Injectable()
export class ConsoleTokens {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly tokens: Tokens,
  ) {}

  /** The value of `Set-Cookie` for the newest token of a session. */
  async cookieOf({ institutionId, staffID, passwordChangedAt }: Staff, session: StaffSession): Promise<string> {
    const token = await this.tokens.issue('staff', staffID, institutionId, passwordChangedAt, session);
    return consoleCookie(token.accessToken);
  }

  /** The cookie after a proof, which has replaced the token of the session; undefined for other sessions. */
  async renewedCookie({ institutionId, id: staffID, sessionId }: StaffActor): Promise<string | undefined> {
    const [member, session] = await this.unitOfWork.read(institutionId, async (tx) => [
      await this.members.require(tx, institutionId, staffID),
      await tx.findOneByOrFail(StaffSession, { institutionId, id: sessionId! }),
    ]);
    return isConsoleSession(session) ? this.cookieOf(member, session) : undefined;
  }
}
