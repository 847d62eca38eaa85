/** Plain addresses only: no quoted names, and nothing that needs SMTPUTF8, which many servers lack. */
export const EMAIL_ADDRESS_OPTIONS = { allow_utf8_local_part: false, blacklisted_chars: '"' };
