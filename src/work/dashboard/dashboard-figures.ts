import { Injectable } from '@nestjs/common';
import { AML_SCREENING_ENABLED } from '../../aml/aml.settings';
import { AmlRule } from '../../aml/aml-rule.entity';
import { RELEASE_OPERATION } from '../../aml/hold-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { daysBetween } from '../../common/time/calendar';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { RUNNING_STATUSES } from '../../loans/contract/loan-status';
import { PAYOUT_STATUSES, type PayoutKind } from '../../payouts/payout.entity';
import { ratioPercent } from '../../reports/portfolio/ageing-bands';
import { workCountStatement } from '../work-counts';
import type {
  CountedAmountView,
  DayFiguresView,
  DeadLettersView,
  LastEndOfDayView,
  LoanFiguresView,
  MovementsTodayView,
  OpenCasesView,
  OpenPayoutsView,
  PortfolioFiguresView,
  ScreeningFiguresView,
  WebhookBacklogView,
} from './dashboard.dto';
import * as statements from './dashboard-statements';

const OPEN_STATUSES = PAYOUT_STATUSES.filter((status) => status !== 'Processed' && status !== 'Reversed');

/** The present business date of an institution. */
export interface DashboardDay {
  businessDate: string;
  calendarDate: string;
  /** When the business date began; `-infinity` before the first closing. */
  beganAt: string;
}

interface Capped {
  count: number;
  /** Rows that were read; null for none. */
  read: number | null;
  kobo: string;
}

/**
 * The parts of the dashboard, each one statement over a bounded number of rows of an index
 * (docs/api/staff-work.md#figures).
 */
@Injectable()
export class DashboardFigures {
  constructor(private readonly settings: InstitutionSettings) {}

  async day(tx: Tx, institutionId: number): Promise<DashboardDay> {
    const [day] = await tx.query<[DashboardDay]>(statements.DAY, [institutionId]);
    return day;
  }

  async movements(tx: Tx, institutionId: number, { beganAt, businessDate }: DashboardDay): Promise<MovementsTodayView> {
    const rows = await tx.query<{ kind: string; count: number; kobo: string; total: number }[]>(statements.MOVEMENTS, [
      institutionId,
      beganAt,
      businessDate,
    ]);
    const count = rows[0]?.total ?? 0;
    return {
      count,
      amount: koboToNaira(rows.reduce((sum, { kobo }) => sum + BigInt(kobo), 0n)),
      isAtLeast: count >= statements.ROWS_MAX,
      byKind: rows.map((row) => ({ kind: row.kind, count: row.count, amount: koboToNaira(BigInt(row.kobo)) })),
    };
  }

  holds(tx: Tx, institutionId: number): Promise<OpenCasesView> {
    return this.cases(tx, statements.HOLDS, [institutionId, RELEASE_OPERATION]);
  }

  /** Without those of holds. @param hidden operations of which the reader sees no approval */
  approvals(tx: Tx, institutionId: number, hidden: readonly string[]): Promise<OpenCasesView> {
    return this.cases(tx, statements.APPROVALS, [institutionId, [RELEASE_OPERATION, ...hidden]]);
  }

  payouts(tx: Tx, institutionId: number, kinds: readonly PayoutKind[]): Promise<OpenPayoutsView[]> {
    return tx.query(statements.PAYOUTS, [institutionId, kinds, OPEN_STATUSES]);
  }

  async deadLetters(tx: Tx, institutionId: number): Promise<DeadLettersView> {
    const [dead] = await tx.query<[DeadLettersView]>(statements.DEAD_LETTERS, [institutionId]);
    return dead;
  }

  async webhooks(tx: Tx, institutionId: number): Promise<WebhookBacklogView> {
    const [backlog] = await tx.query<[WebhookBacklogView]>(statements.WEBHOOKS, [institutionId]);
    return backlog;
  }

  async endOfDay(tx: Tx, institutionId: number, { businessDate, calendarDate }: DashboardDay): Promise<DayFiguresView> {
    const [lastRun] = await tx.query<LastEndOfDayView[]>(statements.LAST_RUN, [institutionId]);
    const [open] = await tx.query<[{ count: number }]>(workCountStatement('openExceptions'), [institutionId]);
    return {
      businessDate,
      calendarDate,
      daysDue: Math.max(0, daysBetween(businessDate, calendarDate)),
      lastRun: lastRun ?? null,
      openExceptions: open.count,
    };
  }

  async loans(tx: Tx, institutionId: number, { businessDate }: DashboardDay): Promise<LoanFiguresView> {
    const [row] = await tx.query<PortfolioRow[]>(statements.PORTFOLIO, [institutionId]);
    const [due] = await tx.query<[Capped]>(statements.DUE_TODAY, [institutionId, businessDate, RUNNING_STATUSES]);
    return { portfolio: row ? portfolioView(row) : null, dueToday: countedAmount(due) };
  }

  async depositsMaturing(tx: Tx, institutionId: number, { businessDate }: DashboardDay): Promise<CountedAmountView> {
    const [maturing] = await tx.query<[Capped]>(statements.MATURING, [institutionId, businessDate]);
    return countedAmount(maturing);
  }

  async screening(tx: Tx, institutionId: number): Promise<ScreeningFiguresView> {
    return {
      enabled: (await this.settings.getWithin(tx, institutionId, AML_SCREENING_ENABLED)) === 'true',
      activeRules: await tx.countBy(AmlRule, { institutionId, active: true }),
    };
  }

  private async cases(tx: Tx, statement: string, values: unknown[]): Promise<OpenCasesView> {
    const [open] = await tx.query<[OpenCasesView]>(statement, values);
    return open;
  }
}

interface PortfolioRow {
  asOf: string;
  loans: number;
  principal: string;
  atRisk30: string;
  atRisk90: string;
}

function portfolioView({ asOf, loans, principal, atRisk30, atRisk90 }: PortfolioRow): PortfolioFiguresView {
  const [outstandingKobo, risk30Kobo, risk90Kobo] = [BigInt(principal), BigInt(atRisk30), BigInt(atRisk90)];
  return {
    asOf,
    loans,
    outstanding: koboToNaira(outstandingKobo),
    atRisk30: koboToNaira(risk30Kobo),
    ratio30: ratioPercent(risk30Kobo, outstandingKobo),
    atRisk90: koboToNaira(risk90Kobo),
    ratio90: ratioPercent(risk90Kobo, outstandingKobo),
  };
}

function countedAmount({ count, read, kobo }: Capped): CountedAmountView {
  return { count, amount: koboToNaira(BigInt(kobo)), isAtLeast: (read ?? 0) >= statements.ROWS_MAX };
}
