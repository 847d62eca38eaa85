import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Page } from '../../common/http/paging';
import { attachment } from '../../documents/attachment';
import { ledgerPermissions } from '../ledger.permissions';
import { ledgerChainErrors } from './ledger-chain.errors';
import { LedgerSegmentPath, LedgerSegmentView, ListLedgerSegmentsQuery } from './ledger-segment.dto';
import { DownloadLedgerSeal } from './queries/download-ledger-seal';
import { GetLedgerSegment } from './queries/get-ledger-segment';
import { ListLedgerSegments } from './queries/list-ledger-segments';

const access = staffAccess(ledgerPermissions.viewTrialBalance);
const errors = [ledgerChainErrors.LEDGER_SEGMENT_NOT_FOUND];
const SEAL_TYPE = 'application/octet-stream';

@ApiTags('Ledger')
@Controller('api/admin/v1/ledger/segments')
export class LedgerChainController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List the sealed segments of the ledger',
    description: 'One segment for each closed business date, latest first. Each root contains the one before.',
    access,
    response: LedgerSegmentView,
    list: 'page',
  })
  list(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() paging: ListLedgerSegmentsQuery,
  ): Promise<Page<LedgerSegmentView>> {
    return this.queries.execute(new ListLedgerSegments(institutionId, paging));
  }

  @Get(':segmentDate')
  @Endpoint({
    summary: 'Get the root of a business date',
    description: 'The segment that ends with the date: its root, the signature and the public key.',
    access,
    response: LedgerSegmentView,
    errors,
  })
  get(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { segmentDate }: LedgerSegmentPath,
  ): Promise<LedgerSegmentView> {
    return this.queries.execute(new GetLedgerSegment(institutionId, segmentDate));
  }

  @Get(':segmentDate/seal')
  @ApiResponse({
    status: 200,
    description: 'The file of the seal, as an attachment.',
    content: { [SEAL_TYPE]: { schema: { type: 'string', format: 'binary' } } },
  })
  @Endpoint({
    summary: 'Download the seal of a business date',
    description:
      'The file that `corebank verify --root` takes: the signed root, and marks by which a changed row is named. Keep it ' +
      'away from the database.',
    access,
    errors,
  })
  async seal(
    @CurrentStaff() { institutionId }: StaffActor,
    @Param() { segmentDate }: LedgerSegmentPath,
  ): Promise<StreamableFile> {
    const content = await this.queries.execute(new DownloadLedgerSeal(institutionId, segmentDate));
    return new StreamableFile(content, { type: SEAL_TYPE, disposition: attachment(`ledger-${segmentDate}.seal`) });
  }
}
