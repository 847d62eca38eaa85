import { Injectable } from '@nestjs/common';
import { AuditLog } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import type { AssuranceLevel, StaffSession } from '../institutions/staff/sessions/staff-session.entity';
import { StaffSessions } from '../institutions/staff/sessions/staff-sessions';
import { Staff } from '../institutions/staff/staff.entity';
import { CONSOLE_SESSION_HOURS } from './auth.settings';
import type { SignInOrigin } from './sign-in-origin';

/** Who holds the token of a session: a program, which sends it itself, or a browser, which keeps it in a cookie. */
export type SessionKind = 'program' | 'console';

/** Begins the sessions of members of staff who have proved who they are, by whatever means. */
@Injectable()
export class SessionBeginnings {
  constructor(
    private readonly sessions: StaffSessions,
    private readonly settings: InstitutionSettings,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Begins a session of a member who is active and locked in this transaction. */
  async begin(
    tx: Tx,
    member: Staff,
    assurance: AssuranceLevel,
    { source, userAgent, correlationId }: SignInOrigin,
    kind: SessionKind,
  ): Promise<StaffSession> {
    const { institutionId, id, staffID } = member;
    await tx.update(Staff, { institutionId, id }, { lastSignInAt: this.clock.now() });
    const hours = kind === 'console' ? await this.settings.getWithin(tx, institutionId, CONSOLE_SESSION_HOURS) : null;
    const terms = hours ? { consoleHours: Number(hours) } : {};
    const session = await this.sessions.begin(tx, member, { address: source, userAgent }, assurance, terms);
    const actor = `staff:${staffID}`;
    await this.audit.record(
      tx,
      { institutionId, actor, correlationId, address: source, sessionId: session.id },
      { action: 'staff.sign-in', subject: actor },
    );
    return session;
  }
}
