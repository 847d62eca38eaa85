export const INTEREST_PAYMENTS = ['AtMaturity', 'Monthly', 'Upfront'] as const;
/** When a fixed deposit's interest is paid. */
export type InterestPayment = (typeof INTEREST_PAYMENTS)[number];

export const INTEREST_POSTING_FREQUENCIES = ['Monthly', 'Quarterly', 'Yearly'] as const;
/** The period of interest postings to a savings account: on the last day of each month, quarter or year. */
export type InterestPostingFrequency = (typeof INTEREST_POSTING_FREQUENCIES)[number];
