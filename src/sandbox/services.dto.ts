import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';

export class SmsBody {
  /** Identifies the message: a repeated one gets its first result and is not sent again. @example "10321" */
  @IsString()
  @MaxLength(100)
  messageId!: string;
  /** International form. @example "+2348030000001" */
  @Matches(/^\+?\d{7,15}$/)
  to!: string;
  /** @example "Your account was credited with ₦1,500.50" */
  @IsString()
  @MaxLength(918)
  message!: string;
  /** @example COREBANK */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  senderId?: string;
}

export class SmsView {
  /** The gateway's own number. @example "SMS-4f1c2a9be07d" */
  messageReference!: string;
  /** @example Accepted */
  status!: 'Accepted';
}

/** A person by the BVN, or a company or group by its registration number. */
export class CreditReportBody {
  /** @example "22200000001" */
  @ValidateIf(({ registrationNumber }: CreditReportBody) => registrationNumber === undefined)
  @Matches(/^\d{11}$/)
  bvn?: string;
  /** @example "RC1234567" */
  @IsOptional()
  @IsString()
  @MaxLength(30)
  registrationNumber?: string;
  /** @example "Okafor Adaeze" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  customerName?: string;
  /** @example "1990-04-21" */
  @IsOptional()
  @Matches(/^\d{4}-\d{2}-\d{2}$/)
  dateOfBirth?: string;
  /** The purpose of the report. @example "New loan" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  purpose?: string;
}

export class CreditReportView {
  /** `00` found; `25` the bureau has nothing on this person. @example "00" */
  responseCode!: string;
  /** @example "Approved or completed successfully" */
  responseMessage!: string;
  /** @example "CRB-4f1c2a9be07d" */
  reportReference!: string;
  /** 300 to 850. @example 712 */
  score?: number;
  /** `Low`, `Medium` or `High`. @example Low */
  riskGrade?: string;
  /** @example 2 */
  openLoans?: number;
  /** @example 0 */
  overdueLoans?: number;
  /** Naira. @example 450000 */
  totalOutstanding?: number;
  /** @example 0 */
  worstDaysPastDue?: number;
}

export class ChatMessageDto {
  /** @example user */
  @IsIn(['system', 'developer', 'user', 'assistant'])
  role!: string;
  /** @example "Review this loan application." */
  @IsString()
  @MaxLength(200_000)
  content!: string;
}

export class ChatCompletionBody {
  /** @example sandbox-reviewer */
  @IsString()
  @MaxLength(200)
  model!: string;
  @IsArray()
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => ChatMessageDto)
  messages!: ChatMessageDto[];
  /** @example 0 */
  @IsOptional()
  @IsNumber()
  @Min(0)
  temperature?: number;
  /** @example 800 */
  @IsOptional()
  @IsInt()
  @Min(1)
  max_tokens?: number;
  /** @example 800 */
  @IsOptional()
  @IsInt()
  @Min(1)
  max_completion_tokens?: number;
  /** @example { "type": "text" } */
  @IsOptional()
  @IsObject()
  response_format?: Record<string, unknown>;
  /** @example 7 */
  @IsOptional()
  @IsInt()
  seed?: number;
}

export class ChatAnswerView {
  /** @example assistant */
  role!: string;
  /** Plain text; null where the provider filtered it. @example "The borrower has no arrears …" */
  content!: string | null;
}

export class ChatChoiceView {
  /** @example 0 */
  index!: number;
  message!: ChatAnswerView;
  /** @example stop */
  finish_reason!: string;
}

export class ChatCompletionView {
  /** @example "chatcmpl-4f1c2a9be07d" */
  id!: string;
  /** @example "chat.completion" */
  object!: string;
  /** Epoch seconds. @example 1795262400 */
  created!: number;
  /** @example sandbox-reviewer */
  model!: string;
  choices!: ChatChoiceView[];
  /** @example { "prompt_tokens": 210, "completion_tokens": 80, "total_tokens": 290 } */
  usage!: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}
