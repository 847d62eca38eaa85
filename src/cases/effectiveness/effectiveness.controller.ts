import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FileView } from '../../common/files/file-view.dto';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { casesPermissions } from '../cases.permissions';
import { Effectiveness } from './effectiveness';
import { KycGapsQuery, KycGapView, ValidationQuery, ValidationRowView } from './effectiveness.dto';

/** A list in the usual form of short lists. */
interface FlatList<Row> {
  data: Row[];
  recordCount: number;
}

const flat = <Row>(data: Row[]): FlatList<Row> => ({ data, recordCount: data.length });

@Controller('api/admin/v1/aml/effectiveness')
@ApiTags('AML cases')
export class EffectivenessController {
  constructor(private readonly effectiveness: Effectiveness) {}

  @Get('model-validation')
  @Endpoint({
    summary: 'Get the monthly validation of AML rules and scenarios',
    description:
      'Per rule, scenario and version: alerts, decisions, true positives, time to decide, drift against the month ' +
      'before, and how many alerts each score would have left.',
    access: staffAccess(casesPermissions.view),
    response: ValidationRowView,
    list: 'flat',
    otherResponses: [FileView],
  })
  async validation(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() { Month, Format }: ValidationQuery,
  ): Promise<FlatList<ValidationRowView> | StreamableFile> {
    if (Format !== undefined) return this.effectiveness.validationFile(institutionId, Month, Format);
    return flat(await this.effectiveness.validation(institutionId, Month));
  }

  @Get('kyc-data-quality')
  @Endpoint({
    summary: 'Get the quality of KYC data',
    description: 'How many records of customers lack each field, by type of customer.',
    access: staffAccess(casesPermissions.view),
    response: KycGapView,
    list: 'flat',
    otherResponses: [FileView],
  })
  async kycDataQuality(
    @CurrentStaff() { institutionId }: StaffActor,
    @Query() { Format }: KycGapsQuery,
  ): Promise<FlatList<KycGapView> | StreamableFile> {
    if (Format !== undefined) return this.effectiveness.kycGapsFile(institutionId, Format);
    return flat(await this.effectiveness.kycGaps(institutionId));
  }
}
