import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AppConfig } from '../../../common/config/app-config';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { ledgerChainErrors } from '../ledger-chain.errors';
import { type LedgerSegmentView, segmentView } from '../ledger-segment.dto';
import { LedgerSegment } from '../ledger-segment.entity';

/** The sealed segment that ends with a business date. */
export class GetLedgerSegment extends Query<LedgerSegmentView> {
  constructor(
    readonly institutionId: number,
    readonly through: string,
  ) {
    super();
  }
}

@QueryHandler(GetLedgerSegment)
export class GetLedgerSegmentHandler implements IQueryHandler<GetLedgerSegment> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly config: AppConfig,
  ) {}

  async execute({ institutionId, through }: GetLedgerSegment): Promise<LedgerSegmentView> {
    const segment = await this.unitOfWork.read(institutionId, (tx) => existingSegment(tx, institutionId, through));
    return segmentView(segment, this.config.auditSigningKeys?.publicKeys() ?? []);
  }
}

/** @throws LEDGER_SEGMENT_NOT_FOUND (404) */
export async function existingSegment(tx: Tx, institutionId: number, through: string): Promise<LedgerSegment> {
  const segment = await tx.findOneBy(LedgerSegment, { institutionId, through });
  if (!segment) throw ledgerChainErrors.LEDGER_SEGMENT_NOT_FOUND();
  return segment;
}
