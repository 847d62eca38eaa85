import type { PayoutFacts } from './payout.entity';

/**
 * What a provider's answer means for the money. Only `success`, `failure`, `refusal` and `not-received` are definite;
 * everything unreadable, unknown or late is `pending`.
 */
export type ProviderVerdict =
  /** The beneficiary has it. `result` is kept with the payout, such as a token. */
  | { kind: 'success'; code: string; message: string; result?: PayoutFacts }
  /** It was not done and never will be: the money goes back. `isUnsent` when it never left this machine. */
  | { kind: 'failure'; code: string; message: string; isUnsent?: true }
  /** It was refused in a way that staff must look into before any money goes back (NIP codes 34, 35, 63). */
  | { kind: 'refusal'; code: string; message: string }
  /** A final answer to a query: the provider never got it and will not accept it later under this session. */
  | { kind: 'not-received'; code: string; message: string }
  /** An answer to a query that is not final: no such record, yet (NIP code 25). */
  | { kind: 'not-found'; code: string; message: string }
  | { kind: 'pending'; code: string | null; message: string };
