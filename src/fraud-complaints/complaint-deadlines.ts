import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { addDays, calendarDate, startOfDay } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { addWorkingDays, parseDates } from '../common/time/working-days';
import { Institution } from '../institutions/institution.entity';
import { PUBLIC_HOLIDAYS } from '../institutions/settings/base-settings';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import type { Posting } from '../ledger/engine/posting.entity';
import { afterHours, afterMinutes } from './complaint-timers';
import type { FraudComplaint } from './fraud-complaint.entity';
import {
  FRAUD_ACKNOWLEDGE_HOURS,
  FRAUD_CONCLUDE_WORKING_DAYS,
  FRAUD_NOTIFY_MINUTES,
  FRAUD_REPORT_HOURS,
} from './fraud-complaints.settings';

type Deadlines = Pick<FraudComplaint, 'receivedAt' | 'acknowledgeDueAt' | 'notifyDueAt' | 'concludeDueAt' | 'isLate'>;

/** The times by which each step on a new complaint is due (docs/api/fraud-complaints.md#timers). */
@Injectable()
export class ComplaintDeadlines {
  constructor(
    private readonly clock: Clock,
    private readonly settings: InstitutionSettings,
  ) {}

  /** @param isOutward true for a payment to another institution, which has to be told. */
  async of(tx: Tx, { institutionId, postedAt, createdAt }: Posting, isOutward: boolean): Promise<Deadlines> {
    const setting = (key: string): Promise<string | undefined> => this.settings.getWithin(tx, institutionId, key);
    const count = async (key: string): Promise<number> => Number(await setting(key));
    const receivedAt = this.clock.institutionNow(institutionId);
    const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
    const holidays = parseDates((await setting(PUBLIC_HOLIDAYS)) ?? '') ?? new Set<string>();
    const days = await count(FRAUD_CONCLUDE_WORKING_DAYS);
    const lastDay = addWorkingDays(calendarDate(receivedAt, timeZone), days, holidays);
    return {
      receivedAt,
      acknowledgeDueAt: afterHours(receivedAt, await count(FRAUD_ACKNOWLEDGE_HOURS)),
      notifyDueAt: isOutward ? afterMinutes(receivedAt, await count(FRAUD_NOTIFY_MINUTES)) : null,
      concludeDueAt: startOfDay(addDays(lastDay, 1), timeZone),
      isLate: afterHours(postedAt ?? createdAt, await count(FRAUD_REPORT_HOURS)) < receivedAt,
    };
  }
}
