import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../common/cache/short-lived-cache';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { derivedInstitutionCode } from './outward/session-id';
import { TRANSFER_INSTITUTION_CODE } from './transfers.settings';

const STALE_AFTER_MS = 60_000;
const CACHED_INSTITUTIONS = 10_000;

/** Name and codes of the sending institution, cached because every transfer needs them. */
@Injectable()
export class OwnInstitution {
  private readonly cache = shortLivedCache<Institution>({ ttlMs: STALE_AFTER_MS, max: CACHED_INSTITUTIONS });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
  ) {}

  /** The institution's name, code and time zone. Opens a read transaction of its own when they are not cached. */
  async find(institutionId: number): Promise<Pick<Institution, 'name' | 'code' | 'timeZone'>> {
    return this.cache.forceFetch(String(institutionId), {
      context: () => this.unitOfWork.read(institutionId, (tx) => tx.findOneByOrFail(Institution, { institutionId })),
    });
  }

  /** The institution's code at the switch, six digits. */
  async switchCode(institutionId: number): Promise<string> {
    return (
      (await this.settings.get(institutionId, TRANSFER_INSTITUTION_CODE)) ??
      derivedInstitutionCode((await this.find(institutionId)).code)
    );
  }

  /** True when a code names the institution itself, by its own code or by its code at the switch. */
  async isOwn(institutionId: number, code: string): Promise<boolean> {
    return code === (await this.find(institutionId)).code || code === (await this.switchCode(institutionId));
  }
}
