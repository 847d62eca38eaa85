import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../../common/cache/short-lived-cache';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Staff } from './staff.entity';

/** What a member of staff may do now. */
export interface StaffRights {
  isActive: boolean;
  permissions: ReadonlySet<string>;
  /** Sessions that began before it are over; undefined when there never was a password. */
  passwordChangedAt: Date | undefined;
}

/** How long a change made by another process stays unseen. */
const STALE_AFTER_MS = 20_000;
const CACHED_MEMBERS = 10_000;

/** The permissions of a member of staff, through all their roles. */
export async function permissionsOf(tx: Tx, { institutionId, id }: Staff): Promise<string[]> {
  const rows: { permission: string }[] = await tx.query(
    `SELECT DISTINCT unnest(r.permissions) AS permission
       FROM staff_role s JOIN role r ON r.institution_id = s.institution_id AND r.id = s.role_id
      WHERE s.institution_id = $1 AND s.staff_id = $2 ORDER BY 1`,
    [institutionId, id],
  );
  return rows.map(({ permission }) => permission);
}

/** Answers what a member of staff may do, from a short cache: it is asked on every request of the portal. */
@Injectable()
export class StaffAccess {
  private readonly cache = shortLivedCache<StaffRights>({ ttlMs: STALE_AFTER_MS, max: CACHED_MEMBERS });

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Undefined when the institution has no such member. */
  async find(institutionId: number, staffID: string): Promise<StaffRights | undefined> {
    return this.cache.fetch(`${institutionId}|${staffID}`, { context: () => this.read(institutionId, staffID) });
  }

  /** To be called after a change to one member was committed. */
  forget(institutionId: number, staffID: string): void {
    this.cache.delete(`${institutionId}|${staffID}`);
  }

  /** To be called after a change that may concern many, such as a role's, was committed. */
  forgetAll(): void {
    this.cache.clear();
  }

  private read(institutionId: number, staffID: string): Promise<StaffRights | undefined> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const member = await tx.findOneBy(Staff, { institutionId, staffID });
      if (!member) return undefined;
      const permissions = new Set(await permissionsOf(tx, member));
      return {
        isActive: member.status === 'Active',
        permissions,
        passwordChangedAt: member.passwordChangedAt ?? undefined,
      };
    });
  }
}
