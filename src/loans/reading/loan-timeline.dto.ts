/** One event in the life of a loan. Amounts in Naira. */
export class LoanTimelineEventView {
  /** @example 2026-11-21T10:00:00.000Z */
  at!: string;

  /**
   * `created`, `approval-asked`, `approved`, `declined`, `canceled`, or an act on the loan, such as `disbursement`,
   * `repayment`, `collection`, `restructure` or `write-off`.
   * @example disbursement
   */
  event!: string;

  /**
   * Who caused it: `api-client:ID`, `staff:ID` or `system:NAME`.
   * @example staff:ST0002
   */
  actor!: string | null;

  /**
   * What the approval decides.
   * @example "Loan restructure"
   */
  title!: string | null;

  /** @example 90000 */
  amount!: number | null;

  /** @example DISB-1 */
  reference!: string | null;

  /** @example 2026-11-21 */
  valueDate!: string | null;

  /** @example PST000000020913 */
  postingReferenceNumber!: string | null;

  /** @example 20417 */
  approvalId!: number | null;

  /** @example "Checked against the mandate." */
  note!: string | null;
}
