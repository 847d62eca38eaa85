import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ProofCheck, ProofChecks } from '../../ledger/proof/proof-checks';

/** SQL of the balance of one of a loan's accounts, positive on the debit side. */
const balance = (column: string): string =>
  `coalesce((SELECT a.debits_posted_kobo - a.credits_posted_kobo FROM ledger_account a
              WHERE a.institution_id = l.institution_id AND a.id = l.${column}), 0)`;

const PRINCIPAL: ProofCheck = {
  name: 'loan-principal',
  description:
    'The principal account of every loan, and the loan itself, hold the disbursed amount less repayments and ' +
    'write-offs.',
  violations: `SELECT l.loan_account_number AS example FROM loan l WHERE l.institution_id = $1
    AND (l.outstanding_principal_kobo <> l.disbursed_kobo - l.principal_repaid_kobo - l.principal_written_off_kobo
      OR l.outstanding_principal_kobo <> ${balance('id')})`,
};

const INSTALMENTS = `LEFT JOIN LATERAL (
    SELECT coalesce(sum(i.interest_paid_kobo), 0) AS interest_paid, coalesce(sum(i.fee_paid_kobo), 0) AS fee_paid,
      coalesce(sum(i.capitalised_kobo) FILTER (WHERE i.due_date <= l.accrued_through), 0) AS capitalised,
      coalesce(sum(i.principal_due_kobo), 0) AS principal_due,
      coalesce(sum(i.principal_paid_kobo), 0) AS principal_paid,
      coalesce(sum(i.capitalised_kobo) FILTER (WHERE i.due_date > l.accrued_through), 0) AS to_capitalise,
      coalesce(sum(i.interest_due_kobo - i.interest_paid_kobo), 0) AS interest,
      coalesce(sum(i.fee_due_kobo - i.fee_paid_kobo), 0) AS fee,
      coalesce(sum(i.fee_due_kobo - i.fee_paid_kobo) FILTER (WHERE i.due_date <= l.accrued_through), 0) AS fee_due,
      coalesce(sum(i.default_due_kobo - i.default_paid_kobo), 0) AS default_interest,
      coalesce(sum(i.penalty_due_kobo - i.penalty_paid_kobo), 0) AS penalty
    FROM loan_instalment i WHERE i.institution_id = l.institution_id AND i.loan_id = l.id) s ON true`;

const IS_RUNNING = `l.status IN ('Active', 'Restructured', 'Delinquent', 'Matured', 'InRecovery')`;

const SUSPENDED = `(l.suspended_interest_kobo + l.suspended_principal_kobo + l.suspended_fee_kobo
  + l.suspended_default_kobo + l.suspended_penalty_kobo)`;

const RECEIVABLES: ProofCheck = {
  name: 'loan-receivables',
  description:
    'Every receivable of a running loan is the recognised amount less payments; for a closed or written-off loan it ' +
    'is zero.',
  violations: `SELECT l.loan_account_number AS example FROM loan l ${INSTALMENTS}
    WHERE l.institution_id = $1 AND l.disbursement_date IS NOT NULL AND (
      (${IS_RUNNING} AND (
        (l.unearned_account_id IS NULL
          AND l.interest_owed_kobo <> l.interest_accrued_kobo - s.capitalised - s.interest_paid)
        OR ${balance('interest_account_id')} + ${balance('ahead_account_id')} <> l.interest_owed_kobo
        OR (l.ahead_account_id IS NOT NULL AND ${balance('interest_account_id')} <> greatest(l.interest_owed_kobo, 0))
        OR ${balance('fee_account_id')} <> l.fee_accrued_kobo - s.fee_paid
        OR ${balance('default_account_id')} <> s.default_interest
        OR ${balance('penalty_account_id')} <> s.penalty))
      OR (NOT ${IS_RUNNING} AND (
        ${balance('id')} <> 0
        OR ${balance('interest_account_id')} <> 0
        OR ${balance('fee_account_id')} <> 0
        OR ${balance('default_account_id')} <> 0
        OR ${balance('penalty_account_id')} <> 0
        OR ${balance('unearned_account_id')} <> 0
        OR ${balance('ahead_account_id')} <> 0
        OR ${SUSPENDED} <> 0)))`,
};

const SUSPENSE: ProofCheck = {
  name: 'loan-suspense',
  description:
    'No loan has more income in suspense than it owes, and every ledger of interest in suspense holds what is in ' +
    'suspense of its loans.',
  violations: `SELECT l.loan_account_number AS example FROM loan l ${INSTALMENTS}
     WHERE l.institution_id = $1 AND l.disbursement_date IS NOT NULL AND (
       l.suspended_interest_kobo NOT BETWEEN 0 AND greatest(l.interest_owed_kobo, 0)
       OR l.suspended_principal_kobo NOT BETWEEN 0 AND l.outstanding_principal_kobo
       OR l.suspended_fee_kobo NOT BETWEEN 0 AND s.fee_due
       OR l.suspended_default_kobo NOT BETWEEN 0 AND s.default_interest
       OR l.suspended_penalty_kobo NOT BETWEEN 0 AND s.penalty)
    UNION ALL
    SELECT a.number FROM ledger_account a JOIN (
      SELECT c.interest_in_suspense_gl_account_id AS ledger_id, sum(${SUSPENDED}) AS kobo
        FROM loan l JOIN loan_contract c ON c.institution_id = l.institution_id AND c.id = l.contract_id
       WHERE l.institution_id = $1 AND l.disbursement_date IS NOT NULL
       GROUP BY c.interest_in_suspense_gl_account_id) sums ON sums.ledger_id = a.id
     WHERE a.institution_id = $1 AND a.credits_posted_kobo - a.debits_posted_kobo <> sums.kobo`,
};

const SUMS: ProofCheck = {
  name: 'loan-sums',
  description:
    'The totals of every loan are the sums of its instalments, and its instalments repay exactly what was disbursed.',
  violations: `SELECT l.loan_account_number AS example FROM loan l ${INSTALMENTS}
    WHERE l.institution_id = $1 AND l.disbursement_date IS NOT NULL AND (
      l.outstanding_interest_kobo <> s.interest
      OR l.outstanding_fee_kobo <> s.fee
      OR l.outstanding_default_kobo <> s.default_interest
      OR l.outstanding_penalty_kobo <> s.penalty
      OR l.principal_repaid_kobo <> s.principal_paid
      OR s.principal_due <> l.disbursed_kobo - l.principal_written_off_kobo
        + CASE WHEN ${IS_RUNNING} THEN s.to_capitalise ELSE 0 END)`,
};

/** Registers the checks of loans with the ledger's proof. */
@Injectable()
export class LoanProofs implements OnModuleInit {
  constructor(private readonly proofs: ProofChecks) {}

  onModuleInit(): void {
    for (const check of [PRINCIPAL, RECEIVABLES, SUMS, SUSPENSE]) this.proofs.register(check);
  }
}
