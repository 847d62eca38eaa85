import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../common/audit/audit-log';
import { changeOf } from '../../../common/audit/change-of';
import { IdAllocator } from '../../../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { commonErrors } from '../../../common/errors/common.errors';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { institutionsErrors } from '../../institutions.errors';
import { institutionsPermissions } from '../../institutions.permissions';
import { StaffMembers } from '../staff-members';
import type { CreateViewBody, SavedViewView, UpdateViewBody } from './preferences.dto';
import { SavedView } from './saved-view.entity';

/** The most views of one member, and the most shared ones that a list shows. */
const VIEWS_MAX = 100;

/** Saved views of pages, own and shared ones (docs/api/institutions.md#preferences-and-views). */
@Injectable()
export class SavedViews {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Own views and shared ones, in the order of their names. */
  list(staff: StaffActor, page: string | undefined): Promise<{ data: SavedViewView[]; recordCount: number }> {
    const { institutionId, id: owner } = staff;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const onPage = page === undefined ? {} : { page };
      const own = await tx.find(SavedView, { where: { institutionId, owner, ...onPage }, take: VIEWS_MAX });
      const where = { institutionId, isShared: true, ...onPage };
      const shared = await tx.find(SavedView, { where, order: { id: 'DESC' }, take: VIEWS_MAX });
      const views = [...own, ...shared.filter((view) => view.owner !== owner)]
        .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
        .map(viewOf);
      return { data: views, recordCount: views.length };
    });
  }

  /** @throws PERMISSION_DENIED (403) for a shared one, TOO_MANY_VIEWS (422) */
  create(write: WriteRequest, staff: StaffActor, body: CreateViewBody): Promise<Outcome> {
    const { institutionId, id: owner } = staff;
    const { page, name, search } = body;
    // An optional field may be null.
    const isShared = body.isShared ?? false;
    if (isShared) assertMayShare(staff);
    return this.writes.run(write, body, async (tx) => {
      await this.lockMember(tx, institutionId, owner);
      if ((await tx.countBy(SavedView, { institutionId, owner })) >= VIEWS_MAX)
        throw institutionsErrors.TOO_MANY_VIEWS();
      const updatedAt = this.clock.institutionNow(staff.institutionId);
      const view: SavedView = {
        institutionId,
        id: await this.ids.next(),
        owner,
        page,
        name,
        search,
        isShared,
        updatedAt,
      };
      await tx.insert(SavedView, view);
      if (isShared) await this.record(tx, write, 'saved-view.share', view, { page, name, search });
      return Outcome.done(viewOf(view));
    });
  }

  /** @throws VIEW_NOT_FOUND (404), PERMISSION_DENIED (403) for a shared one */
  update(write: WriteRequest, staff: StaffActor, viewId: number, body: UpdateViewBody): Promise<Outcome> {
    return this.writes.run(write, { viewId, ...body }, async (tx) => {
      const view = await this.lock(tx, staff, viewId);
      const { name, search, isShared } = body;
      const changed = {
        ...view,
        name: name ?? view.name,
        search: search ?? view.search,
        isShared: isShared ?? view.isShared,
        updatedAt: this.clock.institutionNow(staff.institutionId),
      };
      if (view.isShared || changed.isShared) {
        assertMayShare(staff);
        await this.record(tx, write, 'saved-view.update', view, changeOf(viewOf(view), viewOf(changed)));
      }
      await tx.update(SavedView, { institutionId: view.institutionId, id: viewId }, changed);
      return Outcome.done(viewOf(changed));
    });
  }

  /** @throws VIEW_NOT_FOUND (404), PERMISSION_DENIED (403) for a shared one */
  remove(write: WriteRequest, staff: StaffActor, viewId: number): Promise<Outcome> {
    return this.writes.run(write, { viewId }, async (tx) => {
      const view = await this.lock(tx, staff, viewId);
      if (view.isShared) {
        assertMayShare(staff);
        await this.record(tx, write, 'saved-view.remove', view, { name: view.name });
      }
      await tx.delete(SavedView, { institutionId: view.institutionId, id: viewId });
      return Outcome.done(viewOf(view));
    });
  }

  /** Somebody else's own view is answered like one that nobody has. */
  private async lock(tx: Tx, { institutionId, id: staffID }: StaffActor, viewId: number): Promise<SavedView> {
    const view = await tx.findOne(SavedView, {
      where: { institutionId, id: viewId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!view || (view.owner !== staffID && !view.isShared)) throw institutionsErrors.VIEW_NOT_FOUND();
    return view;
  }

  /** Requests of one member at once must not pass the limit together. */
  private async lockMember(tx: Tx, institutionId: number, staffID: string): Promise<void> {
    const { id } = await this.members.require(tx, institutionId, staffID);
    await tx.query('SELECT 1 FROM staff WHERE institution_id = $1 AND id = $2 FOR NO KEY UPDATE', [institutionId, id]);
  }

  private async record(tx: Tx, write: WriteRequest, action: string, { id }: SavedView, details: object): Promise<void> {
    await this.audit.record(tx, write, { action, subject: `saved-view:${id}`, details });
  }
}

/** @throws PERMISSION_DENIED (403) */
function assertMayShare({ permissions }: StaffActor): void {
  if (!permissions.has(institutionsPermissions.manageViews))
    throw commonErrors.PERMISSION_DENIED(
      `Shared views need the permission ${institutionsPermissions.manageViews}; keep this one for yourself.`,
    );
}

function viewOf({ id, page, name, search, isShared, owner }: SavedView): SavedViewView {
  return { id, page, name, search, isShared, owner };
}
