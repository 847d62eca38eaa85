import { Readable } from 'node:stream';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { DocumentStoreSelector } from '../../../documents/storage/document-store-selector';
import { existingSegment } from './get-ledger-segment';

/** The file of the seal of a segment: its facts, signature and marks (docs/ledger-proof.md#the-file-of-a-seal). */
export class DownloadLedgerSeal extends Query<Readable> {
  constructor(
    readonly institutionId: number,
    readonly through: string,
  ) {
    super();
  }
}

@QueryHandler(DownloadLedgerSeal)
export class DownloadLedgerSealHandler implements IQueryHandler<DownloadLedgerSeal> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly stores: DocumentStoreSelector,
  ) {}

  async execute({ institutionId, through }: DownloadLedgerSeal): Promise<Readable> {
    const { storage, documentId } = await this.unitOfWork.read(institutionId, (tx) =>
      existingSegment(tx, institutionId, through),
    );
    return Readable.from(this.stores.storeOf(storage).read({ institutionId, documentId }));
  }
}
