/** The state of a payment. It alone counts; the code gives the reason. */
export const PAYMENT_STATUSES = ['Successful', 'Pending', 'Failed', 'NotReceived'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The refusal of a malformed, unauthorised or contradictory request; nothing was done. */
export class RefusalView {
  /**
   * `30` malformed, `63` wrong gateway key, `94` the reference was used with another body, `25` no such record.
   * @example 30
   */
  responseCode!: string;
  /** @example "amount must be a number." */
  responseMessage!: string;
}
