import { Controller, Get, Header, Ip, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import { AppError } from '../../common/errors/app-error';
import { Endpoint, publicAccess } from '../../common/http/endpoint.decorator';
import { RawResponse } from '../../common/http/envelope-adapter';
import { receiptPage } from './receipt-page';
import { ReceiptPageQuery } from './verification.dto';
import { VerificationLimits } from './verification-limits';
import { VerifyReceipt } from './verify-receipt';

/** The page on which anybody types the code of a receipt. It has no script and asks for nothing else. */
@ApiExcludeController()
@Controller('receipts')
export class ReceiptPageController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limits: VerificationLimits,
  ) {}

  @Get()
  @RawResponse()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  @Header('referrer-policy', 'no-referrer')
  @Endpoint({ summary: 'Show the page that confirms receipts', access: publicAccess })
  async page(@Ip() address: string, @Query() { code }: ReceiptPageQuery): Promise<string> {
    const typed = code?.trim() ?? '';
    if (typed === '') return receiptPage({ code: '' });
    try {
      this.limits.admit(address);
      return receiptPage({ code: typed, receipt: await this.queries.execute(new VerifyReceipt(typed)) });
    } catch (error) {
      if (!(error instanceof AppError) || error.httpStatus >= 500) throw error;
      return receiptPage({ code: typed, refusal: error.message });
    }
  }
}
