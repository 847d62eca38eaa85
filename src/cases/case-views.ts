import { In } from 'typeorm';
import { Customer } from '../accounts/customers/customer.entity';
import type { Tx } from '../common/database/unit-of-work';
import { postingReferenceNumber } from '../ledger/engine/posting.entity';
import type { AlertView } from './alerts/alerts.dto';
import type { AmlAlert } from './alerts/aml-alert.entity';
import type { AmlCase } from './aml-case.entity';
import type { AmlCaseEvent } from './aml-case-event.entity';
import { isOverdue } from './case-lifecycle';
import type { CaseEventView, CaseView } from './cases.dto';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The numbers of customers by their ids. */
export type CustomerNumbers = ReadonlyMap<number, string>;

export async function customerNumbersOf(
  tx: Tx,
  institutionId: number,
  rows: { customerId: number | null }[],
): Promise<CustomerNumbers> {
  const ids = rows.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
  const customers = await tx.find(Customer, {
    where: { institutionId, id: In([...new Set(ids)]) },
    select: { id: true, customerID: true },
  });
  return new Map(customers.map(({ id, customerID }) => [id, customerID]));
}

export function alertView(alert: AmlAlert, numbers: CustomerNumbers): AlertView {
  const { id, subjectType, customerId, source, sourceId, sourceVersion, publicName, score, reasons, facts } = alert;
  const { postingIds, status, caseId, closedBy, closeReason, closeNote, isSampled, reviewAgrees, createdAt } = alert;
  return {
    id,
    subjectType,
    customerID: customerId === null ? null : (numbers.get(customerId) ?? null),
    source,
    sourceId,
    sourceVersion,
    publicName,
    score,
    reasons,
    facts,
    postings: postingIds.map(postingReferenceNumber),
    status,
    caseId,
    closedBy,
    closeReason,
    closeNote,
    isSampled,
    reviewAgrees,
    createdAt: createdAt.toISOString(),
  };
}

export function caseView(found: AmlCase, numbers: CustomerNumbers, now: Date): CaseView {
  const { id, customerId, status, priority, queue, riskLevel, owner, touchDueAt, decisionDueAt, outcome } = found;
  const { reasonCode, rationale, proposedBy, closedBy, isSampled, reviewAgrees, openedBy, createdAt } = found;
  return {
    id,
    customerID: numbers.get(customerId) ?? null,
    status,
    priority,
    queue,
    riskLevel,
    owner,
    touchDueAt: touchDueAt.toISOString(),
    decisionDueAt: decisionDueAt.toISOString(),
    touchedAt: iso(found.touchedAt),
    isOverdue: isOverdue(found, now),
    escalatedAt: iso(found.escalatedAt),
    outcome,
    reasonCode,
    rationale,
    proposedBy,
    proposedAt: iso(found.proposedAt),
    closedBy,
    closedAt: iso(found.closedAt),
    isSampled,
    reviewAgrees,
    openedBy,
    createdAt: createdAt.toISOString(),
  };
}

export function caseEventView({ id, kind, actor, text, details, at }: AmlCaseEvent): CaseEventView {
  return { id, kind, actor, text, details, at: at.toISOString() };
}
