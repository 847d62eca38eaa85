import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';

/** Paging of the list of sessions. */
export class ListSessionsQuery extends PagingQuery {}

/** A proof that the caller is the member of staff: the code where a second factor is set up, otherwise the password. */
export class StepUpBody {
  /** The password, of members without a second factor. @example "correct horse battery staple" */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  password?: string;

  /** The code of the app, or a recovery code. @example 287082 */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  code?: string;
}

/** The path of a session. */
export class SessionPath {
  /** @example 10052 */
  @IsString()
  @Matches(/^[1-9]\d{0,15}$/, { message: '$property must be the id of a session' })
  sessionId!: string;
}

/** A session of a member of staff: one sign-in. */
export class StaffSessionView {
  /** @example 10052 */
  id!: number;
  /** @example 2026-11-21T09:00:00.000Z */
  createdAt!: Date;
  /** The last request, accurate to one minute. @example 2026-11-21T09:20:00.000Z */
  lastSeenAt!: Date;
  /** @example 2026-11-21T09:30:00.000Z */
  expiresAt!: Date;
  /** Address of the sign-in. @example 102.89.0.17 */
  address!: string;
  /** The program that signed in, as it names itself. @example "Mozilla/5.0" */
  userAgent!: string;
  /** `password` or `second-factor`. @example second-factor */
  assurance!: string;
  /** The last proof by code or password. @example 2026-11-21T09:00:00.000Z */
  steppedUpAt!: Date | null;
  /** True for the session of the request. @example true */
  isCurrent!: boolean;
}

/** An ended session. */
export class SessionEndedView {
  /** @example 10052 */
  id!: number;
}

/** The ended sessions of a member. */
export class SessionsEndedView {
  /** @example STF002 */
  staffID!: string;
  /** Number of sessions that were ended. @example 2 */
  endedSessions!: number;
}

/** The result of a step-up. */
export class StepUpView {
  /** `password` or `second-factor`. @example second-factor */
  assurance!: string;
  /** @example 2026-11-21T09:20:00.000Z */
  steppedUpAt!: Date;
}

/** A member whose sign-in was unlocked. */
export class StaffUnlockedView {
  /** @example STF002 */
  staffID!: string;
}

export function staffSessionView(session: StaffSession, currentId: number | undefined): StaffSessionView {
  const { id, createdAt, lastSeenAt, expiresAt, address, userAgent, assurance, steppedUpAt } = session;
  return {
    id,
    createdAt,
    lastSeenAt,
    expiresAt,
    address,
    userAgent,
    assurance,
    steppedUpAt,
    isCurrent: id === currentId,
  };
}
