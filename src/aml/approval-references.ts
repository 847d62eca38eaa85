import { Injectable } from '@nestjs/common';
import { equalInConstantTime, keyedHash } from '../common/crypto/digest';
import { Keyring } from '../common/crypto/keyring';

const PURPOSE = 'aml-approval-reference';
const REFERENCE = /^([0-9a-z]{1,11})\.[\w-]{43}$/;

/** What a reference is made of. */
interface ReferencedHold {
  institutionId: number;
  id: number;
  nonce: string;
}

function messageOf({ institutionId, id, nonce }: ReferencedHold): string {
  return `${institutionId}|${id}|${nonce}`;
}

/** The hold id that a reference claims to belong to; undefined for any text that is not a reference. */
export function holdIdFrom(reference: string): number | undefined {
  const text = REFERENCE.exec(reference)?.[1];
  if (text === undefined) return undefined;
  const id = parseInt(text, 36);
  // Several texts would otherwise mean the same hold.
  return Number.isSafeInteger(id) && id > 0 && id.toString(36) === text ? id : undefined;
}

/**
 * Makes and checks `amlApprovalReference`s: `<hold id in base 36>.<HMAC of the hold's id and nonce>`. A replay of the held
 * request can answer it again, and a copy of the database alone cannot forge one (design §5).
 */
@Injectable()
export class ApprovalReferences {
  constructor(private readonly keyring: Keyring) {}

  issue(hold: ReferencedHold): string {
    return `${hold.id.toString(36)}.${keyedHash(this.keyring.derive(PURPOSE), messageOf(hold))}`;
  }

  /** Whether the reference was issued for this hold, under the present or an earlier master key. */
  isOf(hold: ReferencedHold, reference: string): boolean {
    const hash = reference.slice(reference.indexOf('.') + 1);
    return this.keyring
      .deriveAll(PURPOSE)
      .some(({ key }) => equalInConstantTime(keyedHash(key, messageOf(hold)), hash));
  }
}
