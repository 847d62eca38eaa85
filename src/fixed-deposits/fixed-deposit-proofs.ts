import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../ledger/proof/proof-checks';

const CHECKS: ProofCheck[] = [
  {
    name: 'fixed-deposit-principal',
    description: 'The account of record of every fixed deposit holds the principal of its active term, or nothing.',
    violations: `SELECT d.account_number AS example
      FROM (SELECT ledger_account_id, account_number,
                   coalesce(sum(principal_kobo) FILTER (WHERE status = 'Active'), 0) AS principal
              FROM fixed_deposit WHERE institution_id = $1 GROUP BY ledger_account_id, account_number) d
      LEFT JOIN ledger_account a ON a.institution_id = $1 AND a.id = d.ledger_account_id
      WHERE coalesce(a.credits_posted_kobo - a.debits_posted_kobo, 0) <> d.principal`,
  },
  {
    name: 'fixed-deposit-parts',
    description: 'The parts of every active fixed deposit add up to its principal.',
    violations: `SELECT d.contract_no AS example FROM fixed_deposit d
      LEFT JOIN (SELECT deposit_id, sum(amount_kobo) AS amount FROM fixed_deposit_part
                  WHERE institution_id = $1 GROUP BY deposit_id) p ON p.deposit_id = d.id
      WHERE d.institution_id = $1 AND d.status = 'Active' AND p.amount IS DISTINCT FROM d.principal_kobo`,
  },
  {
    name: 'fixed-deposit-interest',
    description:
      'The balance of fixed deposits on their interest ledgers is the interest earned and not paid, or paid upfront ' +
      'and not earned yet.',
    violations: `SELECT coalesce(a.number, 'ledger ' || coalesce(d.ledger_id, e.account_id)) AS example
      FROM (SELECT CASE interest_payment WHEN 'Upfront' THEN prepaid_interest_gl_account_id
                     ELSE interest_payable_gl_account_id END AS ledger_id,
                   sum(accrued_kobo - paid_kobo) AS owed
              FROM fixed_deposit WHERE institution_id = $1 GROUP BY 1) d
      FULL JOIN (SELECT e.account_id, sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END) AS owed
                   FROM posting_entry e JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
                  WHERE e.institution_id = $1 AND e.role = 'interest'
                    AND p.kind IN ('opening', 'fixed-deposit', 'fixed-deposit-accrual', 'fixed-deposit-payment')
                    AND e.account_id IN (
                      SELECT interest_payable_gl_account_id FROM fixed_deposit WHERE institution_id = $1
                      UNION SELECT prepaid_interest_gl_account_id FROM fixed_deposit WHERE institution_id = $1)
                  GROUP BY e.account_id) e ON e.account_id = d.ledger_id
      LEFT JOIN ledger_account a ON a.institution_id = $1 AND a.id = coalesce(d.ledger_id, e.account_id)
      WHERE coalesce(d.owed, 0) <> coalesce(e.owed, 0)`,
  },
];

/** Registers the proofs of deposits against their ledgers. */
@Injectable()
export class FixedDepositProofs implements OnModuleInit {
  constructor(private readonly checks: ProofChecks) {}

  onModuleInit(): void {
    for (const check of CHECKS) this.checks.register(check);
  }
}
