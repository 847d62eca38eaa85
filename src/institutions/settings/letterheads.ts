import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Letterhead } from '../../common/files/pdf-document';
import { Institution } from '../institution.entity';
import { InstitutionSettings } from './institution-settings';
import {
  LETTERHEAD_ADDRESS,
  LETTERHEAD_CONTACT,
  LETTERHEAD_DEPOSIT_INSURANCE,
  LETTERHEAD_LICENCE,
} from './letterhead.settings';
import { LogoSources } from './logo-sources';

/** The letterhead of an institution, with its time zone. */
export interface InstitutionLetterhead extends Letterhead {
  timeZone: string;
}

const LINES = [LETTERHEAD_ADDRESS, LETTERHEAD_CONTACT, LETTERHEAD_LICENCE, LETTERHEAD_DEPOSIT_INSURANCE] as const;

/** Builds the letterhead of an institution from its name, its configuration and its logo. */
@Injectable()
export class Letterheads {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
    private readonly logos: LogoSources,
  ) {}

  /** Opens read transactions of its own, so call it outside of a transaction. */
  async of(institutionId: number): Promise<InstitutionLetterhead> {
    const { name, timeZone } = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Institution, { institutionId }),
    );
    const values = await this.settings.getMany(institutionId, LINES);
    return {
      name,
      timeZone,
      lines: LINES.map((key) => values[key]).filter((line) => line !== undefined),
      logo: await this.logos.of(institutionId),
    };
  }
}
