import { ApiSchema } from '@nestjs/swagger';
import { IsNumber, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import type { PaymentStatus } from './result.dto';

@ApiSchema({ name: 'BillerPackageView' })
export class GatewayBillerPackageView {
  /** @example prepaid */
  packageId!: string;
  /** @example Prepaid */
  packageName!: string;
  /** Naira; 0 where the customer chooses. @example 0 */
  amount!: number;
  /** @example false */
  isFixedAmount!: boolean;
}

@ApiSchema({ name: 'BillerView' })
export class GatewayBillerView {
  /** @example ikeja-electric */
  billerId!: string;
  /** @example "Ikeja Electric" */
  billerName!: string;
  /** @example electricity */
  category!: string;
  /** True when a vend returns a token. @example true */
  isElectricity!: boolean;
  /** The kind of number in `customerId`. @example "Meter number / account ID" */
  customerIdLabel!: string;
  packages!: GatewayBillerPackageView[];
}

export class BillerListView {
  billers!: GatewayBillerView[];
}

export class CustomerInformationBody {
  /** @example ikeja-electric */
  @IsString()
  @MaxLength(100)
  billerId!: string;
  /** @example prepaid */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  packageId?: string;
  /** @example "45067198741" */
  @IsString()
  @MaxLength(50)
  customerId!: string;
}

@ApiSchema({ name: 'CustomerInformationView' })
export class GatewayBillCustomerView {
  /** `00` found; `07` no such customer; `12` no such biller or package. @example "00" */
  responseCode!: string;
  /** @example "Approved or completed successfully" */
  responseMessage!: string;
  /** @example "45067198741" */
  customerId?: string;
  /** @example "OKAFOR ADAEZE" */
  customerName?: string;
  /** @example "12 Allen Avenue, Ikeja" */
  address?: string;
  /** Naira. @example 500 */
  minimumAmount?: number;
  /** Naira. @example 0 */
  outstandingAmount?: number;
}

@ApiSchema({ name: 'VendBody' })
export class GatewayVendBody {
  /** Identifies the vend. @example "BILL-20261121-0001" */
  @IsString()
  @MaxLength(100)
  reference!: string;
  /** @example ikeja-electric */
  @IsString()
  @MaxLength(100)
  billerId!: string;
  /** @example prepaid */
  @IsString()
  @MaxLength(100)
  packageId!: string;
  /** @example "45067198741" */
  @IsString()
  @MaxLength(50)
  customerId!: string;
  /** Naira, at most two decimals. @example 5000 */
  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(0.01)
  amount!: number;
  /** @example "08030000001" */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  phoneNumber?: string;
  /** @example "OKAFOR ADAEZE" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  customerName?: string;
}

@ApiSchema({ name: 'VendStatusBody' })
export class GatewayVendStatusBody {
  /** @example "BILL-20261121-0001" */
  @IsString()
  @MaxLength(100)
  reference!: string;
}

export class VendResultView {
  /**
   * `Successful` and `Failed` are final. `NotReceived`, only in a status response, is final for the calls so far: the
   * payment has not arrived and never will, and the same reference may be sent once more.
   * @example Successful
   */
  status!: PaymentStatus;
  /** Codes as for transfers. @example "00" */
  responseCode!: string;
  /** @example "Approved or completed successfully" */
  responseMessage!: string;
  /** @example "BILL-20261121-0001" */
  reference!: string;
  /** The biller's own number. @example "VND0123456789" */
  transactionId?: string;
  /** Electricity only, once successful: twenty digits in groups of four. @example "7222-4007-9966-7341-7875" */
  token?: string;
  /** Kilowatt-hours. @example 73.5 */
  tokenUnits?: number;
}
