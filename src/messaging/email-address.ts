/** Plain addresses only: no quoted names and no characters that need SMTPUTF8, which many servers lack. */
export const EMAIL_ADDRESS_OPTIONS = { allow_utf8_local_part: false, blacklisted_chars: '"' };
