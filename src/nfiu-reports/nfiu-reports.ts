import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { accountsErrors } from '../accounts/accounts.errors';
import { Customer } from '../accounts/customers/customer.entity';
import { AmlAlert } from '../cases/alerts/aml-alert.entity';
import { AmlCase } from '../cases/aml-case.entity';
import { customerNumbersOf } from '../cases/case-views';
import { casesErrors } from '../cases/cases.errors';
import { AuditLog } from '../common/audit/audit-log';
import { IdAllocator } from '../common/database/id-allocator';
import { listPage } from '../common/database/list-page';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { calendarDate } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { Posting, postingIdFrom } from '../ledger/engine/posting.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { NfiuReport } from './nfiu-report.entity';
import type { NfiuReportView } from './nfiu-report-views.dto';
import type { ListNfiuReportsQuery, PrepareNfiuReportBody, UpdateNfiuReportBody } from './nfiu-reports.dto';
import { nfiuReportsErrors } from './nfiu-reports.errors';
import { NFIU_LAYOUT } from './nfiu-reports.settings';
import { LAPSED } from './report-due-times';
import { FILED_STATUSES, mayTake } from './report-lifecycle';
import { nfiuReportView } from './report-views';
import { StrDeadlines } from './str-deadlines';
import { TransactionsReader } from './transactions-reader';

/** Reports to the NFIU until they are checked: reading, preparing and changing (docs/api/nfiu-reports.md). */
@Injectable()
export class NfiuReports {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly settings: InstitutionSettings,
    private readonly deadlines: StrDeadlines,
    private readonly transactions: TransactionsReader,
  ) {}

  /** The newest first, or last with `Asc`; a customer that the institution does not have has none. */
  list(institutionId: number, filters: ListNfiuReportsQuery): Promise<Page<NfiuReportView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { Status, Kind, CustomerID, Overdue, Lapsed, Direction } = filters;
      const now = this.clock.institutionNow(institutionId);
      const query = tx
        .createQueryBuilder(NfiuReport, 'report')
        .where('report.institution_id = :institutionId', { institutionId })
        .orderBy('report.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (Status !== undefined) query.andWhere('report.status = :Status', { Status });
      if (Kind !== undefined) query.andWhere('report.kind = :Kind', { Kind });
      if (CustomerID !== undefined) {
        const customer = await tx.findOneBy(Customer, { institutionId, customerID: CustomerID });
        query.andWhere('report.customer_id = :customerId', { customerId: customer?.id ?? 0 });
      }
      if (Overdue !== undefined)
        query.andWhere(`${Overdue ? '' : 'NOT '}(report.due_at < :now AND NOT report.status = ANY(:filed))`, {
          now,
          filed: FILED_STATUSES,
        });
      if (Lapsed !== undefined) query.andWhere(`${Lapsed ? '' : 'NOT '}${LAPSED}`, { now });
      const page = await listPage(tx, query, filters, (report) => report);
      const numbers = await customerNumbersOf(tx, institutionId, page.data);
      return { ...page, data: page.data.map((report) => nfiuReportView(report, numbers, now)) };
    });
  }

  /** @throws NFIU_REPORT_NOT_FOUND (404) */
  get(institutionId: number, id: number): Promise<NfiuReportView> {
    return this.unitOfWork.read(institutionId, async (tx) => this.view(tx, await findReport(tx, institutionId, id)));
  }

  /** The present view of a report. */
  async view(tx: Tx, report: NfiuReport): Promise<NfiuReportView> {
    const { institutionId } = report;
    const numbers = await customerNumbersOf(tx, institutionId, [report]);
    return nfiuReportView(report, numbers, this.clock.institutionNow(institutionId));
  }

  /**
   * Prepares a report about a customer; those of a case take over the transactions of its alerts.
   * @throws CUSTOMER_NOT_FOUND, CASE_NOT_FOUND, POSTING_NOT_FOUND (404), NFIU_REPORT_EMPTY, NFIU_SUSPICION_LATER (422)
   */
  prepare(write: WriteRequest, body: PrepareNfiuReportBody): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, body, async (tx) => {
      const { id: customerId } = await customerOf(tx, institutionId, body.customerID);
      const postings = await this.postingsOf(tx, institutionId, body);
      if (body.kind === 'STR' && postings.length === 0) throw nfiuReportsErrors.NFIU_REPORT_EMPTY();
      const now = this.clock.institutionNow(institutionId);
      const suspectedAt = body.suspectedAt === undefined ? now : new Date(body.suspectedAt);
      if (suspectedAt > now) throw nfiuReportsErrors.NFIU_SUSPICION_LATER();
      const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
      const moved = await this.transactions.read(tx, institutionId, {
        ...{ postingIds: postings.map((posting) => posting.id), conductors: {} },
        ...{ timeZone, subjectID: body.customerID },
      });
      const id = await this.ids.next();
      const report = await this.insert(tx, {
        institutionId,
        id,
        number: `${body.kind}-${calendarDate(now, timeZone).replaceAll('-', '')}-${id}`,
        kind: body.kind,
        layout: (await this.settings.getWithin(tx, institutionId, NFIU_LAYOUT))!,
        customerId,
        caseId: body.caseId ?? null,
        postingIds: postings.map((posting) => posting.id),
        totalKobo: moved.reduce((sum, { amountKobo }) => sum + amountKobo, 0n),
        reason: body.reason,
        action: body.action ?? null,
        indicators: body.indicators,
        startsAt: suspectedAt,
        ...(await this.deadlines.of(tx, { institutionId, suspectedAt, postings, caseId: body.caseId ?? null })),
        preparedBy: actor,
        createdAt: now,
      });
      await this.audit.record(tx, write, { action: 'nfiu-report.prepare', subject: `nfiu-report:${id}` });
      return Outcome.done(await this.view(tx, report));
    });
  }

  /** Changes a draft. @throws NFIU_REPORT_NOT_FOUND (404), NFIU_REPORT_STATE (409) */
  update(write: WriteRequest, id: number, body: UpdateNfiuReportBody): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, { id, ...body }, async (tx) => {
      const report = await lockReport(tx, institutionId, id);
      if (!mayTake('change', report.status)) throw nfiuReportsErrors.NFIU_REPORT_STATE();
      const { conductors, indicators, ...rest } = body;
      const changed = {
        ...rest,
        ...(indicators && { indicators }),
        ...(conductors && {
          conductors: Object.fromEntries(
            conductors.map(({ posting, firstName, lastName }) => [
              String(postingIdFrom(posting)),
              { firstName, lastName },
            ]),
          ),
        }),
      };
      const fields = Object.keys(changed);
      const changes = fields.length === 0 ? {} : { ...changed, changedBy: [...new Set([...report.changedBy, actor])] };
      if (fields.length > 0) await tx.update(NfiuReport, { institutionId, id }, changes);
      const details = { fields };
      await this.audit.record(tx, write, { action: 'nfiu-report.change', subject: `nfiu-report:${id}`, details });
      return Outcome.done(await this.view(tx, { ...report, ...changes }));
    });
  }

  /** Inserts a new draft. @returns the row as it is stored */
  async insert(tx: Tx, fields: NewReport): Promise<NfiuReport> {
    const row: NfiuReport = { ...NEW_DRAFT, ...fields };
    await tx.insert(NfiuReport, row);
    return row;
  }

  private async postingsOf(tx: Tx, institutionId: number, body: PrepareNfiuReportBody): Promise<Posting[]> {
    const named = (body.postings ?? []).map((posting) => postingIdFrom(posting) ?? 0);
    const caseId = body.caseId ?? null;
    if (caseId !== null && !(await tx.existsBy(AmlCase, { institutionId, id: caseId })))
      throw casesErrors.CASE_NOT_FOUND();
    const alerts = caseId === null ? [] : await tx.findBy(AmlAlert, { institutionId, caseId });
    const ids = new Set([...named, ...alerts.flatMap(({ postingIds }) => postingIds)]);
    const found = await tx.find(Posting, { where: { institutionId, id: In([...ids]) }, order: { id: 'ASC' } });
    if (!named.every((id) => found.some((posting) => posting.id === id))) throw ledgerErrors.POSTING_NOT_FOUND();
    return found;
  }
}

