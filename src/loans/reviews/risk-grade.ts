export const RISK_GRADES = ['Low', 'Medium', 'High'] as const;
/** Risk grade of a borrower, from the credit bureau. */
export type RiskGrade = (typeof RISK_GRADES)[number];
