import { Tokens } from '../../src/auth/tokens';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { StaffSessions } from '../../src/institutions/staff/sessions/staff-sessions';
import { StaffMembers } from '../../src/institutions/staff/staff-members';
import type { TestApp } from './app';

/** Begins a session without a sign-in. @returns its token. */
export async function staffToken(
  { app }: Pick<TestApp, 'app'>,
  institutionId: number,
  staffID: string,
): Promise<string> {
  const { member, session } = await app.get(UnitOfWork).run(institutionId, async (tx) => {
    const found = await app.get(StaffMembers, { strict: false }).require(tx, institutionId, staffID);
    const origin = { address: '127.0.0.1', userAgent: 'test' };
    const begun = await app.get(StaffSessions, { strict: false }).begin(tx, found, origin, 'password');
    return { member: found, session: begun };
  });
  const { accessToken } = await app
    .get(Tokens, { strict: false })
    .issue('staff', staffID, institutionId, member.passwordChangedAt, session);
  return accessToken;
}

/** The session that a staff token names. */
export function sessionOf(token: string): number {
  return (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: number }).sid;
}
