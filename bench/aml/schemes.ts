import type { Scheme } from './scheme';
import { ACCOUNTS_SCHEMES } from './schemes-accounts';
import { CASH_SCHEMES } from './schemes-cash';
import { CUSTOMER_SCHEMES } from './schemes-customers';
import { FLOW_SCHEMES } from './schemes-flows';

/** The kinds of schemes that the traffic holds; each kind once in every town. */
export const SCHEMES: Readonly<Record<string, Scheme>> = {
  ...FLOW_SCHEMES,
  ...CASH_SCHEMES,
  ...CUSTOMER_SCHEMES,
  ...ACCOUNTS_SCHEMES,
};
