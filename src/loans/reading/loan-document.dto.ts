/** A file that is kept with a loan. */
export class LoanDocumentView {
  /**
   * Id of the document, for `deletedocument`.
   * @example 20650
   */
  documentID!: number;

  /** @example "Bank statement" */
  documentType!: string;

  /** @example statement.pdf */
  fileName!: string;
}
