/**
 * Additional metadata `m` of an account that names its signatories (docs/import.md#mandates). An index has the same
 * condition, so that only accounts with signatories are read.
 */
export const HAS_MANDATE = `json_typeof(m.content -> 'mandate') = 'array'`;

/** SQL of the signatories of `m`, one row for each. Without a list there is none, whatever the condition above says. */
export const SIGNATORIES = `json_array_elements(
  CASE WHEN ${HAS_MANDATE} THEN m.content -> 'mandate' ELSE '[]' END)`;

/**
 * SQL of the numbers by which mandates name persons: their own, and the one of the system from which they were brought
 * over. Columns `person_id`, `number`.
 * @param persons condition on `customer c`
 */
export const numbersOf = (persons: string): string => `
  SELECT c.id AS person_id, c.customer_number AS number FROM customer c
   WHERE c.institution_id = $1 AND ${persons}
   UNION SELECT c.id, m.content ->> 'customerNumber' FROM customer c
    JOIN entity_metadata m ON m.institution_id = $1 AND m.id = c.id AND json_typeof(m.content) = 'object'
   WHERE c.institution_id = $1 AND ${persons} AND m.content ->> 'customerNumber' IS NOT NULL`;

/** SQL of the accounts that persons may sign for. Columns `person_id`, `account_id`. @param persons as `numbersOf` */
export const signedAccounts = (persons: string): string => `
  SELECT DISTINCT k.person_id, m.id AS account_id
    FROM entity_metadata m CROSS JOIN LATERAL ${SIGNATORIES} s
    JOIN (${numbersOf(persons)}) k ON k.number = s ->> 'customerNumber'
   WHERE m.institution_id = $1 AND ${HAS_MANDATE}`;
