import { Injectable } from '@nestjs/common';
import {
  IDENTITY_KINDS,
  type IdentityKind,
  INDEXED_KINDS,
  type NumbersOfPerson,
} from '../../common/identity/identity-kind';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { maskOfStored } from '../../common/identity/sealed-number';
import { isEmptied } from '../../metadata/lost-values';
import type { Customer } from './customer.entity';
import type { PersonEntity } from './person-entity';

const SEALED_COLUMN = {
  bvn: 'sealedBvn',
  nin: 'sealedNin',
  tin: 'sealedTin',
  identificationNumber: 'sealedIdentificationNumber',
} as const satisfies Record<IdentityKind, keyof PersonEntity>;

const INDEX_COLUMN = { bvn: 'bvnIndex', nin: 'ninIndex' } as const;

/** The plain columns of the numbers, which stay only in rows that are not sealed yet. */
type PlainColumns = Pick<PersonEntity, IdentityKind>;
type SealedColumns = Pick<PersonEntity, (typeof SEALED_COLUMN)[IdentityKind]>;
type IndexColumns = Pick<Customer, (typeof INDEX_COLUMN)[keyof typeof INDEX_COLUMN]>;

/** The columns of a customer's identity numbers. */
export type CustomerNumberColumns = PlainColumns & SealedColumns & IndexColumns;

/** A stored person, as far as its identity numbers go. */
export type StoredPerson = Pick<PersonEntity, 'institutionId'> & PlainColumns & SealedColumns;

/** Identity numbers that a request sends; a number that is left out stays as it is. */
export type SentNumbers = { [Kind in IdentityKind]?: string | null | undefined };

/** The identity numbers of stored persons as one caller may see them. */
export interface ShownPersons {
  numbers(person: StoredPerson): NumbersOfPerson;
  /** JSON of the caller's own, stored by `IdentityNumbers.sealDocument`. */
  document(institutionId: number, stored: object | string): object;
}

/** The stored number of a person, sealed or still plain. */
function storedNumber(person: StoredPerson, kind: IdentityKind): string | null {
  return person[SEALED_COLUMN[kind]] ?? person[kind];
}

/** True for a person who has a number of a kind. */
export function hasNumber(person: StoredPerson, kind: IdentityKind): boolean {
  return storedNumber(person, kind) !== null;
}

/** Every number, null where none is sent. */
function allOf(sent: SentNumbers): Required<SentNumbers> {
  return Object.fromEntries(IDENTITY_KINDS.map((kind) => [kind, sent[kind] ?? null])) as Required<SentNumbers>;
}

/** The columns of identity numbers of customers and virtual accounts. */
@Injectable()
export class PersonNumbers {
  constructor(private readonly identity: IdentityNumbers) {}

  /** The columns of a new virtual account. */
  newColumns(institutionId: number, sent: SentNumbers): PlainColumns & SealedColumns {
    return this.sealedColumns(institutionId, allOf(sent)) as PlainColumns & SealedColumns;
  }

  /** The columns of a new customer. */
  newCustomerColumns(institutionId: number, sent: SentNumbers): CustomerNumberColumns {
    return this.changedCustomerColumns(institutionId, allOf(sent)) as CustomerNumberColumns;
  }

  /** The columns of a customer whose update sends these numbers; null clears one. */
  changedCustomerColumns(institutionId: number, sent: SentNumbers): Partial<CustomerNumberColumns> {
    return { ...this.sealedColumns(institutionId, sent), ...this.indexColumns(institutionId, sent) };
  }

  /** @param whole `maySeeIdentity` of the caller. */
  shown(whole: boolean): ShownPersons {
    return {
      numbers: (person) => this.numbersOf(person, whole),
      document: (institutionId, stored) => this.identity.openDocument(institutionId, stored, whole),
    };
  }

  /** One whole number of a person. */
  open(person: StoredPerson, kind: IdentityKind): string | null {
    const stored = storedNumber(person, kind);
    return stored === null ? null : this.identity.open(person.institutionId, kind, stored);
  }

  /** The stored number as the details of a payment keep it: sealed, also when the person's row is not sealed yet. */
  sealed(person: StoredPerson, kind: IdentityKind): string | null {
    const number = person[kind];
    return person[SEALED_COLUMN[kind]] ?? (number && this.identity.seal(person.institutionId, kind, number));
  }

  /** The changes that seal a row with the current key; undefined when there is nothing to change. */
  changesToCurrentKey(person: StoredPerson): Partial<PlainColumns & SealedColumns> | undefined {
    const changes = IDENTITY_KINDS.flatMap((kind): [string, string | null][] => {
      const stored = storedNumber(person, kind);
      if (stored === null) return [];
      const sealed = this.identity.sealedWithCurrentKey(person.institutionId, kind, stored);
      return sealed === stored
        ? []
        : [
            [kind, null],
            [SEALED_COLUMN[kind], sealed],
          ];
    });
    return changes.length === 0 ? undefined : Object.fromEntries(changes);
  }

  /** Like `changesToCurrentKey`, with the indexes of a customer. */
  customerChanges(customer: StoredPerson & IndexColumns): Partial<CustomerNumberColumns> | undefined {
    const numbers = Object.fromEntries(INDEXED_KINDS.map((kind) => [kind, this.open(customer, kind)]));
    const indexes = this.indexColumns(customer.institutionId, numbers);
    const moved = Object.entries(indexes).filter(([column, index]) => customer[column as keyof IndexColumns] !== index);
    const sealed = this.changesToCurrentKey(customer);
    return sealed === undefined && moved.length === 0 ? undefined : { ...sealed, ...Object.fromEntries(moved) };
  }

  private numbersOf(person: StoredPerson, whole: boolean): NumbersOfPerson {
    return Object.fromEntries(
      IDENTITY_KINDS.map((kind) => {
        const stored = storedNumber(person, kind);
        if (stored === null) return [kind, null];
        return [kind, whole ? this.identity.open(person.institutionId, kind, stored) : maskOfStored(stored)];
      }),
    ) as NumbersOfPerson;
  }

  private sealedColumns(institutionId: number, sent: SentNumbers): Partial<PlainColumns & SealedColumns> {
    const columns = IDENTITY_KINDS.flatMap((kind): [string, string | null][] => {
      const number = sent[kind];
      if (number === undefined) return [];
      // A blank number clears one too: sealed, it would look like a number.
      const sealed = isEmptied(number) ? null : this.identity.seal(institutionId, kind, number!);
      return [
        [kind, null],
        [SEALED_COLUMN[kind], sealed],
      ];
    });
    return Object.fromEntries(columns);
  }

  private indexColumns(institutionId: number, sent: SentNumbers): Partial<IndexColumns> {
    const columns = INDEXED_KINDS.flatMap((kind): [string, string | null][] => {
      const number = sent[kind];
      if (number === undefined) return [];
      return [[INDEX_COLUMN[kind], number === null ? null : this.identity.index(institutionId, kind, number)]];
    });
    return Object.fromEntries(columns);
  }
}
