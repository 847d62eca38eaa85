import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Letterhead } from '../../common/files/pdf-document';
import { Institution } from '../institution.entity';
import { InstitutionSettings } from './institution-settings';
import { LETTERHEAD_ADDRESS, LETTERHEAD_CONTACT } from './letterhead.settings';

/** The letterhead of an institution, with its time zone. */
export interface InstitutionLetterhead extends Letterhead {
  timeZone: string;
}

/** Builds the letterhead of an institution from its name and its configuration. */
@Injectable()
export class Letterheads {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
  ) {}

  /** Opens read transactions of its own, so call it outside of a transaction. */
  async of(institutionId: number): Promise<InstitutionLetterhead> {
    const { name, timeZone } = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Institution, { institutionId }),
    );
    const { [LETTERHEAD_ADDRESS]: address, [LETTERHEAD_CONTACT]: contact } = await this.settings.getMany(
      institutionId,
      [LETTERHEAD_ADDRESS, LETTERHEAD_CONTACT],
    );
    return { name, timeZone, lines: [address, contact].filter((line) => line !== undefined) };
  }
}
