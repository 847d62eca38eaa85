import { Injectable } from '@nestjs/common';
import { ShortLivedCache } from '../common/cache/short-lived-cache';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';

const STALE_AFTER_MS = 60_000;
const CACHED_INSTITUTIONS = 10_000;

/** The sending institution as transfers name it, cached because every transfer needs it. */
@Injectable()
export class OwnInstitution {
  private readonly cache = new ShortLivedCache<Institution>({ ttlMs: STALE_AFTER_MS, max: CACHED_INSTITUTIONS });

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Its name, code and time zone. Opens a read transaction of its own when they are not cached. */
  async find(institutionId: number): Promise<Pick<Institution, 'name' | 'code' | 'timeZone'>> {
    return this.cache.get(String(institutionId), () => this.unitOfWork.read(institutionId, (tx) => tx.findOneByOrFail(Institution, { institutionId })));
  }
}
