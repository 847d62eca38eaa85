import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../../common/cache/short-lived-cache';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { StaffSessions } from './sessions/staff-sessions';
import { Staff } from './staff.entity';

/** The current rights of a member of staff. */
export interface StaffRights {
  /** Of the member's row. */
  id: number;
  isActive: boolean;
  permissions: ReadonlySet<string>;
  /** Sessions that began before it are invalid; undefined without a password. */
  passwordChangedAt: Date | undefined;
}

/** Cache lifetime: a change by another process takes effect after at most this time. */
const STALE_AFTER_MS = 20_000;
const CACHED_MEMBERS = 10_000;

/** The permissions of a member of staff from all roles. */
export async function permissionsOf(tx: Tx, { institutionId, id }: Staff): Promise<string[]> {
  const rows: { permission: string }[] = await tx.query(
    `SELECT DISTINCT unnest(r.permissions) AS permission
       FROM staff_role s JOIN role r ON r.institution_id = s.institution_id AND r.id = s.role_id
      WHERE s.institution_id = $1 AND s.staff_id = $2 ORDER BY 1`,
    [institutionId, id],
  );
  return rows.map(({ permission }) => permission);
}

/** Gets the rights of a member of staff, cached briefly because every request of the portal needs them. */
@Injectable()
export class StaffAccess {
  private readonly cache = shortLivedCache<StaffRights>({ ttlMs: STALE_AFTER_MS, max: CACHED_MEMBERS });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: StaffSessions,
  ) {}

  /** Undefined when the institution has no such member. */
  async find(institutionId: number, staffID: string): Promise<StaffRights | undefined> {
    return this.cache.fetch(`${institutionId}|${staffID}`, { context: () => this.read(institutionId, staffID) });
  }

  /** Call it after a change of one member, or of the member's sessions, is committed. */
  forget(institutionId: number, staffID: string): void {
    this.cache.delete(`${institutionId}|${staffID}`);
    this.sessions.forgetMember(institutionId, staffID);
  }

  /** Call it after a change of many members, such as that of a role, is committed. */
  forgetAll(): void {
    this.cache.clear();
    this.sessions.forgetAll();
  }

  private read(institutionId: number, staffID: string): Promise<StaffRights | undefined> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const member = await tx.findOneBy(Staff, { institutionId, staffID });
      if (!member) return undefined;
      const permissions = new Set(await permissionsOf(tx, member));
      return {
        id: member.id,
        isActive: member.status === 'Active',
        permissions,
        passwordChangedAt: member.passwordChangedAt ?? undefined,
      };
    });
  }
}
