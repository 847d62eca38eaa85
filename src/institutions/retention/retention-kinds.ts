import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Housekeeping } from '../../common/housekeeping';
import { InstitutionSettings } from '../settings/institution-settings';
import { SettingCatalogue } from '../settings/setting-catalogue';
import { type RetentionKind, retentionSetting } from './retention-setting';

// Time and sum in one statement: two processes may enforce the same kind at once.
const RECORD_RUNS = `
  INSERT INTO retention_run AS r (institution_id, kind, last_run_at, removed)
  SELECT $1, kind, now(), removed FROM unnest($2::text[], $3::bigint[]) AS run (kind, removed)
  ON CONFLICT (institution_id, kind)
  DO UPDATE SET last_run_at = excluded.last_run_at, removed = r.removed + excluded.removed RETURNING kind`;

/** The kinds of records that have a retention period (docs/api/personal-data.md#retention). Modules register theirs. */
@Injectable()
export class RetentionKinds {
  private readonly kinds = new Map<string, RetentionKind>();

  constructor(
    private readonly catalogue: SettingCatalogue,
    private readonly settings: InstitutionSettings,
    private readonly housekeeping: Housekeeping,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Adds a kind with its configuration key, and its rows to those that housekeeping deletes. */
  register(kind: RetentionKind): void {
    if (this.kinds.has(kind.name)) throw new Error(`The retention kind ${kind.name} is registered twice.`);
    this.kinds.set(kind.name, kind);
    this.catalogue.register([retentionSetting(kind)]);
    if (!kind.rows) return;
    this.housekeeping.register({
      ...kind.rows,
      days: (institutionId) => this.period(institutionId, kind),
      swept: (institutionId, removed) => this.recordRuns(institutionId, [{ kind, removed }]),
    });
  }

  /** In the order of their names. */
  list(): RetentionKind[] {
    return [...this.kinds.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The institution's period, in the kind's unit. */
  async period(institutionId: number, { setting }: RetentionKind): Promise<number> {
    return Number(await this.settings.get(institutionId, setting));
  }

  /** Records that the periods of kinds were enforced, with the number of records removed. */
  async recordRuns(institutionId: number, runs: readonly { kind: RetentionKind; removed: number }[]): Promise<void> {
    const values = [institutionId, runs.map(({ kind }) => kind.name), runs.map(({ removed }) => removed)];
    await this.unitOfWork.run(institutionId, (tx) => tx.query(RECORD_RUNS, values));
  }
}
