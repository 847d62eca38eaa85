/** Groups of configuration by the beginnings of their keys; the first that fits counts. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Institution and letterhead', ['LETTERHEAD_', 'LICENCE_', 'SHAREHOLDERS_', 'RETAINED_EARNINGS', 'REGULATORY_RISK']],
  ['Transfers', ['TRANSFER_', 'LOCAL_TRANSFER_', 'INWARD_TRANSFER_', 'BULK_TRANSFER_']],
  ['Limits by KYC tier', ['KYC_']],
  ['Taxes and duties', ['STAMP_DUTY_', 'VAT_', 'WITHHOLDING_']],
  ['Bill payments', ['BILLS_']],
  ['Cards', ['CARD_']],
  ['Loans', ['LOAN_', 'RECOVERY_', 'CREDIT_BUREAU_', 'AI_REVIEW_']],
  ['Deposits and overdrafts', ['OVERDRAFT_', 'DEPOSIT_', 'UNCLAIMED_']],
  ['AML', ['AML_', 'SANCTIONS_', 'PEP_']],
  ['Sign-in of staff', ['CONSOLE_', 'SECOND_FACTOR_', 'STEP_UP_', 'STAFF_', 'OIDC_', 'SESSION_']],
  ['API clients and webhooks', ['API_', 'DRY_RUNS_', 'WEBHOOK', 'EVENT']],
  ['Messages', ['SMS_', 'EMAIL_', 'NOTIFICATIONS_']],
  ['Retention of personal data', ['RETENTION_']],
  ['Reports and returns', ['RETURN_', 'STATEMENT_', 'RECEIPT_', 'SETTLEMENT_']],
];

export const OTHER_GROUP = 'Other settings';
export const GROUP_NAMES: readonly string[] = [...GROUPS.map(([name]) => name), OTHER_GROUP];

export function groupOf(key: string): string {
  return GROUPS.find(([, starts]) => starts.some((start) => key.startsWith(start)))?.[0] ?? OTHER_GROUP;
}

/** A description without its repetition of the provider's or tier's name at the end of a sentence. */
export function keyTitle(key: string): string {
  const words = key
    .toLowerCase()
    .split('_')
    .filter((word) => word !== 'json');
  const text = words.map((word) => (UPPER.has(word) ? word.toUpperCase() : word)).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const UPPER = new Set(['aml', 'kyc', 'vat', 'sms', 'api', 'url', 'smtp', 'ai', 'oidc', 'id']);
