import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** One invalid field of a malformed request. */
@ApiSchema({ name: 'InvalidField' })
export class InvalidFieldView {
  /**
   * Path of the field, such as `amount` or `entries[2].account`.
   * @example accountNumber
   */
  field!: string;

  /** @example "is required" */
  message!: string;
}

/** The facts of a failure. Codes can have further fields that name values, such as `limit` or `field`. */
@ApiSchema({ name: 'ErrorData' })
export class ErrorData {
  /**
   * Stable code of the failure; docs/api/errors.md lists them all.
   * @example VALIDATION_FAILED
   */
  statusCode!: string;

  /** With `VALIDATION_FAILED`: the invalid fields, at most 20. */
  errors?: InvalidFieldView[];

  /**
   * With `AML_REFERENCE_REJECTED`: why the reference does not release the request (docs/api/aml-holds.md#retry).
   * @example PAYLOAD_CHANGED
   */
  rejection?: string;
}

/** The answer of a request that failed. */
@ApiSchema({ name: 'Error' })
export class ErrorAnswer {
  /**
   * Always false.
   * @example false
   */
  status!: boolean;

  /**
   * A sentence that says what is wrong and what to do.
   * @example "The request is malformed; data.errors names each field."
   */
  message!: string;

  data!: ErrorData;
}

/** A movement that AML holds: no money has moved (docs/api/aml-holds.md#hold). */
@ApiSchema({ name: 'AmlHold' })
export class AcceptedHold {
  @ApiProperty({ enum: ['AML_HOLD'], example: 'AML_HOLD' })
  statusCode!: 'AML_HOLD';

  /** @example true */
  amlHold!: boolean;

  /**
   * Id of the approval by which staff release or decline the movement.
   * @example 20013
   */
  approvalId!: number;

  /**
   * To be sent with the unchanged request once the hold is released. Absent for a movement that goes on by itself.
   * @example ffx.q7Yk2vN0cR5tXw8eLhM3zB9uJ1dKfG4sPaV6oQiTnEc
   */
  amlApprovalReference?: string;

  /**
   * The rule that holds the movement, and why.
   * @example "Rule \"Large outflow\": an outflow of ₦6,000,000.00 reaches the threshold of ₦5,000,000.00."
   */
  reason!: string;
}

/** A request that waits for approval by staff: nothing has been done (docs/api/approvals.md). */
@ApiSchema({ name: 'PendingApproval' })
export class AcceptedRequest {
  @ApiProperty({ enum: ['PENDING_APPROVAL'], example: 'PENDING_APPROVAL' })
  statusCode!: 'PENDING_APPROVAL';

  /**
   * Id of the approval.
   * @example 20014
   */
  approvalId!: number;

  /**
   * Id of the record that waits, where there is one already.
   * @example 20500
   */
  id?: number;
}
