import { Injectable } from '@nestjs/common';
import { Customer } from '../accounts/customers/customer.entity';
import { listPage } from '../common/database/list-page';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { Page } from '../common/http/paging';
import { Clock } from '../common/time/clock';
import { AmlAlert } from './alerts/aml-alert.entity';
import { AmlCase } from './aml-case.entity';
import { AmlCaseEvent } from './aml-case-event.entity';
import { AmlCaseLink } from './aml-case-link.entity';
import type { CaseGraphView, CaseSummaryQuery, CaseSummaryView } from './case-figures.dto';
import { caseGraph } from './case-graph';
import { CaseStore } from './case-store';
import { alertView, caseEventView, caseView, customerNumbersOf } from './case-views';
import type { CaseDetailsView, CaseView, ListCasesQuery } from './cases.dto';

const SHOWN_MAX = 200;
const OVERDUE = `(found.status <> 'closed' AND (found.decision_due_at < :now
  OR found.touched_at IS NULL AND found.touch_due_at < :now))`;

const SUMMARY = `SELECT
   (SELECT count(*)::int FROM aml_case c WHERE c.institution_id = $1 AND c.created_at >= d.begins AND c.created_at < d.ends) AS opened,
   count(*) FILTER (WHERE c.closed_at IS NOT NULL)::int AS closed,
   percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM c.closed_at - c.created_at) / 3600) AS median,
   (SELECT count(*)::int FROM aml_case_event e WHERE e.institution_id = $1 AND e.kind = 'reviewed' AND e.at >= d.begins
      AND e.at < d.ends) AS reviewed,
   (SELECT count(*)::int FROM aml_case_event e WHERE e.institution_id = $1 AND e.kind = 'reviewed' AND e.at >= d.begins
      AND e.at < d.ends AND e.details ->> 'agrees' = 'false') AS disagreed
  FROM (SELECT ($2::date)::timestamp AT TIME ZONE i.time_zone AS begins,
               ($3::date + 1)::timestamp AT TIME ZONE i.time_zone AS ends
          FROM institution i WHERE i.institution_id = $1) d
  LEFT JOIN aml_case c ON c.institution_id = $1 AND c.closed_at >= d.begins AND c.closed_at < d.ends
 GROUP BY d.begins, d.ends`;

const OUTCOMES = `SELECT c.outcome AS name, count(*)::int AS count FROM aml_case c
   JOIN institution i ON i.institution_id = $1
  WHERE c.institution_id = $1 AND c.closed_at >= ($2::date)::timestamp AT TIME ZONE i.time_zone
    AND c.closed_at < ($3::date + 1)::timestamp AT TIME ZONE i.time_zone
  GROUP BY c.outcome ORDER BY 2 DESC, 1`;

const AGEING = `SELECT CASE WHEN age <= 1 THEN 'up-to-1-day' WHEN age <= 3 THEN 'up-to-3-days'
              WHEN age <= 7 THEN 'up-to-7-days' ELSE 'older' END AS name, count(*)::int AS count
  FROM (SELECT extract(epoch FROM (SELECT institution_now()) - created_at) / 86400 AS age FROM aml_case
         WHERE institution_id = $1 AND status <> 'closed') open_cases
 GROUP BY 1 ORDER BY min(age)`;

interface SummaryRow {
  opened: number;
  closed: number;
  median: number | null;
  reviewed: number;
  disagreed: number;
}

