import { Injectable } from '@nestjs/common';
import { keyedHash, sha256 } from '../crypto/digest';
import { type DerivedKey, Keyring } from '../crypto/keyring';
import { SecretBox } from '../crypto/secret-box';
import { type AppError } from '../errors/app-error';
import { commonErrors } from '../errors/common.errors';
import { type Envelope, Outcome } from '../http/outcome';
import type { WriteRequest } from '../http/write-request';
import { hasIdentityNumbers } from '../identity/identity-fields';
import { canonicalJson } from './canonical-json';

/** The digest of endpoint and body by which a repetition of a request is recognised. */
export interface RequestFingerprint {
  /** In hexadecimal digits. */
  fingerprint: string;
  /**
   * Fingerprints of the same request in claims and holds from before a rotation of keys, from before fingerprints had
   * keys, or from before null was the same as a field that is left out.
   */
  earlierFingerprints?: readonly string[] | undefined;
}

/** The identity of a request under its reference. */
export interface Claim extends RequestFingerprint {
  institutionId: number;
  reference: string;
  /** The AML hold a retry released, else 0. */
  holdId: number;
  actor: string;
  endpoint: string;
}

/** A claim as the database returns it. */
export interface StoredClaim {
  reference: string;
  holdId: number;
  actor: string;
  endpoint: string;
  fingerprint: string;
  httpStatus: number;
  response: string;
  sealed: boolean;
}

/** The columns of a claim row that hold the answer. */
export interface EncodedAnswer {
  httpStatus: number;
  response: string;
  sealed: boolean;
}

/** Message and data of an answer. */
interface Answer {
  message: string;
  data: unknown;
}

/** Never part of a fingerprint: a retry after an AML hold is the same request with this field added. */
const NOT_FINGERPRINTED = 'amlApprovalReference';

/** SHA-256 over the endpoint and the canonical business fields, in hexadecimal digits. */
export function fingerprintOf(endpoint: string, payload: object): string {
  return sha256(fingerprintedText(endpoint, payload)).toString('hex');
}

/**
 * The fingerprint of a movement. An optional field that is null is the same as one that is left out, so the client that
 * sends its request again from another program gets the first answer, and does not pay twice under a new reference.
 */
