import { Injectable } from '@nestjs/common';
import { keyedHash } from '../common/crypto/digest';
import { Keyring } from '../common/crypto/keyring';

/** Stands for card numbers and PINs wherever they must be compared but never kept. */
@Injectable()
export class CardSecrets {
  constructor(private readonly keyring: Keyring) {}

  panHash(pan: string): string {
    return keyedHash(this.keyring.derive('card-numbers'), pan);
  }

  /** Only for request fingerprints: it is never stored by itself. */
  pinHash(cardId: number, pin: string): string {
    return keyedHash(this.keyring.derive('card-pins'), `${cardId}|${pin}`);
  }
}
