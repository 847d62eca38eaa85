import { koboToNaira } from '../common/money/naira';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import type { NfiuReport } from './nfiu-report.entity';
import type { NfiuReportView } from './nfiu-report-views.dto';
import { deadlinesOf } from './report-due-times';
import { FILED_STATUSES } from './report-lifecycle';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export function nfiuReportView(report: NfiuReport, numbers: ReadonlyMap<number, string>, now: Date): NfiuReportView {
  const { id, number, kind, status, layout, customerId, caseId, businessDate, postingIds, totalKobo, reason } = report;
  const { action, indicators, conductors, fiuReference, findings, dueAt, preparedBy, createdAt } = report;
  const { checkedBy, approvedBy, xmlSha256, filingReceipt, outcomeNote } = report;
  return {
    id,
    number,
    kind,
    status,
    layout,
    customerID: customerId === null ? null : (numbers.get(customerId) ?? null),
    caseId,
    businessDate,
    postings: postingIds.map(postingReferenceNumber),
    total: koboToNaira(totalKobo),
    reason,
    action,
    indicators,
    conductors: Object.entries(conductors).map(([posting, person]) => ({
      posting: postingReferenceNumber(Number(posting)),
      ...person,
    })),
    fiuReference,
    findings,
    suspectedAt: kind === 'CTR' ? null : iso(report.startsAt),
    dueAt: dueAt.toISOString(),
    deadlines: deadlinesOf(report, now).map((deadline) => ({ ...deadline, dueAt: deadline.dueAt.toISOString() })),
    isOverdue: dueAt < now && !FILED_STATUSES.includes(status),
    preparedBy,
    changedBy: report.changedBy,
    createdAt: createdAt.toISOString(),
    checkedBy,
    checkedAt: iso(report.checkedAt),
    approvedBy,
    approvedAt: iso(report.approvedAt),
    xmlSha256,
    exportedAt: iso(report.exportedAt),
    filingReceipt,
    submittedAt: iso(report.submittedAt),
    outcomeNote,
    outcomeAt: iso(report.outcomeAt),
  };
}
