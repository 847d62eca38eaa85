import type { Tx } from '../common/database/unit-of-work';

/**
 * The numbers of contract accounts have no index of their own, so the accounts come from the records that they belong
 * to: the loan or the deposit whose number theirs begins with, and the few accounts of provisions and adjustments.
 */
const CONTRACT_ACCOUNT = `
  SELECT l.id FROM ledger_account l
   WHERE l.institution_id = $1 AND l.number = $2 AND l.kind = 'contract' AND l.id IN (
     SELECT unnest(ARRAY[n.id, n.interest_account_id, n.fee_account_id, n.default_account_id, n.penalty_account_id,
                         n.unearned_account_id, n.ahead_account_id])
       FROM loan n WHERE n.institution_id = $1 AND n.loan_account_number = $3
     UNION ALL
     SELECT d.ledger_account_id FROM fixed_deposit d WHERE d.institution_id = $1 AND d.account_number = $3
     UNION ALL
     SELECT p.id FROM loan_provision_account p WHERE p.institution_id = $1
     UNION ALL
     SELECT i.id FROM loan_interest_account i WHERE i.institution_id = $1)`;

/**
 * Id of the account of record of a loan, a fixed deposit or a provision, by the number that the call-over shows;
 * undefined when there is none. Callers cannot name such an account in a leg, so the directory does not have it.
 *
 * @param number such as `0000010302`, `0000010302-interest`.
 */
export async function contractAccountId(tx: Tx, institutionId: number, number: string): Promise<number | undefined> {
  const [contractNumber] = number.split('-');
  const [row] = await tx.query<{ id: string }[]>(CONTRACT_ACCOUNT, [institutionId, number, contractNumber]);
  return row && Number(row.id);
}
