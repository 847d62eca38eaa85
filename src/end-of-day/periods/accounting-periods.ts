import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import type { AppError } from '../../common/errors/app-error';
import { calendarDate } from '../../common/time/calendar';
import type { Institution } from '../../institutions/institution.entity';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { GlAccount } from '../../ledger/chart/gl-account.entity';
import { RETAINED_EARNINGS_LEDGER_CODE } from '../../ledger/chart/retained-earnings-ledger';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { endOfDayErrors } from '../end-of-day.errors';
import { EndOfDayRun } from '../end-of-day-run.entity';
import { OpenExceptions } from '../open-exceptions';
import { AccountingPeriod } from './accounting-period.entity';
import { closeViolation } from './close-violation';
import type { PeriodDates } from './period-dates';

/** A period that may be closed, and the ledger that receives a year's result. */
@Injectable()
export class AccountingPeriods {
  constructor(
    private readonly openExceptions: OpenExceptions,
    private readonly settings: InstitutionSettings,
  ) {}

  /**
   * Refuses a period that cannot be closed. The caller holds the institution's lock (`BusinessDateRolls.lock`).
   * @param ownId of the period's row, when it has one.
   */
  async closeViolation(
    tx: Tx,
    institution: Institution,
    dates: PeriodDates,
    ownId?: number,
  ): Promise<AppError | undefined> {
    const { institutionId, closedThrough } = institution;
    const { kind, lastDay } = dates;
    const existing = await tx.findOneBy(AccountingPeriod, {
      institutionId,
      kind,
      lastDay,
      status: In(['PendingApproval', 'Closing', 'Closed']),
    });
    if (existing && existing.id !== ownId) {
      return existing.status === 'Closed'
        ? endOfDayErrors.PERIOD_CLOSED()
        : endOfDayErrors.PERIOD_CLOSE_PENDING(undefined, { approvalId: existing.approvalId });
    }
    const lastRun = await tx.findOne(EndOfDayRun, {
      where: { institutionId, status: 'Completed' },
      order: { date: 'DESC' },
    });
    const lastYear = await tx.findOne(AccountingPeriod, {
      where: { institutionId, kind: 'Year', status: In(['Closing', 'Closed']) },
      order: { lastDay: 'DESC' },
    });
    // While last year is not closed, the result of this year would include it.
    if (kind === 'Year' && lastYear?.status === 'Closing')
      return endOfDayErrors.PERIOD_CLOSE_PENDING(`The closing of the year ${lastYear.period} is under way.`);
    return closeViolation(dates, {
      booksBegan: await booksBegan(tx, institution, lastDay),
      lastCompletedDay: lastRun?.date ?? null,
      closedThrough,
      lastYear: lastYear?.period ?? null,
      hasOpenExceptions: await this.openExceptions.existThrough(tx, institutionId, lastDay),
    });
  }

  /**
   * The id of the ledger that receives the result of a year.
   * @throws RETAINED_EARNINGS_LEDGER_MISSING (422)
   */
  async requireRetainedEarnings(tx: Tx, institutionId: number): Promise<number> {
    const code = await this.settings.getWithin(tx, institutionId, RETAINED_EARNINGS_LEDGER_CODE);
    const ledger = code === undefined ? null : await tx.findOneBy(GlAccount, { institutionId, code });
    const account = ledger && (await tx.findOneBy(LedgerAccount, { institutionId, id: ledger.id }));
    if (ledger?.category !== 'Equity' || !account || account.isControl)
      throw endOfDayErrors.RETAINED_EARNINGS_LEDGER_MISSING();
    return ledger.id;
  }
}

/** The day on which the institution was set up, or an earlier one when books with older value dates were migrated. */
async function booksBegan(
  tx: Tx,
  { institutionId, createdAt, timeZone }: Institution,
  lastDay: string,
): Promise<string> {
  const setUpOn = calendarDate(createdAt, timeZone);
  if (setUpOn <= lastDay) return setUpOn;
  const [{ first }] = await tx.query<[{ first: string | null }]>(
    `SELECT min(value_date)::text AS first FROM posting
      WHERE institution_id = $1 AND value_date <= $2 AND status = 'Posted'`,
    [institutionId, lastDay],
  );
  return first ?? setUpOn;
}