export function movementFingerprint(endpoint: string, payload: object): RequestFingerprint {
  const text = fingerprintedText(endpoint, payload);
  const asSent = sha256(text).toString('hex');
  // Most requests have no null, and are written once.
  if (!text.includes('null')) return { fingerprint: asSent };
  const fingerprint = fingerprintOf(endpoint, withoutNulls(payload) as object);
  return { fingerprint, earlierFingerprints: [asSent] };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** True when a stored fingerprint is that of the request. */
export function hasFingerprint({ fingerprint, earlierFingerprints }: RequestFingerprint, stored: string): boolean {
  return stored === fingerprint || earlierFingerprints?.includes(stored) === true;
}

function fingerprintedText(endpoint: string, payload: object): string {
  const { [NOT_FINGERPRINTED]: _approval, ...fields } = payload as Record<string, unknown>;
  return `${endpoint}\n${canonicalJson(fields)}`;
}

/** The claim of a write with a request reference. */
export function claimOf(write: WriteRequest, payload: object): Claim | undefined {
  return write.requestReference === undefined
    ? undefined
    : claimWith(write, { fingerprint: fingerprintOf(write.endpoint, payload) });
}

/** The claim of a write whose fingerprint is known already. */
export function claimWith(
  write: WriteRequest,
  { fingerprint, earlierFingerprints }: RequestFingerprint,
  holdId = 0,
): Claim | undefined {
  if (write.requestReference === undefined) return undefined;
  const { institutionId, actor, endpoint, requestReference } = write;
  return { institutionId, reference: requestReference, holdId, actor, endpoint, fingerprint, earlierFingerprints };
}

/** Converts answers into claim rows and back. */
@Injectable()
export class Claims {
  private readonly box: SecretBox;
  private readonly fingerprintKeys: DerivedKey[];

  constructor(keyring: Keyring) {
    this.box = new SecretBox(keyring, 'request-claims');
    this.fingerprintKeys = keyring.deriveAll('request-fingerprints');
  }

  /**
   * Like `claimOf`, for requests that may carry identity numbers: their fingerprint needs a key, because the few
   * numbers that exist could be tried against a digest that anybody can compute.
   */
  claimOfPersonal(write: WriteRequest, payload: object): Claim | undefined {
    const claim = claimOf(write, payload);
    if (!claim || !hasIdentityNumbers(payload)) return claim;
    const text = `${claim.institutionId}\n${fingerprintedText(claim.endpoint, payload)}`;
    const [fingerprint, ...others] = this.fingerprintKeys.map(({ key }) => keyedHash(key, text, 'hex'));
    return { ...claim, fingerprint: fingerprint!, earlierFingerprints: [...others, claim.fingerprint] };
  }

  /** An answer with identity numbers is stored sealed. */
  encodePersonal(claim: Claim, outcome: Outcome): EncodedAnswer {
    const confidential = outcome.meta.confidential === true || hasIdentityNumbers(outcome.data);
    const { httpStatus, status, message, data, meta } = outcome;
    return this.encode(claim, new Outcome(httpStatus, status, message, data, { ...meta, confidential }));
  }

  /** A 422 is stored with its reference; after any other refusal the reference may be sent again. */
  isRefusalKept({ httpStatus }: AppError): boolean {
    return httpStatus === 422;
  }

  /** The answer of work that was done. */
  encodeDone(claim: Claim, { message, data }: Answer): EncodedAnswer {
    return this.encode(claim, Outcome.done(data, message));
  }

  /** The answer of work that waits. */
  encodeAccepted(claim: Claim, { message, data }: Answer, confidential: boolean): EncodedAnswer {
    return this.encode(claim, Outcome.accepted(message, data, { confidential }));
  }

  encode(claim: Claim, outcome: Outcome): EncodedAnswer {
    const text = JSON.stringify(outcome.toEnvelope());
    const sealed = outcome.meta.confidential === true;
    return { httpStatus: outcome.httpStatus, response: sealed ? this.sealedResponse(claim, text) : text, sealed };
  }

  /** An answer as it is stored when it is confidential. */
  sealedResponse(claim: Pick<Claim, 'institutionId' | 'reference'>, response: string): string {
    return this.box.seal(response, contextOf(claim));
  }

  encodeRefusal(claim: Claim, refusal: AppError): EncodedAnswer {
    return this.encode(
      claim,
      new Outcome(refusal.httpStatus, false, refusal.message, { statusCode: refusal.code, ...refusal.details }),
    );
  }

  /**
   * The stored claim that decides on a new one with the same reference. A retry of an AML hold may share its reference
   * with the held request, so that claim does not block it
   * (`docs/api/conventions.md#references-of-retries-after-an-aml-hold`).
   */
  match(claim: Claim, stored: StoredClaim[]): StoredClaim | undefined {
    const own = stored.find(({ holdId }) => holdId === claim.holdId);
    if (own) return own;
    const isHeldRequest = ({ holdId, actor, endpoint, fingerprint }: StoredClaim): boolean =>
      claim.holdId !== 0 &&
      holdId === 0 &&
      actor === claim.actor &&
      endpoint === claim.endpoint &&
      hasFingerprint(claim, fingerprint);
    return stored.find((other) => !isHeldRequest(other));
  }

  /** True when the stored claim belongs to the same request of the same client. */
  isSameRequest(claim: Claim, stored: StoredClaim): boolean {
    return (
      stored.actor === claim.actor &&
      stored.endpoint === claim.endpoint &&
      hasFingerprint(claim, stored.fingerprint) &&
      stored.holdId === claim.holdId
    );
  }

  /**
   * The first answer again, when the stored claim is for the same request of the same client.
   * @throws DUPLICATE_REFERENCE (409) otherwise, without any detail of the first request.
   */
  replay(claim: Claim, stored: StoredClaim): Outcome {
    if (!this.isSameRequest(claim, stored)) throw commonErrors.DUPLICATE_REFERENCE();
    const text = stored.sealed ? this.box.open(stored.response, contextOf(claim)) : stored.response;
    const { status, message, data } = JSON.parse(text) as Envelope;
    return new Outcome(stored.httpStatus, status, message, data, { replayed: true });
  }
}

function contextOf({ institutionId, reference }: Pick<Claim, 'institutionId' | 'reference'>): string {
  return `${institutionId}|${reference}`;
}
