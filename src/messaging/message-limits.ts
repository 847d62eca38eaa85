/** Six parts of plain text (contract, sendsms). */
export const SMS_MAX_CHARACTERS = 918;

export const SUBJECT_MAX_LENGTH = 250;

export const EMAIL_BODY_MAX_LENGTH = 100_000;

export const ATTACHMENTS_MAX_COUNT = 10;

/** All attachments of an e-mail; they grow by a third on their way, and many servers refuse more than 20 MB. */
export const ATTACHMENTS_MAX_BYTES = 10 * 1024 * 1024;
