/** Personal details of customers and virtual accounts; null when not known. */
export class PersonView {
  /** @example Ngozi */
  otherNames!: string | null;

  /** @example 1990-04-23 */
  dateOfBirth!: string | null;

  /** @example "12 Marina Road, Lagos Island" */
  address!: string | null;

  /** @example "22123456789" */
  bvn!: string | null;

  /** @example "70123456789" */
  nin!: string | null;

  /** @example 12345678-0001 */
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

  /** @example A01234567 */
  identificationNumber!: string | null;
}

/** The personal details of a stored customer or virtual account. */
export function personView(person: PersonView): PersonView {
  const {
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
  } = person;
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
