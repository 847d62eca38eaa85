import { Injectable } from '@nestjs/common';
import { keyedHash } from '../common/crypto/digest';
import { Keyring } from '../common/crypto/keyring';

/** Makes keyed hashes of card numbers and PINs, which must be compared but never stored. */
@Injectable()
export class CardSecrets {
  constructor(private readonly keyring: Keyring) {}

  panHash(pan: string): string {
    return keyedHash(this.keyring.derive('card-numbers'), pan);
  }

  /** The number's hashes under previous master keys, to recognise cards that were linked then. */
  formerPanHashes(pan: string): string[] {
    return this.keyring
      .deriveAll('card-numbers')
      .slice(1)
      .map(({ key }) => keyedHash(key, pan));
  }

  /** Only for request fingerprints: the hash itself is never stored. */
  pinHash(cardId: number, pin: string): string {
    return keyedHash(this.keyring.derive('card-pins'), `${cardId}|${pin}`);
  }
}
