import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { JobHandlers } from '../common/jobs/job-handlers';
import { calendarDate, daysBetween } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';

const DAY_MS = 86_400_000;

const SHIFT_JOBS = `UPDATE job_due SET due_at = due_at - make_interval(hours => 24 * $2)
  WHERE institution_id = $1 AND kind = ANY($3)`;

/** The clocks of institutions, read from their locked rows (docs/adr/0029-institution-time.md). */
@Injectable()
export class InstitutionClocks {
  constructor(
    private readonly clock: Clock,
    private readonly jobHandlers: JobHandlers,
  ) {}

  /** The institution's present instant. */
  now({ clockAheadDays }: Pick<Institution, 'clockAheadDays'>): Date {
    return new Date(this.clock.now().getTime() + (clockAheadDays ?? 0) * DAY_MS);
  }

  /** Today in the institution's time zone. */
  today(institution: Pick<Institution, 'clockAheadDays' | 'timeZone'>): string {
    return calendarDate(this.now(institution), institution.timeZone);
  }

  /**
   * Moves the clock of a locked sandbox institution by whole days until its calendar shows `date`, in the transaction
   * that begins this business date, so that the two never differ. Jobs in institution time become due with it.
   */
  async advance(tx: Tx, institution: Institution, date: string): Promise<void> {
    const { institutionId } = institution;
    const days = daysBetween(this.today(institution), date);
    if (days <= 0) return;
    const clockAheadDays = (institution.clockAheadDays ?? 0) + days || null;
    await tx.update(Institution, { institutionId }, { clockAheadDays });
    await tx.query(SHIFT_JOBS, [institutionId, days, this.jobHandlers.kindsInInstitutionTime()]);
  }
}
