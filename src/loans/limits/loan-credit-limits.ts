import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { decimal, rounded, times, whole } from '../../common/money/fraction';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import type { LicenceClass } from '../classification/classification-scales';
import type { Loan } from '../contract/loan.entity';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { loansErrors } from '../loans.errors';
import { LICENCE_CLASS, LOAN_BORROWER_GROUPS, LOAN_CREDIT_LIMITS, SHAREHOLDERS_FUNDS } from '../loans.settings';
import { type BorrowerGroup, borrowerGroups } from './borrower-groups';
import {
  CENTRAL_BANK_LIMITS,
  type CreditLimits,
  creditLimitViolation,
  type GivenCredit,
} from './credit-limit-violation';

/** One approval of an institution at a time computes exposures, so that two at once cannot exceed a limit together. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('loan-credit-limits:' || $1::bigint, 0))`;

/**
 * What customers owe: running principal, approved loans that are not paid out, and of each account the limit of an
 * active overdraft, also of one that begins later, or what the account is overdrawn by where that is more. An approved
 * loan that refinances a running one settles it at its disbursement, so only what it adds counts.
 */
const EXPOSURE = `SELECT coalesce((SELECT sum(CASE WHEN l.status <> 'Approved' THEN l.outstanding_principal_kobo
           ELSE greatest(l.principal_kobo - coalesce((
             SELECT o.outstanding_principal_kobo FROM loan_contract c
               JOIN loan o ON o.institution_id = c.institution_id
                AND o.loan_account_number = c.particulars ->> 'refinancedLoanNumber'
              WHERE c.institution_id = l.institution_id AND c.id = l.contract_id AND o.status = ANY($3)), 0), 0) END)
      FROM loan l WHERE l.institution_id = $1 AND l.customer_id = ANY($2) AND l.status = ANY($3)), 0)
  + coalesce((SELECT sum(greatest(o.limit_kobo, a.debits_posted_kobo - a.credits_posted_kobo, 0))
      FROM deposit_account d JOIN ledger_account a ON a.institution_id = d.institution_id AND a.id = d.id
      LEFT JOIN overdraft o ON o.institution_id = d.institution_id AND o.account_id = d.id AND o.status = 'Active'
     WHERE d.institution_id = $1 AND d.customer_id = ANY($2)), 0) AS kobo`;

const CUSTOMER_IDS = `SELECT id, customer_number AS "customerID" FROM customer
  WHERE institution_id = $1 AND (id = $2 OR customer_number = ANY($3))`;

/** Limits the credit of a borrower, of related borrowers and of insiders (docs/domain/provisions.md#credit-limits). */
@Injectable()
export class LoanCreditLimits {
  constructor(private readonly settings: InstitutionSettings) {}

  /**
   * Call it once the loan is stored as approved, or the overdraft as active, in its transaction. Without shareholders'
   * funds there is no limit.
   * @throws CREDIT_LIMIT_EXCEEDED (422)
   */
  async assertWithin(
    tx: Tx,
    { institutionId, customerId }: Pick<Loan, 'institutionId' | 'customerId'>,
    credit: GivenCredit = 'loan',
  ): Promise<void> {
    const funds = await this.settings.getWithin(tx, institutionId, SHAREHOLDERS_FUNDS);
    if (funds === undefined) return;
    await tx.query(LOCK, [institutionId]);
    const groups = borrowerGroups(await this.settings.getWithin(tx, institutionId, LOAN_BORROWER_GROUPS));
    const ids = await customerIds(tx, institutionId, customerId, groups);
    const of = (members: readonly BorrowerGroup[]): number[] =>
      members.flatMap(({ customerIDs }) => customerIDs.flatMap((id) => ids.get(id) ?? []));
    const group = groups.find((each) => of([each]).includes(customerId));
    const insiders = group?.isInsider ? of(groups.filter(({ isInsider }) => isInsider)) : [];
    const violation = creditLimitViolation(
      await this.limits(tx, institutionId),
      rounded(times(decimal(funds), whole(100n))),
      {
        borrowerKobo: await exposureKobo(tx, institutionId, [customerId]),
        group: group && {
          name: group.name,
          isInsider: group.isInsider,
          exposureKobo: await exposureKobo(tx, institutionId, of([group])),
        },
        insidersKobo: await exposureKobo(tx, institutionId, insiders),
      },
      credit,
    );
    if (violation !== undefined) throw loansErrors.CREDIT_LIMIT_EXCEEDED(violation);
  }

  private async limits(tx: Tx, institutionId: number): Promise<CreditLimits> {
    const own = await this.settings.getWithin(tx, institutionId, LOAN_CREDIT_LIMITS);
    const licence = await this.settings.getWithin(tx, institutionId, LICENCE_CLASS);
    const central = CENTRAL_BANK_LIMITS[licence as LicenceClass];
    if (own === undefined) return central;
    const texts = Object.entries(JSON.parse(own) as Partial<Record<keyof CreditLimits, number>>);
    return { ...central, ...Object.fromEntries(texts.map(([name, percent]) => [name, String(percent)])) };
  }
}

async function customerIds(
  tx: Tx,
  institutionId: number,
  borrowerId: number,
  groups: readonly BorrowerGroup[],
): Promise<Map<string, number>> {
  const named = groups.flatMap(({ customerIDs }) => customerIDs);
  const rows = await tx.query<{ id: string; customerID: string }[]>(CUSTOMER_IDS, [institutionId, borrowerId, named]);
  return new Map(rows.map(({ id, customerID }) => [customerID, Number(id)]));
}

async function exposureKobo(tx: Tx, institutionId: number, customers: readonly number[]): Promise<bigint> {
  if (customers.length === 0) return 0n;
  const statuses = [...RUNNING_STATUSES, 'Approved'];
  const [{ kobo }] = await tx.query<[{ kobo: string }]>(EXPOSURE, [institutionId, customers, statuses]);
  return BigInt(kobo);
}
