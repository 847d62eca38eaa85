import { Injectable } from '@nestjs/common';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import type { PostingRequest } from '../ledger/engine/posting-request';
import { VALUE_DATE_MAX_AGE_DAYS } from './postings.settings';

/** The value date that a caller sends, with the greatest age that the institution allows it. */
@Injectable()
export class ValueDates {
  constructor(private readonly settings: InstitutionSettings) {}

  /**
   * The fields of a plan; the posting engine compares them with the business date
   * (docs/api/postings.md#manual-postings).
   */
  async of(
    institutionId: number,
    valueDate: string | null | undefined,
  ): Promise<Pick<PostingRequest, 'valueDate' | 'valueDateMaxAgeDays'>> {
    if (valueDate === null || valueDate === undefined) return {};
    const days = await this.settings.get(institutionId, VALUE_DATE_MAX_AGE_DAYS);
    return { valueDate, ...(days === undefined ? {} : { valueDateMaxAgeDays: Number(days) }) };
  }
}
