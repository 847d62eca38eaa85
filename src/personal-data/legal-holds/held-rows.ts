import { HOLD_IN_FORCE } from '../../accounts/legal-holds/legal-holds';
import type { KeptRows } from '../../common/housekeeping';

const HELD_ACCOUNTS = `
  SELECT a.account_number FROM legal_hold h
    JOIN deposit_account a ON a.institution_id = h.institution_id AND a.customer_id = h.customer_id
   WHERE h.institution_id = $1 AND ${HOLD_IN_FORCE}`;

/** Rows that housekeeping keeps for customers under a legal hold (docs/api/personal-data.md#legal-hold). */
export const HELD_ROWS: readonly KeptRows[] = [
  {
    table: 'message',
    where: `account_number IN (${HELD_ACCOUNTS}) OR recipient IN (
      SELECT unnest(ARRAY[c.phone_number, c.email]) FROM legal_hold h
        JOIN customer c ON c.institution_id = h.institution_id AND c.id = h.customer_id
       WHERE h.institution_id = $1 AND ${HOLD_IN_FORCE})`,
  },
  {
    // The enquiries for which the customer's transfers were made.
    table: 'name_enquiry',
    where: `reference IN (
      SELECT p.details->>'nameEnquiryRef' FROM payout p
       WHERE p.institution_id = $1 AND p.kind = 'outward-transfer' AND p.account_number IN (${HELD_ACCOUNTS}))`,
  },
];
