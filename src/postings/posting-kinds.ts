/** Kinds of postings that clients and staff make directly; references are unique within a kind. */
export const TRANSFER_KIND = 'transfer';
export const POSTING_KIND = 'posting';
export const POSTING_GROUP_KIND = 'posting-group';
export const REVERSAL_KIND = 'reversal';
/** The kind of the postings that take the sum of a bulk transfer from its account. */
export const BULK_TRANSFER_KIND = 'bulk-transfer';

/**
 * The kinds that `reversetransaction` may undo and that `tsq/local` finds by business reference. Every other kind
 * belongs to a resource (outward transfer, vend, loan, deposit, card) that undoes its own postings.
 */
export const DIRECT_KINDS: readonly string[] = [TRANSFER_KIND, POSTING_KIND, POSTING_GROUP_KIND];
