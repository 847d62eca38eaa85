import { Injectable } from '@nestjs/common';
import { equalInConstantTime, keyedHash } from '../common/crypto/digest';
import { Keyring } from '../common/crypto/keyring';

const PURPOSE = 'aml-approval-reference';
const REFERENCE = /^([0-9a-z]{1,11})\.[\w-]{43}$/;

/** The facts from which a reference is made. */
interface ReferencedHold {
  institutionId: number;
  id: number;
  nonce: string;
}

function messageOf({ institutionId, id, nonce }: ReferencedHold): string {
  return `${institutionId}|${id}|${nonce}`;
}

/** The hold id in a reference, which is not verified yet; undefined for a text that is not a reference. */
export function holdIdFrom(reference: string): number | undefined {
  const text = REFERENCE.exec(reference)?.[1];
  if (text === undefined) return undefined;
  const id = parseInt(text, 36);
  // Only the canonical text counts; otherwise several references would mean the same hold.
  return Number.isSafeInteger(id) && id > 0 && id.toString(36) === text ? id : undefined;
}

/**
 * Makes and checks `amlApprovalReference`s: `<hold id in base 36>.<HMAC of the hold's id and nonce>`. A replay of the
 * held request can return it again, and a copy of the database alone is not enough to forge one
 * (docs/api/aml-holds.md#hold).
 */
@Injectable()
export class ApprovalReferences {
  constructor(private readonly keyring: Keyring) {}

  issue(hold: ReferencedHold): string {
    return `${hold.id.toString(36)}.${keyedHash(this.keyring.derive(PURPOSE), messageOf(hold))}`;
  }

  /** True when the reference was issued for this hold, with the present or an earlier master key. */
  isOf(hold: ReferencedHold, reference: string): boolean {
    const hash = reference.slice(reference.indexOf('.') + 1);
    return this.keyring
      .deriveAll(PURPOSE)
      .some(({ key }) => equalInConstantTime(keyedHash(key, messageOf(hold)), hash));
  }
}
