import { Injectable } from '@nestjs/common';
import { AuditLog } from '../common/audit/audit-log';
import { sha256 } from '../common/crypto/digest';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { dataUrl } from '../common/files/file-format';
import type { FileView } from '../common/files/file-view.dto';
import { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { Clock } from '../common/time/clock';
import type { Finding } from './goaml/report-findings';
import { XsdValidator } from './goaml/xsd-validator';
import { NfiuReport } from './nfiu-report.entity';
import { findReport, lockReport, NfiuReports } from './nfiu-reports';
import { nfiuReportsErrors } from './nfiu-reports.errors';
import { ReportComposer } from './report-composer';
import { isOtherPerson, isSecondPerson, mayTake, type ReportStep } from './report-lifecycle';
import { SealedReports } from './sealed-reports';

const XML = 'application/xml';

/** The steps of a report from its check to the NFIU's answer (docs/api/nfiu-reports.md#lifecycle). */
@Injectable()
export class ReportSteps {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly reports: NfiuReports,
    private readonly composer: ReportComposer,
    private readonly validator: XsdValidator,
    private readonly sealed: SealedReports,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Composes the report from the present records, checks it and validates it against the schema. With findings it stays
   * a draft and shows them; without, its text is kept for approval.
   */
  check(write: WriteRequest, id: number): Promise<Outcome> {
    return this.step(write, id, 'check', {}, async (tx, report) => {
      const { findings, xml } = await this.composer.compose(tx, report);
      if (xml === undefined) return asDraft(findings);
      const violations = await this.validator.violations(xml);
      if (violations.length > 0)
        return asDraft(violations.map((message) => ({ path: 'report', subject: null, message })));
      return {
        status: 'checked',
        findings: [],
        sealedXml: this.sealed.seal(report.institutionId, id, xml),
        xmlSha256: sha256(xml).toString('hex'),
        checkedBy: write.actor,
        checkedAt: this.now(report),
      };
    });
  }

  /**
   * @param seenSha256 digest of the text that the approver has read
   * @throws NFIU_REPORT_STATE (409) where another text waits by now, NFIU_REPORT_FOUR_EYES (422)
   */
  approve(write: WriteRequest, id: number, seenSha256?: string): Promise<Outcome> {
    return this.step(write, id, 'approve', { xmlSha256: seenSha256 }, (_tx, report) => {
      if (seenSha256 !== undefined && seenSha256 !== report.xmlSha256)
        throw nfiuReportsErrors.NFIU_REPORT_STATE('The report has another text by now; read it again.');
      if (!isOtherPerson(write.actor, report)) throw nfiuReportsErrors.NFIU_REPORT_FOUR_EYES();
      return { status: 'approved', approvedBy: write.actor, approvedAt: this.now(report) };
    });
  }

  /** Back to a draft, with the reason in the audit log. */
  return(write: WriteRequest, id: number, note: string): Promise<Outcome> {
    return this.step(write, id, 'return', { note }, () => ({
      ...asDraft([]),
      approvedBy: null,
      approvedAt: null,
    }));
  }

  /** Ends a report that need not be filed, with the reason in the audit log. @throws NFIU_REPORT_FOUR_EYES (422) */
  withdraw(write: WriteRequest, id: number, note: string): Promise<Outcome> {
    return this.step(write, id, 'withdraw', { note }, (_tx, report) => {
      if (!isSecondPerson(write.actor, report))
        throw nfiuReportsErrors.NFIU_REPORT_FOUR_EYES(
          'Nobody withdraws a report alone: have a colleague change or check it with the ground, and another one withdraw it.',
        );
      return { ...asDraft([]), status: 'withdrawn', outcomeNote: note, outcomeAt: this.now(report) };
    });
  }

  /** @throws NFIU_RECEIPT_TAKEN (409) for the receipt of another report */
  submitted(write: WriteRequest, id: number, filingReceipt: string): Promise<Outcome> {
    return this.step(write, id, 'submit', { filingReceipt }, async (tx, report) => {
      await assertReceiptIsFree(tx, report, filingReceipt);
      return { status: 'submitted', filingReceipt, submittedBy: write.actor, submittedAt: this.now(report) };
    });
  }

  decided(write: WriteRequest, id: number, outcome: 'accepted' | 'rejected', note: string): Promise<Outcome> {
    return this.step(write, id, 'decide', { outcome, note }, (_tx, report) => ({
      status: outcome,
      outcomeNote: note,
      outcomeAt: this.now(report),
    }));
  }

  /** The approved file; the first export is a step of the report. @throws NFIU_REPORT_STATE (409) */
  export(write: WriteRequest, id: number): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, { id }, async (tx) => {
      const report = await lockReport(tx, institutionId, id);
      if (!mayTake('export', report.status)) throw nfiuReportsErrors.NFIU_REPORT_STATE();
      if (report.status === 'approved')
        await tx.update(
          NfiuReport,
          { institutionId, id },
          {
            status: 'exported',
            exportedBy: actor,
            exportedAt: this.now(report),
          },
        );
      const details = { sha256: report.xmlSha256 };
      await this.audit.record(tx, write, { action: 'nfiu-report.export', subject: `nfiu-report:${id}`, details });
      // The answer has whole identity numbers, so its stored copy is sealed.
      return Outcome.done(this.fileOf(report), 'Successful', { confidential: true });
    });
  }

  /** The text that waits for approval, or that was approved. @throws NFIU_REPORT_STATE (409) */
  file(institutionId: number, id: number): Promise<FileView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const report = await findReport(tx, institutionId, id);
      if (report.sealedXml === null) throw nfiuReportsErrors.NFIU_REPORT_STATE('The report has no text yet; check it.');
      return this.fileOf(report);
    });
  }

  private fileOf(report: NfiuReport): FileView {
    const document = dataUrl(XML, Buffer.from(this.sealed.open(report)));
    return { fileName: `${report.number}.xml`, mimeType: XML, document };
  }

  private now({ institutionId }: NfiuReport): Date {
    return this.clock.institutionNow(institutionId);
  }

  /** @throws NFIU_REPORT_NOT_FOUND (404), NFIU_REPORT_STATE (409) and the errors of `work` */
  private step(
    write: WriteRequest,
    id: number,
    step: ReportStep,
    details: object,
    work: (tx: Tx, report: NfiuReport) => Partial<NfiuReport> | Promise<Partial<NfiuReport>>,
  ): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { id, ...details }, async (tx) => {
      const report = await lockReport(tx, institutionId, id);
      if (!mayTake(step, report.status)) throw nfiuReportsErrors.NFIU_REPORT_STATE();
      const changes = await work(tx, report);
      await tx.update(NfiuReport, { institutionId, id }, changes);
      const fact = { action: `nfiu-report.${step}`, subject: `nfiu-report:${id}`, details };
      await this.audit.record(tx, write, fact);
      return Outcome.done(await this.reports.view(tx, { ...report, ...changes }));
    });
  }
}

