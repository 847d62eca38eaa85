import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type DerivedKey, Keyring } from '../crypto/keyring';
import { SecretBox } from '../crypto/secret-box';
import { hasIdentityNumbers, maskIdentityNumbers } from './identity-fields';
import type { IdentityKind } from './identity-kind';
import { maskNumber } from './mask-number';
import { SEALED_NUMBER } from './sealed-number';

const INDEX_BYTES = 16;
/** A number as searches compare it: by its index under every key, and as plain text where it is not sealed yet. */
export interface NumberMatch {
  indexes: Buffer[];
  plain: string;
}

/**
 * Seals, opens and indexes identity numbers (docs/api/personal-data.md#sealed-identity-numbers).
 *
 * A sealed number is the text `<mask>|<sealed value>`. It is bound to its institution and its kind, not to its row: a
 * transfer copies the numbers of its parties without opening them.
 */
@Injectable()
export class IdentityNumbers {
  private readonly box: SecretBox;
  private readonly indexKeys: DerivedKey[];
  /** The id of the current master key, which is not secret. */
  readonly currentKeyId: string;

  constructor(keyring: Keyring) {
    this.box = new SecretBox(keyring, 'identity-numbers');
    this.indexKeys = keyring.deriveAll('identity-number-index');
    this.currentKeyId = this.indexKeys[0]!.keyId;
  }

  seal(institutionId: number, kind: IdentityKind, number: string): string {
    return `${maskNumber(number)}|${this.box.seal(number, contextOf(institutionId, kind))}`;
  }

  /**
   * The whole number; a stored plain number is returned as it is.
   * @throws SealedValueError when the value was altered or belongs to another institution or kind.
   */
  open(institutionId: number, kind: IdentityKind, stored: string): string {
    const sealed = SEALED_NUMBER.exec(stored)?.[1];
    return sealed === undefined ? stored : this.box.open(sealed, contextOf(institutionId, kind));
  }

  /** The stored number sealed with the current key; the same text when it is so already. */
  sealedWithCurrentKey(institutionId: number, kind: IdentityKind, stored: string): string {
    const sealed = SEALED_NUMBER.exec(stored)?.[1];
    if (sealed !== undefined && this.box.isCurrent(sealed)) return stored;
    return this.seal(institutionId, kind, this.open(institutionId, kind, stored));
  }

  /** The index of a number under the current key, in hexadecimal digits: equal numbers have equal indexes. */
  index(institutionId: number, kind: IdentityKind, number: string): string {
    return this.match(institutionId, kind, number).indexes[0]!.toString('hex');
  }

  /** The values that a search for a number compares: rows from before a rotation have an index under a previous key. */
  match(institutionId: number, kind: IdentityKind, number: string): NumberMatch {
    const text = `${institutionId}|${kind}|${number}`;
    const indexes = this.indexKeys.map(({ key }) =>
      createHmac('sha256', key).update(text).digest().subarray(0, INDEX_BYTES),
    );
    return { indexes, plain: number };
  }

  /** A caller's JSON as it is stored: sealed as a whole when it holds an identity number, else as it is. */
  sealDocument(institutionId: number, value: object): object | string {
    return hasIdentityNumbers(value)
      ? this.box.seal(JSON.stringify(value), contextOf(institutionId, 'document'))
      : value;
  }

  /** The JSON of `sealDocument`, with masked numbers unless `whole`. */
  openDocument(institutionId: number, stored: object | string, whole: boolean): object {
    const value =
      typeof stored === 'string'
        ? (JSON.parse(this.box.open(stored, contextOf(institutionId, 'document'))) as object)
        : stored;
    return whole ? value : maskIdentityNumbers(value);
  }

  /** The stored JSON sealed with the current key where it must be sealed; the same value when nothing changes. */
  documentWithCurrentKey(institutionId: number, stored: object | string): object | string {
    if (typeof stored === 'string' && this.box.isCurrent(stored)) return stored;
    return this.sealDocument(institutionId, this.openDocument(institutionId, stored, true));
  }
}

function contextOf(institutionId: number, kind: IdentityKind | 'document'): string {
  return `${institutionId}|${kind}`;
}
