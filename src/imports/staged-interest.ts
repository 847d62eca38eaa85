import { broughtPayables } from '../accounts/interest/booking/brought-interest';

/**
 * SQL of what the savings interest of accepted accounts brings to each ledger and branch: `$1` is the institution, `$2`
 * the import.
 */
export const STAGED_INTEREST = broughtPayables(`SELECT (content #>> '{interest,productId}')::bigint AS product_id,
      (content #>> '{interest,branchId}')::bigint AS branch_id, branch_code,
      (content #>> '{interest,ledgerId}')::bigint AS ledger_id,
      sum((content #>> '{interest,accruedKobo}')::numeric) AS accrued_kobo
    FROM import_row
   WHERE institution_id = $1 AND import_id = $2 AND file = 'accounts' AND refusal IS NULL AND content ? 'interest'
   GROUP BY 1, 2, 3, 4`);