/** A report before its first step. */
export type NewReport = Omit<NfiuReport, keyof typeof NEW_DRAFT> & Partial<NfiuReport>;

const NEW_DRAFT = {
  status: 'draft' as const,
  dedupeKey: null,
  businessDate: null,
  conductors: {},
  fiuReference: null,
  changedBy: [],
  findings: [],
  suspicionDueAt: null,
  transactionDueAt: null,
  detectionDueAt: null,
  warnedAt: null,
  overdueSince: null,
  checkedBy: null,
  checkedAt: null,
  approvedBy: null,
  approvedAt: null,
  sealedXml: null,
  xmlSha256: null,
  exportedBy: null,
  exportedAt: null,
  filingReceipt: null,
  submittedBy: null,
  submittedAt: null,
  outcomeNote: null,
  outcomeAt: null,
};

async function customerOf(tx: Tx, institutionId: number, customerID: string): Promise<Customer> {
  const customer = await tx.findOneBy(Customer, { institutionId, customerID });
  if (!customer) throw accountsErrors.CUSTOMER_NOT_FOUND(`There is no customer ${customerID}; check the customerID.`);
  return customer;
}

/** @throws NFIU_REPORT_NOT_FOUND (404) */
export async function findReport(tx: Tx, institutionId: number, id: number): Promise<NfiuReport> {
  const report = await tx.findOneBy(NfiuReport, { institutionId, id });
  if (!report) throw nfiuReportsErrors.NFIU_REPORT_NOT_FOUND();
  return report;
}

/** The report, locked until the transaction ends. @throws NFIU_REPORT_NOT_FOUND (404) */
export async function lockReport(tx: Tx, institutionId: number, id: number): Promise<NfiuReport> {
  const lock = { mode: 'for_no_key_update' } as const;
  const report = await tx.findOne(NfiuReport, { where: { institutionId, id }, lock });
  if (!report) throw nfiuReportsErrors.NFIU_REPORT_NOT_FOUND();
  return report;
}
