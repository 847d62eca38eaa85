import type { NumbersOfPerson } from '../../common/identity/identity-kind';

/** Personal details of customers and virtual accounts; null when not known. */
export class PersonView {
  /** @example Ngozi */
  otherNames!: string | null;

  /** @example 1990-04-23 */
  dateOfBirth!: string | null;

  /** @example "12 Marina Road, Lagos Island" */
  address!: string | null;

  /**
   * Masked (`*******6789`) for callers without the scope `customers:identity`.
   * @example "22123456789"
   */
  bvn!: string | null;

  /**
   * Masked (`*******6789`) for callers without the scope `customers:identity`.
   * @example "70123456789"
   */
  nin!: string | null;

  /**
   * Masked (`*********0001`) for callers without the scope `customers:identity`.
   * @example 12345678-0001
   */
  tin!: string | null;

  /** @example Nigerian */
  nationality!: string | null;

  /** @example Lagos */
  state!: string | null;

  /** @example Eti-Osa */
  lga!: string | null;

  /** @example Married */
  maritalStatus!: string | null;

  /** @example Christianity */
  religion!: string | null;

  /** @example Nnewi */
  homeTown!: string | null;

  /** @example InternationalPassport */
  identificationType!: string | null;

  /**
   * Masked (`*****4567`) for callers without the scope `customers:identity`.
   * @example A01234567
   */
  identificationNumber!: string | null;
}

/** The personal details of a stored customer or virtual account, with its numbers as the caller may see them. */
export function personView(person: Omit<PersonView, keyof NumbersOfPerson>, numbers: NumbersOfPerson): PersonView {
  const {
    otherNames,
    dateOfBirth,
    address,
    nationality,
    state,
    lga,
    maritalStatus,
    religion,
    homeTown,
    identificationType,
  } = person;
  const { bvn, nin, tin, identificationNumber } = numbers;
  return {
    otherNames,
    dateOfBirth,
    address,
    bvn,
    nin,
    tin,
    nationality,
    state,
    lga,
    maritalStatus,
    religion,
    homeTown,
    identificationType,
    identificationNumber,
  };
}
