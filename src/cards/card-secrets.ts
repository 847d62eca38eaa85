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

  /** What the number's hash was under previous master keys, whose cards are still to be recognised. */
  formerPanHashes(pan: string): string[] {
    return this.keyring
      .deriveAll('card-numbers')
      .slice(1)
      .map(({ key }) => keyedHash(key, pan));
  }

  /** Only for request fingerprints: it is never stored by itself. */
  pinHash(cardId: number, pin: string): string {
    return keyedHash(this.keyring.derive('card-pins'), `${cardId}|${pin}`);
  }
}
