import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import {
  LICENCE_CLASS,
  LOAN_CLASSIFICATION_SCALES,
  LOAN_CONTAGION,
  LOAN_CURE_DAYS,
  LOAN_RESTRUCTURED_CLASS_KEPT,
} from '../loans.settings';
import type { ClassRules } from './aged-summary';
import { CENTRAL_BANK_SCALES, type ClassificationScale, type LicenceClass, scaleOn } from './classification-scales';
import { ownScales } from './own-scales';

/** Reads how an institution classifies its loans (docs/domain/loans.md#classification). */
@Injectable()
export class LoanRules {
  constructor(private readonly settings: InstitutionSettings) {}

  /** The institution's own scale, else the Central Bank's for its licence, as of a date. */
  async scaleOn(tx: Tx, institutionId: number, date: string): Promise<ClassificationScale> {
    return (await this.scales(tx, institutionId))(date);
  }

  /** The scale as a function of the date, for work over many dates. */
  async scales(tx: Tx, institutionId: number): Promise<(date: string) => ClassificationScale> {
    const own = await this.settings.getWithin(tx, institutionId, LOAN_CLASSIFICATION_SCALES);
    const licence = await this.settings.getWithin(tx, institutionId, LICENCE_CLASS);
    const ownSteps = own === undefined ? [] : ownScales(own);
    return (date) => {
      const begun = ownSteps.filter(({ effectiveFrom }) => effectiveFrom <= date);
      return scaleOn(begun.length > 0 ? begun : CENTRAL_BANK_SCALES[licence as LicenceClass], date);
    };
  }

  /** True when all running loans of a customer get the class of the worst one. */
  async isContagious(tx: Tx, institutionId: number): Promise<boolean> {
    return (await this.settings.getWithin(tx, institutionId, LOAN_CONTAGION)) === 'true';
  }

  /** True when a loan that is restructured while its income is in suspense keeps its class until it is cured. */
  async keepsRestructuredClass(tx: Tx, institutionId: number): Promise<boolean> {
    return (await this.settings.getWithin(tx, institutionId, LOAN_RESTRUCTURED_CLASS_KEPT)) === 'true';
  }

  /** All that decides about the class of a loan on a date. */
  async classRules(tx: Tx, institutionId: number, date: string): Promise<ClassRules> {
    return {
      scale: await this.scaleOn(tx, institutionId, date),
      keepsRestructured: await this.keepsRestructuredClass(tx, institutionId),
    };
  }

  /** Days that a loan must perform before its new income is income again. */
  async cureDays(tx: Tx, institutionId: number): Promise<number> {
    return Number(await this.settings.getWithin(tx, institutionId, LOAN_CURE_DAYS));
  }
}
