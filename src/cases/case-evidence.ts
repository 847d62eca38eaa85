import { Injectable, StreamableFile } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { attachment } from '../documents/attachment';
import { DocumentContents } from '../documents/document-contents';
import { savedName } from '../documents/document-format';
import { Documents } from '../documents/documents';
import { documentsErrors } from '../documents/documents.errors';
import type { ReceivedFiles } from '../documents/received-files';
import { AmlCaseEvent } from './aml-case-event.entity';
import type { CaseFileBody } from './case-bodies.dto';
import { CaseSteps } from './case-steps';
import { CaseStore } from './case-store';

/** The files of a case (docs/api/cases.md#evidence). */
@Injectable()
export class CaseEvidence {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly store: CaseStore,
    private readonly steps: CaseSteps,
    private readonly contents: DocumentContents,
    private readonly documents: Documents,
  ) {}

  /** Stores a file of the desk with the case. @throws DOCUMENT_FORMAT_NOT_SUPPORTED (422) */
  async upload(write: WriteRequest, caseId: number, body: CaseFileBody, files: ReceivedFiles): Promise<Outcome> {
    const saved = await this.contents.saveAll(write.institutionId, files.of([body]));
    return this.contents.usedBy(saved, () => this.steps.file(write, caseId, body, saved[0]!));
  }

  /**
   * The content of a document that is evidence of the case, also of one that an integrator has deleted since.
   * @throws CASE_NOT_FOUND, DOCUMENT_NOT_FOUND (404)
   */
  async open(institutionId: number, caseId: number, documentId: number): Promise<StreamableFile> {
    const document = await this.unitOfWork.read(institutionId, async (tx) => {
      await this.store.find(tx, institutionId, caseId);
      const isEvidence = await tx
        .createQueryBuilder(AmlCaseEvent, 'event')
        .where(`event.institution_id = :institutionId AND event.case_id = :caseId AND event.kind = 'evidence'`)
        .andWhere(`event.details ->> 'documentId' = :documentId`)
        .setParameters({ institutionId, caseId, documentId: String(documentId) })
        .getExists();
      if (!isEvidence) throw documentsErrors.DOCUMENT_NOT_FOUND();
      return this.documents.requireKept(tx, institutionId, documentId);
    });
    return new StreamableFile(this.documents.stream(document), {
      type: document.mimeType,
      length: document.size,
      disposition: attachment(savedName(document.fileName, document.mimeType)),
    });
  }
}
