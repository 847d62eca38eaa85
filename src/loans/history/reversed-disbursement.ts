/** SQL that is true of a loan `l` whose disbursement was reversed by the end of a date: nothing of it was ever lent. */
export const disbursementReversedSql = (date: string): string => `EXISTS (SELECT 1 FROM loan_event r
    JOIN loan_event d ON d.institution_id = r.institution_id AND d.id = r.reverses_id AND d.kind = 'Disbursement'
   WHERE r.institution_id = l.institution_id AND r.loan_id = l.id AND r.business_date <= ${date}::date)`;
