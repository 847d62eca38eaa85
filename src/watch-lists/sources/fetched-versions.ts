import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import type { WriteRequest } from '../../common/http/write-request';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { Institution } from '../../institutions/institution.entity';
import type { WatchList } from '../desk/watch-list.entity';
import { ACTIVATE_WATCH_LIST, WatchListActivation } from '../desk/watch-list-activation';
import { latestVersionOf, lockList } from '../desk/watch-list-rows';
import { WatchListVersion } from '../desk/watch-list-version.entity';
import type { SourceOutcome } from './watch-list-source.entity';

/** The author of what comes from a source. */
export const SOURCE_ACTOR = 'system:watch-list-source';

/** Puts fetched versions in use, except those that lack so much that staff must decide. */
@Injectable()
export class FetchedVersions {
  constructor(
    private readonly changes: ConfigurationChanges,
    private readonly activation: WatchListActivation,
  ) {}

  /** Locks all changes of the institution, which comes before the lock of a list. */
  async lockChanges(tx: Tx, institutionId: number): Promise<void> {
    await tx.findOneOrFail(Institution, { where: { institutionId }, lock: { mode: 'for_no_key_update' } });
  }

  /**
   * Puts the version in use unless it was in use before, or lacks more than a tenth of the active entries. The lock of
   * changes must be held.
   * @param versionId what was fetched; undefined where the publisher has nothing new
   */
  async offer(tx: Tx, { institutionId, code }: WatchList, versionId: number | undefined): Promise<SourceOutcome> {
    const list = await lockList(tx, institutionId, code);
    const offered =
      versionId === undefined
        ? await latestVersionOf(tx, list)
        : await tx.findOneByOrFail(WatchListVersion, { institutionId, id: versionId });
    // Staff put a version in use whose file staff sent.
    const isOffered = versionId !== undefined || (offered?.sourceUrl ?? null) !== null;
    if (!isOffered || offered?.status !== 'imported') return 'unchanged';
    const change = { operation: ACTIVATE_WATCH_LIST, target: code, after: { activeVersion: offered.version } };
    if (!(await this.activation.isImmediate(tx, institutionId, { ...change, before: null }))) return 'waiting';
    const write: WriteRequest = {
      ...{ institutionId, actor: SOURCE_ACTOR, endpoint: 'fetch-watch-list', requestReference: undefined },
    };
    await this.changes.ask(tx, write, change);
    return 'imported';
  }
}
