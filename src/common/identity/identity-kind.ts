/** The identity numbers of a person that are stored sealed (docs/api/personal-data.md#sealed-identity-numbers). */
export const IDENTITY_KINDS = ['bvn', 'nin', 'tin', 'identificationNumber'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** The kinds that are unique in an institution and can be searched for. */
export const INDEXED_KINDS = ['bvn', 'nin'] as const satisfies readonly IdentityKind[];
export type IndexedKind = (typeof INDEXED_KINDS)[number];

/** The identity numbers of one person, whole or masked; null where there is none. */
export type NumbersOfPerson = Record<IdentityKind, string | null>;
