/** An entry that a movement asks for. */
export class ApprovalEntryView {
  /** Account number, virtual account number or ledger code.
   * @example "0123456789" */
  account!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /** @example "Debit" */
  side!: 'Debit' | 'Credit';

  /** Naira.
   * @example 250000 */
  amount!: number;

  /** The entry's own narration; null where it has that of the movement.
   * @example null */
  narration!: string | null;
}
