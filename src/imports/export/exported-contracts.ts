import { SECURITY_PREFIX } from '../../loans/contract/loan-bookkeeping';
import { naira, unroundedNaira } from './sql-amounts';

/** SQL of the lines of loans and deposits that an export writes (docs/import.md#export). `$1` is the institution. */

const RUNNING = `('Active', 'Restructured', 'Delinquent', 'Matured', 'InRecovery')`;

/** Loans that run, and written-off loans that may still be recovered, where their linked account is exported too. */
const EXPORTED_LOAN = `FROM loan l
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = l.linked_account_id
   AND a.status IN ('Active', 'Inactive', 'Dormant', 'Frozen')`;
const IS_EXPORTED_LOAN = `l.institution_id = $1
  AND (l.status IN ${RUNNING} OR (l.status = 'WrittenOff' AND l.written_off_kobo > 0))`;

/** The security deposit is what its lien still reserves: a part of it may have paid the loan. */
export const LOANS = `SELECT l.loan_account_number, l.reference_number AS reference, l.linked_number AS linked_account,
    p.code AS product_code, b.branch_code, l.account_officer_staff_id AS account_officer, l.status,
    l.disbursement_date::text AS disbursed_on, l.restructured_date::text AS restructured_on,
    ${naira('c.principal_kobo')} AS principal, c.interest_rate::text, c.rate_basis::text, c.tenure::text,
    c.frequency::text, c.repayment_every::text, c.principal_every::text, c.interest_every::text,
    c.interest_computation_model::text, c.principal_repayment_type::text,
    c.interest_payment_type::text, c.day_count, c.moratorium::text, c.moratorium_periods::text, c.moratorium_interest,
    coalesce(c.principal_percent_per_installment, 0.0000)::text AS principal_percent_per_installment,
    coalesce(c.balloon_percent, 0.0000)::text AS balloon_percent,
    ${naira('coalesce(c.installment_multiple_kobo, 0)')} AS installment_multiple, c.emi_smoothing::text, c.month_end,
    c.effective_date::text AS effective_on, c.interest_accrual_start_date::text AS interest_starts_on,
    c.first_repayment_date::text AS first_repayment_on, c.arrears_interest_rate::text, c.arrears_interest_base,
    c.failed_repayment_grace_period::text AS grace_days,
    c.arrears_interest_from_end_of_grace::text AS arrears_from_end_of_grace, c.penalty_kind,
    ${naira('c.penalty_amount_kobo')} AS penalty_amount, c.penalty_rate::text, c.penalty_base,
    c.penalty_grace_days::text,
    c.suspense_after_days::text, array_to_string(c.allocation_order, ' ') AS allocation_order,
    c.prepayment_effect,
    c.fee ->> 'name' AS fee_name, ${naira('coalesce(s.amount_kobo, 0)')} AS security_deposit,
    c.particulars ->> 'economicSector' AS economic_sector,
    coalesce((c.particulars ->> 'collateralPledge')::boolean, false)::text AS is_secured,
    ${naira('l.outstanding_principal_kobo')} AS principal_outstanding,
    ${naira('l.principal_written_off_kobo')} AS principal_written_off,
    ${naira(`CASE l.status WHEN 'WrittenOff' THEN 0 ELSE l.interest_owed_kobo END`)} AS interest_receivable,
    ${naira('(u.credits_posted_kobo - u.debits_posted_kobo)')} AS interest_unearned,
    l.accrued_through::text AS accrued_through, ${naira('l.suspended_interest_kobo')} AS suspended_interest,
    ${naira('l.suspended_principal_kobo')} AS suspended_principal, ${naira('l.suspended_fee_kobo')} AS suspended_fees,
    ${naira('l.suspended_default_kobo')} AS suspended_default,
    ${naira('l.suspended_penalty_kobo')} AS suspended_penalties, l.suspended_since::text AS suspended_since,
    l.curing_since::text AS curing_since, ${naira(`CASE l.status WHEN 'WrittenOff' THEN l.written_off_kobo ELSE 0 END`)} AS written_off,
    ${naira('l.recovered_kobo')} AS recovered,
    greatest(coalesce(i.business_date - l.overdue_since, 0), 0)::text AS days_past_due, l.classification,
    ${naira('coalesce(o.allowance_kobo, 0)')} AS allowance
  ${EXPORTED_LOAN}
  JOIN institution i ON i.institution_id = $1
  JOIN loan_contract c ON c.institution_id = $1 AND c.id = l.contract_id
  JOIN product p ON p.institution_id = $1 AND p.id = l.product_id
  JOIN branch b ON b.institution_id = $1 AND b.id = l.branch_id
  LEFT JOIN lien s ON s.institution_id = $1 AND s.held_for = '${SECURITY_PREFIX}' || l.id::text AND s.status = 'Active'
  LEFT JOIN ledger_account u ON u.institution_id = $1 AND u.id = l.unearned_account_id
  LEFT JOIN loan_position o ON o.institution_id = $1 AND o.loan_id = l.id AND o.until = '9999-12-31'
 WHERE ${IS_EXPORTED_LOAN} ORDER BY l.loan_account_number`;

