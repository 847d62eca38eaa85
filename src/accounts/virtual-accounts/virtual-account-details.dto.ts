import { ApiProperty } from '@nestjs/swagger';
import { PersonView } from '../customers/person.dto';

/** Details sent at the creation of a virtual account, without its name, reference and parent account. */
export class VirtualAccountDetails extends PersonView {
  /** @example Okafor */
  lastName!: string;

  /** @example Adaeze */
  firstName!: string;

  /**
   * E.164.
   * @example "+2348031234567"
   */
  phoneNumber!: string;

  /** @example ada.okafor@example.com */
  email!: string;

  /** @example Ada */
  alias!: string | null;

  /**
   * Politically exposed person.
   * @example false
   */
  pep!: boolean | null;

  /** @example EMP-0042 */
  employeeID!: string | null;

  /** @example false */
  ignorePrefix!: boolean | null;

  /** @example false */
  isBusinessAccount!: boolean | null;

  /**
   * The amount that the caller expects to be paid, in Naira.
   * @example 5000
   */
  paymentAmount!: number | null;

  /** As it was sent. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  enhancedVirutalProxyPaymentDetails!: object | null;
}
