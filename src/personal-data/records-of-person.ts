/** The deposit accounts, loans and fixed deposits of customer `$2` of institution `$1`. */
export const OWN_ACCOUNTS = 'SELECT id FROM deposit_account WHERE institution_id = $1 AND customer_id = $2';
export const OWN_LOANS = 'SELECT id FROM loan WHERE institution_id = $1 AND customer_id = $2';
const OWN_DEPOSITS = 'SELECT id FROM fixed_deposit WHERE institution_id = $1 AND customer_id = $2';

/** All records that belong to the customer, itself included; documents and additional metadata name one of them. */
export const OWN_RECORDS = `SELECT $2::bigint AS id UNION ALL ${OWN_ACCOUNTS} UNION ALL ${OWN_LOANS} UNION ALL ${OWN_DEPOSITS}`;

/**
 * SQL condition on `message m` for the messages of customer `$2` of institution `$1`: about one of its accounts, or
 * about no account and sent to its number or address. Families share telephones, so a message about somebody else's
 * account is not the customer's.
 */
export const OWN_MESSAGES = `(
  m.account_number IN (
    SELECT a.account_number FROM deposit_account a WHERE a.institution_id = $1 AND a.customer_id = $2)
  OR m.account_number IS NULL AND m.recipient IN (
    SELECT unnest(ARRAY[c.phone_number, c.email]) FROM customer c WHERE c.institution_id = $1 AND c.id = $2))`;
