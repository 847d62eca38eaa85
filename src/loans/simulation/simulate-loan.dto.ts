import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsObject, IsOptional } from 'class-validator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { LICENCE_CLASSES, type LicenceClass } from '../classification/classification-scales';

/** Events that one request may have. */
export const SIMULATED_EVENTS_MAX = 100;

const TERMS = { principal: '120000.00', rate: '24', numberOfRepayments: 6, disbursementDate: '2026-01-31' };

/** A loan that is lived in memory; the fields of its parts are those of `loan:simulate`. */
export class SimulateLoanBody {
  /** Terms of the schedule, as `loan:quote` takes them (docs/domain/loans.md#parameters). */
  @ApiProperty({ type: 'object', additionalProperties: true, example: TERMS })
  @IsObject()
  terms!: Record<string, unknown>;

  /**
   * The last day of the simulation.
   * @example 2026-06-15
   */
  @IsCalendarDate()
  date!: string;

  /** Events in the order of their dates (docs/domain/loans.md#simulation). */
  @ApiPropertyOptional({
    type: 'array',
    maxItems: SIMULATED_EVENTS_MAX,
    items: { type: 'object', additionalProperties: true },
    example: [{ date: '2026-02-28', event: 'repay', amount: '21423.10' }],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(SIMULATED_EVENTS_MAX)
  @IsObject({ each: true })
  events?: Record<string, unknown>[];

  /**
   * Default `CommercialBank`.
   * @example CommercialBank
   */
  @IsOptional()
  @IsIn(LICENCE_CLASSES)
  licence?: LicenceClass;

  /** Terms of late instalments (docs/domain/loans.md#simulation). */
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { rate: '36', graceDays: 2, penalty: '500.00' },
  })
  @IsOptional()
  @IsObject()
  arrears?: Record<string, unknown>;
}

/** The loan at the end of its simulated life. Money is decimal text in Naira. */
export class SimulatedLoanView {
  @ApiProperty({ type: 'object', additionalProperties: true, example: { status: 'Delinquent' } })
  loan!: Record<string, unknown>;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { principal: '100976.90' } })
  balances!: Record<string, unknown>;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { daysPastDue: 76 } })
  arrears!: Record<string, unknown>;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { percent: 2, prudential: '2019.54' } })
  provision!: Record<string, unknown>;

  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  schedule!: Record<string, unknown>[];

  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  entries!: Record<string, unknown>[];
}
