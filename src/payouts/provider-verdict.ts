import type { PayoutFacts } from './payout.entity';

/**
 * The meaning of a provider's answer for the money. Only `success`, `failure`, `refusal` and `not-received` are
 * definite; everything unreadable, unknown or late is `pending`.
 */
export type ProviderVerdict =
  /** The beneficiary has the money. `result` is kept with the payout, such as a token. */
  | { kind: 'success'; code: string; message: string; result?: PayoutFacts }
  /** The money was not paid and never will be, so it goes back. `isUnsent` when the call never left this machine. */
  | { kind: 'failure'; code: string; message: string; isUnsent?: true }
  /** The provider refused in a way that staff must look into before any money goes back (NIP codes 34, 35, 63). */
  | { kind: 'refusal'; code: string; message: string }
  /** A final answer to a query: the provider never received the payout and will not accept it later in this session. */
  | { kind: 'not-received'; code: string; message: string }
  /** An answer to a query that is not final: the provider has no such record yet (NIP code 25). */
  | { kind: 'not-found'; code: string; message: string }
  | { kind: 'pending'; code: string | null; message: string };
