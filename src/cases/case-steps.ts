import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { accountsErrors } from '../accounts/accounts.errors';
import { Customer } from '../accounts/customers/customer.entity';
import { AuditLog } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import { refusingDuplicates } from '../common/errors/unique-violation';
import { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { Clock } from '../common/time/clock';
import { CASE_FILE, type Document } from '../documents/document.entity';
import type { SavedContent } from '../documents/document-contents';
import { Documents } from '../documents/documents';
import { institutionsErrors } from '../institutions/institutions.errors';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { Staff } from '../institutions/staff/staff.entity';
import { permissionsOf } from '../institutions/staff/staff-access';
import { AmlAlert } from './alerts/aml-alert.entity';
import { AmlCase } from './aml-case.entity';
import { AmlCaseLink } from './aml-case-link.entity';
import type {
  CaseEvidenceBody,
  CaseFileBody,
  CaseLinkBody,
  CaseNarrativeBody,
  CaseProposalBody,
  CaseReviewBody,
  CaseStatusBody,
  CloseCaseBody,
  OpenCaseBody,
} from './case-bodies.dto';
import { type CaseStep, NOT_PROPOSED, sampled, statusAfter } from './case-lifecycle';
import { CaseStore } from './case-store';
import { Cases } from './cases';
import { casesErrors } from './cases.errors';
import { casesPermissions } from './cases.permissions';
import { CASE_SAMPLE_SHARE } from './cases.settings';

const NOT_CLOSED = { closedBy: null, closedAt: null };
const SCORES = { low: 0, medium: 50, high: 75 } as const;
const RANDOM_RANGE = 2 ** 32;

/** A filed report of case $2 about its customer $3; one about somebody else reports another customer. */
const FILED = `SELECT 1 FROM nfiu_report
  WHERE institution_id = $1 AND case_id = $2 AND customer_id = $3 AND status IN ('submitted', 'accepted') LIMIT 1`;

type Change = (tx: Tx, found: AmlCase) => Promise<Partial<AmlCase> | void>;

/** The work of officers on cases (docs/api/cases.md#cases). */
@Injectable()
export class CaseSteps {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly store: CaseStore,
    private readonly cases: Cases,
    private readonly documents: Documents,
    private readonly settings: InstitutionSettings,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** @throws CUSTOMER_NOT_FOUND (404), CASE_OPEN_ALREADY (409) */
  open(write: WriteRequest, body: OpenCaseBody): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, body, async (tx) => {
      const customer = await tx.findOneBy(Customer, { institutionId, customerID: body.customerID });
      if (!customer)
        throw accountsErrors.CUSTOMER_NOT_FOUND(`There is no customer ${body.customerID}; check the customerID.`);
      const { queue, note: text } = body;
      const wanted = { institutionId, customerId: customer.id, queue, score: SCORES[body.priority], actor, text };
      const { found, isNew } = await this.store.openFor(tx, wanted);
      if (!isNew) throw casesErrors.CASE_OPEN_ALREADY(undefined, { caseId: found.id });
      await this.audited(tx, write, 'aml-case.open', found.id);
      return Outcome.done(await this.cases.details(tx, found));
    });
  }

  /** @throws STAFF_NOT_FOUND (404), CASE_OWNER_REFUSED (422) for somebody who could not even read the case */
  assign(write: WriteRequest, id: number, staffID: string | null): Promise<Outcome> {
    return this.change(write, id, 'assign', { staffID }, async (tx, found) => {
      const { institutionId } = write;
      if (staffID !== null) await assertMayOwn(tx, institutionId, staffID);
      await this.store.record(tx, found, { kind: 'assigned', actor: write.actor, details: { staffID } });
      return { owner: staffID };
    });
  }

  setStatus(write: WriteRequest, id: number, { status, note }: CaseStatusBody): Promise<Outcome> {
    const step = status === 'in-progress' ? 'work' : 'wait';
    return this.change(write, id, 'status', { status, note }, async (tx, found) => {
      const after = required(step, found);
      await this.store.record(tx, found, { kind: 'status', actor: write.actor, text: note, details: { status } });
      return { status: after };
    });
  }

  note(write: WriteRequest, id: number, text: string): Promise<Outcome> {
    return this.change(write, id, 'note', { text }, (tx, found) =>
      this.store.record(tx, found, { kind: 'note', actor: write.actor, text }),
    );
  }

  /** @throws DOCUMENT_NOT_FOUND (404) */
  evidence(write: WriteRequest, id: number, { documentId, description }: CaseEvidenceBody): Promise<Outcome> {
    return this.change(write, id, 'evidence', { documentId, description }, async (tx, found) => {
      // The digest proves later that the document is the one that was seen.
      const document = await this.documents.require(tx, write.institutionId, documentId);
      await this.recordEvidence(tx, found, { actor: write.actor, description }, document);
    });
  }

  /** A file of the desk, which only the case shows. @throws DOCUMENT_FORMAT_NOT_SUPPORTED (422) */
  file(write: WriteRequest, id: number, body: CaseFileBody, content: SavedContent): Promise<Outcome> {
    return this.change(write, id, 'file', body, async (tx, found) => {
      const { actor } = write;
      const { fileName, description } = body;
      const place = { entityType: CASE_FILE, entityId: id, documentType: 'Evidence' } as const;
      const document = await this.documents.add(tx, { ...place, fileName, content, uploadedBy: actor });
      await this.recordEvidence(tx, found, { actor, description }, document);
    });
  }

  private recordEvidence(
    tx: Tx,
    found: AmlCase,
    { actor, description }: { actor: string; description: string },
    { id: documentId, fileName, sha256 }: Document,
  ): Promise<void> {
    const details = { documentId, fileName, sha256 };
    return this.store.record(tx, found, { kind: 'evidence', actor, text: description, details });
  }

  /** A part that is null is taken out of the narrative; one that is left out stays. */
  narrative(write: WriteRequest, id: number, body: CaseNarrativeBody): Promise<Outcome> {
    return this.change(write, id, 'narrative', body, async (tx, found) => {
      await this.store.record(tx, found, { kind: 'narrative', actor: write.actor, details: { ...body } });
      const parts = Object.entries({ ...found.narrative, ...body }).filter(([, text]) => text !== null);
      return { narrative: Object.fromEntries(parts) };
    });
  }

  /** @throws CASE_LINK_REFUSED (422) */
  link(write: WriteRequest, id: number, { caseId, reason }: CaseLinkBody): Promise<Outcome> {
    return this.change(write, id, 'link', { caseId, reason }, async (tx, found) => {
      if (caseId === id) throw casesErrors.CASE_LINK_REFUSED();
      const { institutionId, actor } = write;
      await this.store.find(tx, institutionId, caseId);
      const [first, second] = caseId < id ? [caseId, id] : [id, caseId];
      const linkedAt = this.clock.institutionNow(institutionId);
      const row = { institutionId, caseId: first, otherCaseId: second, reason, linkedBy: actor, linkedAt };
      await tx.upsert(AmlCaseLink, row, ['institutionId', 'caseId', 'otherCaseId']);
      await this.store.record(tx, found, { kind: 'linked', actor, text: reason, details: { caseId } });
    });
  }

  /** @throws CASE_REPORT_MISSING (422) */
  propose(write: WriteRequest, id: number, body: CaseProposalBody): Promise<Outcome> {
    const { outcome, reasonCode, rationale } = body;
    return this.change(write, id, 'propose', body, async (tx, found) => {
      const status = required('propose', found);
      await this.assertReported(tx, found, outcome);
      const { actor, institutionId } = write;
      await this.store.record(tx, found, {
        kind: 'proposed',
        actor,
        text: rationale,
        details: { outcome, reasonCode },
      });
      const proposedAt = this.clock.institutionNow(institutionId);
      return { status, outcome, reasonCode, rationale, proposedBy: actor, proposedAt };
    });
  }

  return(write: WriteRequest, id: number, note: string): Promise<Outcome> {
    return this.change(write, id, 'return', { note }, async (tx, found) => {
      const status = required('return', found);
      await this.store.record(tx, found, { kind: 'returned', actor: write.actor, text: note });
      return { status, ...NOT_PROPOSED };
    });
  }

  /**
   * Closes the case as proposed, by another person.
   * @throws CASE_STATE (409) where another proposal than the one that was read waits by now
   * @throws CASE_FOUR_EYES, CASE_REPORT_MISSING (422)
   */
  close(write: WriteRequest, id: number, { proposedAt }: CloseCaseBody): Promise<Outcome> {
    const { actor, institutionId } = write;
    return this.change(write, id, 'close', { proposedAt }, async (tx, found) => {
      const status = required('close', found);
      if (proposedAt !== undefined && Date.parse(proposedAt) !== found.proposedAt?.getTime())
        throw casesErrors.CASE_STATE('Another proposal waits by now; read the case again.');
      if (found.proposedBy === actor) throw casesErrors.CASE_FOUR_EYES();
      await this.assertReported(tx, found, found.outcome);
      const { outcome, reasonCode } = found;
      const share = Number(await this.settings.getWithin(tx, institutionId, CASE_SAMPLE_SHARE));
      const isSampled = randomInt(RANDOM_RANGE) / RANDOM_RANGE < share;
      const closedAt = this.clock.institutionNow(institutionId);
      await tx.update(
        AmlAlert,
        { institutionId, caseId: id, status: 'linked' },
        { status: 'closed', closedBy: actor, closedAt, closeReason: outcome },
      );
      await this.store.record(tx, found, { kind: 'closed', actor, details: { outcome, reasonCode, isSampled } });
      return { status, closedBy: actor, closedAt, isSampled, reviewedBy: null, reviewAgrees: null };
    });
  }

  /** @throws CASE_OPEN_ALREADY (409) where the customer has a later case */
  reopen(write: WriteRequest, id: number, note: string): Promise<Outcome> {
    const { actor, institutionId } = write;
    return this.change(write, id, 'reopen', { note }, async (tx, found) => {
      const status = required('reopen', found);
      const later = await tx.findBy(AmlCase, { institutionId, customerId: found.customerId });
      if (later.some((other) => other.status !== 'closed')) throw casesErrors.CASE_OPEN_ALREADY();
      await tx.update(AmlAlert, { institutionId, caseId: id }, { status: 'linked', ...NOT_CLOSED, closeReason: null });
      await this.store.record(tx, found, { kind: 'reopened', actor, text: note });
      // The time to decide begins anew, and whoever closes cases hears of it again when it has passed.
      const decisionDueAt = await this.store.decisionDueAt(tx, institutionId);
      const look = { isSampled: false, reviewedBy: null, reviewAgrees: null };
      return { status, ...NOT_CLOSED, ...NOT_PROPOSED, ...look, decisionDueAt, escalatedAt: null };
    });
  }

  /** A second look at a closed case. @throws REVIEW_NOT_ASKED (409), REVIEW_FOUR_EYES (422) */
  review(write: WriteRequest, id: number, { agrees, note }: CaseReviewBody): Promise<Outcome> {
    const { actor } = write;
    return this.change(write, id, 'review', { agrees, note }, async (tx, found) => {
      if (!found.isSampled || found.reviewAgrees !== null) throw casesErrors.REVIEW_NOT_ASKED();
      if (actor === found.closedBy || actor === found.proposedBy) throw casesErrors.REVIEW_FOUR_EYES();
      await this.store.record(tx, found, { kind: 'reviewed', actor, text: note, details: { agrees } });
      return { reviewedBy: actor, reviewAgrees: agrees };
    });
  }

  private async assertReported(
    tx: Tx,
    { institutionId, id, customerId }: AmlCase,
    outcome: string | null,
  ): Promise<void> {
    if (outcome !== 'str-filed') return;
    const filed = await tx.query<unknown[]>(FILED, [institutionId, id, customerId]);
    if (filed.length === 0) throw casesErrors.CASE_REPORT_MISSING();
  }

  /**
   * Locks the case, makes a change with its row of history, and marks the first work of an officer. Whoever gives a
   * case to somebody has not begun with it.
   */
  private change(write: WriteRequest, id: number, action: string, payload: object, work: Change): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { id, ...payload }, async (tx) => {
      const found = await this.store.lock(tx, institutionId, id);
      const changes = (await work(tx, found)) ?? {};
      const touchedAt = found.touchedAt ?? (action === 'assign' ? null : this.clock.institutionNow(institutionId));
      const update = tx.update(AmlCase, { institutionId, id }, { ...changes, touchedAt });
      await refusingDuplicates(update, { uq_aml_case_open: casesErrors.CASE_OPEN_ALREADY });
      await this.audited(tx, write, `aml-case.${action}`, id);
      return Outcome.done(await this.cases.details(tx, { ...found, ...changes, touchedAt }));
    });
  }

  /** The texts stay with the case; the audit log has the step only. */
  private audited(tx: Tx, write: WriteRequest, action: string, id: number): Promise<void> {
    return this.audit.record(tx, write, { action, subject: `aml-case:${id}` });
  }
}

