import { Controller, Get, Ip, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../../common/errors/common.errors';
import { Endpoint, publicAccess } from '../../common/http/endpoint.decorator';
import { reportsErrors } from '../reports.errors';
import { VerifiedReceiptView, VerifyReceiptQuery } from './verification.dto';
import { VerificationLimits } from './verification-limits';
import { VerifyReceipt } from './verify-receipt';

@Controller('api/report/v1')
@ApiTags('Reports')
export class VerifyReceiptController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limits: VerificationLimits,
  ) {}

  @Get('verifyreceipt')
  @Endpoint({
    summary: 'Confirm a receipt by its code',
    description:
      'Needs no token: whoever holds a receipt can have it confirmed. The answer has only what the receipt says, with ' +
      'the status of today. At most 30 requests a minute from one address.',
    access: publicAccess,
    response: VerifiedReceiptView,
    errors: [reportsErrors.RECEIPT_NOT_CONFIRMED, commonErrors.TOO_MANY_REQUESTS],
  })
  verify(@Ip() address: string, @Query() { Code }: VerifyReceiptQuery): Promise<VerifiedReceiptView> {
    this.limits.admit(address);
    return this.queries.execute(new VerifyReceipt(Code));
  }
}
