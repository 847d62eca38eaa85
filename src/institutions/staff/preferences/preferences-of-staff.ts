import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import { validationFailed } from '../../../common/http/validation.pipe';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { StaffMembers } from '../staff-members';
import type { PreferencesBody, PreferencesView } from './preferences.dto';
import { type Preferences, StaffPreferences } from './staff-preferences.entity';

const BYTES_MAX = 16_384;

const USUAL: Preferences = { theme: 'system', density: 'comfortable', pageSize: 20, singleKeys: true, columns: [] };

/** The preferences of the signed-in member of staff (docs/api/institutions.md#preferences-and-views). */
@Injectable()
export class PreferencesOfStaff {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly clock: Clock,
  ) {}

  get({ institutionId, id: staffID }: StaffActor): Promise<PreferencesView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { id } = await this.members.require(tx, institutionId, staffID);
      const row = await tx.findOneBy(StaffPreferences, { institutionId, id });
      return { ...USUAL, ...row?.preferences };
    });
  }

  /** Replaces all of them. @throws VALIDATION_FAILED (400) above 16 KB */
  async set(write: WriteRequest, staffID: string, body: PreferencesBody): Promise<Outcome> {
    const { theme, density, pageSize, singleKeys, columns } = body;
    const preferences: Preferences = {
      theme,
      density,
      pageSize,
      singleKeys,
      columns: columns.map(({ page, columns: names }) => ({ page, columns: names })),
    };
    if (Buffer.byteLength(JSON.stringify(preferences)) > BYTES_MAX)
      throw validationFailed([{ field: 'columns', message: 'must be at most 16 KB together' }]);
    return this.writes.run(write, body, async (tx) => this.store(tx, write.institutionId, staffID, preferences));
  }

  private async store(tx: Tx, institutionId: number, staffID: string, preferences: Preferences): Promise<Outcome> {
    const { id } = await this.members.require(tx, institutionId, staffID);
    const row = { institutionId, id, preferences, updatedAt: this.clock.institutionNow(institutionId) };
    await tx.upsert(StaffPreferences, row, ['institutionId', 'id']);
    return Outcome.done(preferences);
  }
}
