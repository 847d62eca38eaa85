import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import type { AppError } from '../../common/errors/app-error';
import { INDEXED_KINDS, type IndexedKind } from '../../common/identity/identity-kind';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { accountsErrors } from '../accounts.errors';
import { DepositAccount } from '../deposit-account.entity';
import type { Customer } from './customer.entity';
import { hasNumber, type SentNumbers } from './person-numbers';

/** The setting that makes accounts of persons need the identity numbers of their KYC tier. */
export const KYC_NUMBERS_REQUIRED = 'KYC_NUMBERS_REQUIRED';

/** For BVN and NIN: true where the person has the number. */
export type HeldNumbers = Record<IndexedKind, boolean>;

/**
 * The refusal of a person without the identity numbers of a KYC tier: BVN or NIN for tier 1, both for the tiers above
 * (docs/domain/nigeria.md#kyc-tiers); undefined for one who has them.
 */
export function kycNumbersViolation(kycTier: number, held: HeldNumbers): AppError | undefined {
  const missing = INDEXED_KINDS.filter((kind) => !held[kind]);
  const isEnough = kycTier === 1 ? missing.length < INDEXED_KINDS.length : missing.length === 0;
  if (isEnough) return undefined;
  const needed = kycTier === 1 ? 'a BVN or a NIN' : 'a BVN and a NIN';
  return accountsErrors.KYC_NUMBERS_MISSING(
    `An account of KYC tier ${kycTier} needs ${needed} of its customer; record what data.missing names first.`,
    { kycTier, missing },
  );
}

/** Identity numbers that KYC tiers need, where `KYC_NUMBERS_REQUIRED` is on (docs/api/accounts.md#kyc-numbers). */
@Injectable()
export class KycNumbers {
  constructor(private readonly settings: InstitutionSettings) {}

  /**
   * @param customer locked at least in share mode, or created in this transaction
   * @throws KYC_NUMBERS_MISSING (422) where a person lacks a number for the tier
   */
  async assertHeld(tx: Tx, customer: Customer, kycTier: number): Promise<void> {
    if (customer.customerType !== 'Individual' || !(await this.areRequired(tx, customer))) return;
    const violation = kycNumbersViolation(kycTier, numbersAfter(customer, {}));
    if (violation) throw violation;
  }

  /**
   * @param customer locked against openings and changes of tiers
   * @throws KYC_NUMBERS_MISSING (422) where the update clears a number that an open account of the customer needs
   */
  async assertMayClear(tx: Tx, customer: Customer, sent: SentNumbers): Promise<void> {
    const clears = INDEXED_KINDS.some((kind) => sent[kind] === null && hasNumber(customer, kind));
    if (!clears || !(await this.areRequired(tx, customer))) return;
    const { institutionId, id: customerId } = customer;
    const [highest] = await tx.find(DepositAccount, {
      where: { institutionId, customerId, dateClosed: IsNull() },
      order: { kycTier: 'DESC' },
      take: 1,
    });
    const violation = highest && kycNumbersViolation(highest.kycTier, numbersAfter(customer, sent));
    if (violation) throw violation;
  }

  private async areRequired(tx: Tx, { institutionId }: Customer): Promise<boolean> {
    return (await this.settings.getWithin(tx, institutionId, KYC_NUMBERS_REQUIRED)) === 'true';
  }
}

/** The numbers that a customer has after an update. */
function numbersAfter(customer: Customer, sent: SentNumbers): HeldNumbers {
  const has = (kind: IndexedKind): boolean =>
    sent[kind] === undefined ? hasNumber(customer, kind) : sent[kind] !== null;
  return { bvn: has('bvn'), nin: has('nin') };
}
