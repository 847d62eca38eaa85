import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsNaira } from '../../../common/money/is-naira';
import { FieldRelations } from '../../../common/openapi/field-relations.decorator';
import { RepaymentView } from '../../repayment/repayments.dto';

const PARTICIPANTS_MAX = 100;
const SCHEDULES_MAX = 500;

/** The components of an instalment to pay, each in full. */
export class RepaidScheduleBody {
  /**
   * Id of a row of the loan's schedule.
   * @example 20531
   */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  id!: number;

  /** @example true */
  @IsOptional()
  @IsBoolean()
  payInterest?: boolean | null;

  /** @example true */
  @IsOptional()
  @IsBoolean()
  payFee?: boolean | null;

  /** @example true */
  @IsOptional()
  @IsBoolean()
  payPrincipal?: boolean | null;

  /** @example false */
  @IsOptional()
  @IsBoolean()
  payDefault?: boolean | null;

  /** @example false */
  @IsOptional()
  @IsBoolean()
  payPenalty?: boolean | null;
}

/** The repayment of one participant: flagged components of instalments, or amounts by component; not both. */
@FieldRelations(
  {
    rule: 'any-of',
    groups: [['schedules'], ['penaltyToPay'], ['defaultToPay'], ['feeToPay'], ['interestToPay'], ['principalToPay']],
  },
  { rule: 'not-together', fields: ['schedules', 'penaltyToPay'] },
  { rule: 'not-together', fields: ['schedules', 'defaultToPay'] },
  { rule: 'not-together', fields: ['schedules', 'feeToPay'] },
  { rule: 'not-together', fields: ['schedules', 'interestToPay'] },
  { rule: 'not-together', fields: ['schedules', 'principalToPay'] },
  { rule: 'unique-by', field: 'schedules', key: 'id' },
)
export class ParticipantRepaymentBody {
  /**
   * Id of the participant's loan.
   * @example 20500
   */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  id!: number;

  /** Instalments to pay. Amounts pay these instalments only, the oldest first; without a list they pay all. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(SCHEDULES_MAX)
  @ValidateNested({ each: true })
  @Type(() => RepaidScheduleBody)
  schedules?: RepaidScheduleBody[] | null;

  /** @example 0 */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  interestToPay?: number | null;

  /** @example 0 */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  feeToPay?: number | null;

  /** @example 0 */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  principalToPay?: number | null;

  /** @example 0 */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  defaultToPay?: number | null;

  /** @example 0 */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  penaltyToPay?: number | null;

  /** @example "Week 3" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  notes?: string | null;
}

/** Repayments of participants of a group: all or none. */
export class RepayGroupLoanBody {
  /** @example 20498 */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  groupLoanID!: number;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(PARTICIPANTS_MAX)
  @ValidateNested({ each: true })
  @Type(() => ParticipantRepaymentBody)
  participantRepayments!: ParticipantRepaymentBody[];

  /** @example "Meeting of 21 November" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  notes?: string | null;
}

/** The repayments of the participants. */
export class GroupRepaymentView {
  /** @example 20498 */
  groupLoanID!: number;

  /** @example Active */
  groupLoanStatus!: string;

  /** @example GR-20261121-0001 */
  referenceNumber!: string;

  /** @example PST000000020611 */
  postingReferenceNumber!: string;

  /**
   * Total of all participants, Naira.
   * @example 12500
   */
  totalAmount!: number;

  participantRepayments!: RepaymentView[];
}
