import { ApiSchema } from '@nestjs/swagger';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';

export const GATEWAY_CARD_STATUSES = ['Active', 'Blocked', 'Deleted'] as const;
export type GatewayCardStatus = (typeof GATEWAY_CARD_STATUSES)[number];

export class LinkCardBody {
  /** Identifies the request. @example "CARD-20261121-0001" */
  @IsString()
  @MaxLength(100)
  reference!: string;
  /** @example "0000000011" */
  @Matches(/^\d{10}$/)
  accountNumber!: string;
  /** Serial number of a card in stock. Either serial number or card number is required. @example "SN00012345" */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  serialNumber?: string;
  /** @example "5061460410120223210" */
  @IsOptional()
  @Matches(/^\d{13,19}$/)
  cardPan?: string;
  /** @example "ADAEZE OKAFOR" */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  nameOnCard?: string;
  /** @example "12/29" */
  @IsOptional()
  @Matches(/^\d{2}\/\d{2}$/)
  expiryDate?: string;
}

export class CardChannelsBody {
  /** @example true */
  @IsBoolean()
  atm!: boolean;
  /** @example true */
  @IsBoolean()
  pos!: boolean;
  /** @example false */
  @IsBoolean()
  web!: boolean;
}

export class CardPinBody {
  /** Four digits; never stored. @example "1234" */
  @Matches(/^\d{4}$/)
  pin!: string;
}

@ApiSchema({ name: 'CardReasonBody' })
export class GatewayCardReasonBody {
  /** @example "Reported lost" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  reason?: string;
}

@ApiSchema({ name: 'CardView' })
export class GatewayCardView {
  /** The card's name in callbacks and later calls. @example "CRD-4f1c2a9be07d" */
  cardReference!: string;
  /** Reference of the request that linked the card. @example "CARD-20261121-0001" */
  reference!: string;
  /** @example "0000000011" */
  accountNumber!: string;
  /** First six and last four digits. @example "506146*********3210" */
  maskedPan!: string;
  /** @example Active */
  status!: GatewayCardStatus;
  /** @example "ADAEZE OKAFOR" */
  nameOnCard?: string;
  /** @example "12/29" */
  expiryDate?: string;
  /** @example { "atm": true, "pos": true, "web": true } */
  channels!: { atm: boolean; pos: boolean; web: boolean };
}

export class CardResultView {
  /** `00` done; `14` no such card in stock; `21` the card's state forbids it. @example "00" */
  responseCode!: string;
  /** @example "Approved or completed successfully" */
  responseMessage!: string;
  /** Absent when the request was refused. */
  card?: GatewayCardView;
}

export class CardListView {
  cards!: GatewayCardView[];
}

/** Makes the simulator call back, as a card middleware does. */
export class CardCallbackBody {
  /**
   * Full address, such as `…/cba/cards/providerb/transaction-feedback`. @example
   * "http://localhost:3000/cba/cards/providerb/transaction-feedback"
   */
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  url!: string;
  /** The number of calls; the second is a duplicate. @example 2 */
  @IsInt()
  @Min(1)
  @Max(20)
  times!: number;
  /** `transaction` or `lifecycle`. @example transaction */
  @IsIn(['transaction', 'lifecycle'])
  kind!: 'transaction' | 'lifecycle';
  /** @example "CRD-4f1c2a9be07d" */
  @IsString()
  @MaxLength(100)
  cardReference!: string;
  /** `Purchase`, `Withdrawal`, `Reversal` or `Refund`; or the lifecycle event. @example Purchase */
  @IsString()
  @MaxLength(30)
  type!: string;
  /** Reference of the transaction. @example "POS-0001" */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  transactionReference?: string;
  /** The transaction that a reversal or refund undoes. @example "POS-0001" */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  originalReference?: string;
  /** Naira. @example 2500 */
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0.01)
  amount?: number;
}

export class CardCallbackView {
  /** HTTP status of each call; 0 for a call without a response. @example [200, 200] */
  statuses!: number[];
}
