/** An account of the sandbox. */
export class SandboxAccountView {
  /** @example 5999900014 */
  accountNumber!: string;

  /** @example Okafor Adaeze */
  accountName!: string;

  /** The ledger balance in naira.
   * @example 25000000 */
  balance!: number;
}

/** The institution that a reset has made. */
export class SandboxResetView {
  /** The id that names the institution in the addresses of webhooks which partners call.
   * @example 5012 */
  institutionId!: number;

  /** @example "2026-11-23" */
  businessDate!: string;

  /** The funded accounts to begin with. */
  accounts!: SandboxAccountView[];
}
