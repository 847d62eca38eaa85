/**
 * SQL of the date on which a customer last used the account `d` (`deposit_account`) of the institution `i`, which is
 * `$1`: the last principal entry that the system did not make (interest, fees, collections and the institution's
 * payments are no use), the opening, the last activation, or the last use in an earlier system, in whose place the
 * opening journal of an import would count. Entries are read from the newest on; between two entries of the customer
 * are at most the interest and fees of the months between.
 */
export const LAST_USED_ON = `greatest(d.date_opened, d.brought_used_on,
    (SELECT e.business_date FROM posting_entry e JOIN posting p ON p.institution_id = $1 AND p.id = e.posting_id
      WHERE e.institution_id = $1 AND e.account_id = d.id AND e.role = 'principal' AND NOT starts_with(p.maker, 'system:')
        AND (d.brought_used_on IS NULL OR p.kind <> 'opening')
      ORDER BY e.seq DESC LIMIT 1),
    (SELECT max((c.at AT TIME ZONE i.time_zone)::date) FROM account_status_change c
      WHERE c.institution_id = $1 AND c.account_number = d.account_number AND c.to_status = 'Active'))`;
