/**
 * The posted rows of a file to other institutions with the ids of their postings. Rows that are posted together have no
 * result of their own and are found by their references.
 * $1 institution, $2 file, $3 whether its rows are posted together.
 */
export const POSTED_OUTWARD_ROWS = `SELECT r.row_number, coalesce(s.posting_id, p.id) AS posting_id
    FROM bulk_transfer_row r
    LEFT JOIN bulk_transfer_result s
      ON NOT $3 AND s.institution_id = $1 AND s.bulk_transfer_id = $2 AND s.row_number = r.row_number
    LEFT JOIN posting p
      ON $3 AND p.institution_id = $1 AND p.kind = 'outward-transfer' AND p.reference = r.reference
   WHERE r.institution_id = $1 AND r.bulk_transfer_id = $2 AND r.bank_code IS NOT NULL`;