/** Reads cases (docs/api/cases.md#cases). */
@Injectable()
export class Cases {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly store: CaseStore,
    private readonly clock: Clock,
  ) {}

  /** Cases of all customers, or of one; a customer that the institution does not have has none. */
  list(institutionId: number, filters: ListCasesQuery): Promise<Page<CaseView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { Status, Queue, Priority, RiskLevel, Owner, Unassigned, Overdue, ToReview, CustomerID, Direction } =
        filters;
      const now = this.clock.institutionNow(institutionId);
      const query = tx
        .createQueryBuilder(AmlCase, 'found')
        .where('found.institution_id = :institutionId', { institutionId })
        .orderBy('found.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (Status !== undefined) query.andWhere('found.status = :Status', { Status });
      if (Queue !== undefined) query.andWhere('found.queue = :Queue', { Queue });
      if (Priority !== undefined) query.andWhere('found.priority = :Priority', { Priority });
      if (RiskLevel !== undefined) query.andWhere('found.risk_level = :RiskLevel', { RiskLevel });
      if (Owner !== undefined) query.andWhere('found.owner = :Owner', { Owner });
      if (Unassigned !== undefined) query.andWhere(`found.owner IS ${Unassigned ? '' : 'NOT '}NULL`);
      if (Overdue !== undefined) query.andWhere(`${Overdue ? '' : 'NOT '}${OVERDUE}`, { now });
      if (ToReview !== undefined)
        query.andWhere(`${ToReview ? '' : 'NOT '}(found.is_sampled AND found.review_agrees IS NULL)`);
      if (CustomerID !== undefined) {
        const customer = await tx.findOneBy(Customer, { institutionId, customerID: CustomerID });
        query.andWhere('found.customer_id = :customerId', { customerId: customer?.id ?? 0 });
      }
      const page = await listPage(tx, query, filters, (found) => found);
      const numbers = await customerNumbersOf(tx, institutionId, page.data);
      return { ...page, data: page.data.map((found) => caseView(found, numbers, now)) };
    });
  }

  /** @throws CASE_NOT_FOUND (404) */
  get(institutionId: number, id: number): Promise<CaseDetailsView> {
    return this.unitOfWork.read(institutionId, async (tx) =>
      this.details(tx, await this.store.find(tx, institutionId, id)),
    );
  }

  /** A case with its alerts, history and links. */
  async details(tx: Tx, found: AmlCase): Promise<CaseDetailsView> {
    const { institutionId, id } = found;
    const numbers = await customerNumbersOf(tx, institutionId, [found]);
    const newest = { order: { id: 'DESC' }, take: SHOWN_MAX } as const;
    const alerts = await tx.find(AmlAlert, { where: { institutionId, caseId: id }, ...newest });
    const events = await tx.find(AmlCaseEvent, { where: { institutionId, caseId: id }, ...newest });
    const links = await tx.findBy(AmlCaseLink, [
      { institutionId, caseId: id },
      { institutionId, otherCaseId: id },
    ]);
    return {
      ...caseView(found, numbers, this.clock.institutionNow(institutionId)),
      narrative: found.narrative,
      alerts: alerts.map((alert) => alertView(alert, numbers)),
      events: events.map(caseEventView),
      links: links.map(({ caseId, otherCaseId, reason }) => ({
        caseId: caseId === id ? otherCaseId : caseId,
        reason,
      })),
    };
  }

  /** @throws CASE_NOT_FOUND (404) */
  graph(institutionId: number, id: number, depth: number): Promise<CaseGraphView> {
    return this.unitOfWork.read(institutionId, async (tx) =>
      caseGraph(tx, await this.store.find(tx, institutionId, id), depth),
    );
  }

  /** Volume, ageing and outcome of a period of calendar dates, both included. */
  summary(institutionId: number, { From, To }: CaseSummaryQuery): Promise<CaseSummaryView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const [row] = await tx.query<SummaryRow[]>(SUMMARY, [institutionId, From, To]);
      const { opened, closed, median, reviewed, disagreed } = row!;
      return {
        opened,
        closed,
        outcomes: await tx.query(OUTCOMES, [institutionId, From, To]),
        ageing: await tx.query(AGEING, [institutionId]),
        medianHoursToClose: median === null ? null : Math.round(median * 100) / 100,
        reviewed,
        disagreed,
      };
    });
  }
}
