import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Letterhead } from '../../common/files/pdf-document';
import { Institution } from '../institution.entity';
import { InstitutionSettings } from './institution-settings';
import { LETTERHEAD_ADDRESS, LETTERHEAD_CONTACT } from './letterhead.settings';

/** The head of an institution's documents, and the zone its clocks show. */
export interface InstitutionLetterhead extends Letterhead {
  timeZone: string;
}

/** Gives the head of an institution's documents, from its name and its configuration. */
@Injectable()
export class Letterheads {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
  ) {}

  /** Opens read transactions of its own: call it outside of one. */
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
