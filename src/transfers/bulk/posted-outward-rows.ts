/**
 * The posted rows of a file to other institutions with the ids of their postings. Rows that are posted together have no
 * result of their own and are found by their references.
 * $1 institution, $2 file.
 */
export function postedOutwardRows(arePostedTogether: boolean): string {
  const postings = arePostedTogether
    ? `posting p ON p.institution_id = $1 AND p.kind = 'outward-transfer' AND p.reference = r.reference`
    : `bulk_transfer_result s ON s.institution_id = $1 AND s.bulk_transfer_id = $2 AND s.row_number = r.row_number`;
  return `SELECT r.row_number, ${arePostedTogether ? 'p.id' : 's.posting_id'} AS posting_id
    FROM bulk_transfer_row r
    JOIN ${postings}
   WHERE r.institution_id = $1 AND r.bulk_transfer_id = $2 AND r.bank_code IS NOT NULL`;
}
