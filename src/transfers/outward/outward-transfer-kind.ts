/** The kind of the posting and of the payout of an outward transfer; references are unique within it. */
export const OUTWARD_TRANSFER = 'outward-transfer' as const;
