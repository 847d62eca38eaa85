import type { Client } from 'pg';

/**
 * Everything that the end of day may change, without ids and times: two ledgers with the same digest are equal to the
 * kobo.
 */
export async function ledgerDigest(database: Client): Promise<Record<string, unknown[]>> {
  const tables: Record<string, string> = {
    institution: 'SELECT institution_id, business_date::text FROM institution ORDER BY 1',
    accounts: `SELECT institution_id, number, kind, status, debits_posted_kobo, credits_posted_kobo, held_kobo, overdraft_limit_kobo, entry_seq FROM ledger_account ORDER BY 1, 2, 3`,
    postings: `SELECT p.institution_id, kind, p.status, p.business_date::text, value_date::text, amount_kobo, narration,
                      (SELECT jsonb_agg(jsonb_build_array(a.number, e.side, e.amount_kobo) ORDER BY leg) FROM posting_entry e JOIN ledger_account a ON a.id = e.account_id WHERE e.posting_id = p.id) AS legs
                 FROM posting p ORDER BY 1, 2, 4, 5, 6, 7, 8`,
    liens: 'SELECT account_number, reference_number, status, ended_by, amount_kobo FROM lien ORDER BY 1, 2',
    overdrafts: 'SELECT account_number, reference_number, status, in_force FROM overdraft ORDER BY 1, 2',
    savings:
      'SELECT a.number, s.accrued_kobo, s.accrued_through::text, s.posted_through::text FROM savings_interest s JOIN ledger_account a ON a.id = s.account_id ORDER BY 1',
    loans: `SELECT to_jsonb(l) - '{id,record_id,contract_id,linked_account_id,customer_id,approval_id,reference_number,interest_account_id,fee_account_id,default_account_id,penalty_account_id,unearned_account_id,created_at,updated_at}'::text[] AS loan,
                   (SELECT jsonb_agg(to_jsonb(i) - '{id,loan_id,contract_id}'::text[] ORDER BY number) FROM loan_instalment i WHERE i.loan_id = l.id) AS rows,
                   (SELECT jsonb_agg(to_jsonb(t) - '{id,loan_id,posting_id,reference,created_at}'::text[] ORDER BY t.business_date, t.kind, t.amount_kobo) FROM loan_transaction t WHERE t.loan_id = l.id) AS transactions
              FROM loan l ORDER BY loan_account_number`,
    deposits: `SELECT account_number, contract_no, status, principal_kobo, accrued_kobo, paid_kobo, accrued_through::text, due_date::text, closed_on::text FROM fixed_deposit ORDER BY 1, 2`,
    days: `SELECT institution_id, date::text, status, closing_totals, proof -> 'passed' AS proof FROM end_of_day_run ORDER BY 1, 2`,
    exceptions: 'SELECT date::text, step, message FROM end_of_day_exception WHERE resolved_at IS NULL ORDER BY 1, 2, 3',
  };
  const digest: Record<string, unknown[]> = {};
  for (const [name, statement] of Object.entries(tables))
    digest[name] = (await database.query(statement)).rows as unknown[];
  return digest;
}
