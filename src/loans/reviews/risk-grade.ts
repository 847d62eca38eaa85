export const RISK_GRADES = ['Low', 'Medium', 'High'] as const;
/** How a credit bureau grades a borrower. */
export type RiskGrade = (typeof RISK_GRADES)[number];
