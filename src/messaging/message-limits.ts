/** Six parts of plain text (`docs/api/documents-and-messages.md#messages`). */
export const SMS_MAX_CHARACTERS = 918;

export const SUBJECT_MAX_LENGTH = 250;

export const EMAIL_BODY_MAX_LENGTH = 100_000;

export const ATTACHMENTS_MAX_COUNT = 10;

/** All attachments of an e-mail together. Encoding adds a third, and many mail servers refuse more than 20 MB. */
export const ATTACHMENTS_MAX_BYTES = 10 * 1024 * 1024;
