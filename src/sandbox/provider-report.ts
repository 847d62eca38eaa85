import { stringify } from 'csv-stringify/sync';
import type { PaymentRecord } from './sandbox-ledger';

const COLUMNS = ['session_id', 'amount', 'status', 'direction', 'date'];

/**
 * The settlement report of transfers: what was paid in the end, whatever the answers said. The date is that in the
 * session id, the seventh to twelfth digit.
 */
export function settlementReportOf(transfers: readonly PaymentRecord[]): string {
  const lines = transfers.map(({ key, amount, paid }) => [
    key,
    amount.toFixed(2),
    paid ? 'Successful' : 'Failed',
    'Outward',
    `20${key.slice(6, 8)}-${key.slice(8, 10)}-${key.slice(10, 12)}`,
  ]);
  return stringify([COLUMNS, ...lines]);
}
