export const INTEREST_PAYMENTS = ['AtMaturity', 'Monthly', 'Upfront'] as const;
/** When a fixed deposit's interest is paid. */
export type InterestPayment = (typeof INTEREST_PAYMENTS)[number];

export const INTEREST_POSTING_FREQUENCIES = ['Monthly', 'Quarterly', 'Yearly'] as const;
/** How often a savings account's accrued interest is posted to it: on the last day of the month, quarter or year. */
export type InterestPostingFrequency = (typeof INTEREST_POSTING_FREQUENCIES)[number];
