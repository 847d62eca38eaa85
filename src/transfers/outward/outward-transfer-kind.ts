/** Kind of the posting and of the payout of a transfer to another institution; its references are unique within it. */
export const OUTWARD_TRANSFER = 'outward-transfer' as const;