export const INSTALMENTS = `SELECT l.loan_account_number, i.number::text, i.period_start::text, i.due_date::text AS due_on,
    ${naira('i.opening_balance_kobo')} AS opening_balance, ${naira('i.closing_balance_kobo')} AS closing_balance,
    ${unroundedNaira('i.earned_interest')} AS earned_interest, ${naira('i.capitalised_kobo')} AS capitalised,
    ${naira('i.principal_due_kobo')} AS principal_due, ${naira('i.interest_due_kobo')} AS interest_due,
    ${naira('i.fee_due_kobo')} AS fee_due, ${naira('i.fee_vat_kobo')} AS fee_vat,
    ${naira('i.default_due_kobo')} AS default_due, ${naira('i.penalty_due_kobo')} AS penalty_due,
    ${naira('i.principal_paid_kobo')} AS principal_paid, ${naira('i.interest_paid_kobo')} AS interest_paid,
    ${naira('i.fee_paid_kobo')} AS fee_paid, ${naira('i.default_paid_kobo')} AS default_paid,
    ${naira('i.penalty_paid_kobo')} AS penalty_paid, ${naira('i.penalty_waived_kobo')} AS penalty_waived,
    ${unroundedNaira('i.arrears_interest')} AS arrears_interest,
    i.arrears_through::text AS arrears_through, i.paid_date::text AS paid_on
  ${EXPORTED_LOAN}
  JOIN loan_instalment i ON i.institution_id = $1 AND i.loan_id = l.id
 WHERE ${IS_EXPORTED_LOAN} ORDER BY l.loan_account_number, i.number`;

export const DEPOSITS = `SELECT d.account_number, d.reference_number AS reference, d.term::text, d.customer_number,
    d.product_code, b.branch_code, d.account_officer_staff_code AS account_officer, d.account_name, d.source_account,
    d.liquidation_account_type::text, d.liquidation_account, ${naira('d.principal_kobo')} AS principal,
    d.interest_rate::text, d.rate_agreed::text AS is_rate_agreed, d.start_date::text AS started_on,
    d.maturity_date::text AS matures_on, d.apply_rollover AS rollover, d.interest_payment, d.day_count,
    d.early_liquidation_penalty_percent::text AS early_liquidation_penalty,
    d.withholding_tax_percent::text AS withholding_tax, d.accrued_through::text AS accrued_through,
    ${naira('d.accrued_kobo')} AS interest_accrued, d.paid_through::text AS paid_through,
    ${naira('d.paid_kobo')} AS interest_paid, ${naira('d.settled_kobo')} AS interest_settled,
    ${naira('d.tax_withheld_kobo')} AS tax_withheld
  FROM fixed_deposit d JOIN branch b ON b.institution_id = $1 AND b.id = d.branch_id
 WHERE d.institution_id = $1 AND d.status = 'Active' ORDER BY d.account_number`;

export const DEPOSIT_PARTS = `SELECT d.account_number, ${naira('p.amount_kobo')} AS amount,
    p.effective_date::text AS effective_on
  FROM fixed_deposit d JOIN fixed_deposit_part p ON p.institution_id = $1 AND p.deposit_id = d.id
 WHERE d.institution_id = $1 AND d.status = 'Active' AND p.amount_kobo > 0
 ORDER BY d.account_number, p.effective_date, p.id`;