/** @throws STAFF_NOT_FOUND (404), CASE_OWNER_REFUSED (422) */
async function assertMayOwn(tx: Tx, institutionId: number, staffID: string): Promise<void> {
  const member = await tx.findOneBy(Staff, { institutionId, staffID });
  if (!member) throw institutionsErrors.STAFF_NOT_FOUND();
  if (member.status !== 'Active')
    throw casesErrors.CASE_OWNER_REFUSED(`${staffID} is not active; name somebody who is.`);
  const held = await permissionsOf(tx, member);
  if (held.includes(casesPermissions.work) || held.includes(casesPermissions.close)) return;
  throw casesErrors.CASE_OWNER_REFUSED(
    `${staffID} needs the permission ${casesPermissions.work} or ${casesPermissions.close}; name somebody who has one.`,
  );
}

/** @throws CASE_STATE (409) */
function required(step: CaseStep, { status }: AmlCase): AmlCase['status'] {
  const after = statusAfter(step, status);
  if (after === undefined) throw casesErrors.CASE_STATE();
  return after;
}

/** Random numbers for `sampled`, which nobody can foresee. */
function randomNumbers(count: number): number[] {
  return Array.from({ length: count }, () => randomInt(RANDOM_RANGE) / RANDOM_RANGE);
}

/** Which of so many to look at a second time. */
export function sampleOf(count: number, share: number): boolean[] {
  return sampled(randomNumbers(count), share);
}