/** Registrations of one receipt wait for each other, so that two reports at once do not both find it free. */
const RECEIPT_LOCK = `SELECT pg_advisory_xact_lock(
   hashtextextended('nfiu-receipt:' || $1::bigint || ':' || lower(btrim($2::text)), 0))`;

const RECEIPT_OF_ANOTHER = `SELECT 1 FROM nfiu_report
  WHERE institution_id = $1 AND lower(btrim(filing_receipt)) = lower(btrim($2::text)) AND id <> $3 LIMIT 1`;

/**
 * The receipt of another report would end a duty that is not done.
 * @throws NFIU_RECEIPT_TAKEN (409)
 */
async function assertReceiptIsFree(tx: Tx, { institutionId, id }: NfiuReport, filingReceipt: string): Promise<void> {
  await tx.query(RECEIPT_LOCK, [institutionId, filingReceipt]);
  const others = await tx.query<unknown[]>(RECEIPT_OF_ANOTHER, [institutionId, filingReceipt, id]);
  if (others.length > 0) throw nfiuReportsErrors.NFIU_RECEIPT_TAKEN();
}

/** A draft with what it lacks; the text of an earlier check is no longer valid. */
function asDraft(findings: Finding[]): Partial<NfiuReport> {
  return { status: 'draft', findings, sealedXml: null, xmlSha256: null, checkedBy: null, checkedAt: null };
}
