import type { PostingOrigin } from '../engine/posting.entity';
import type { PostingRequest } from '../engine/posting-request';
import type { Movement } from './movement-operations';

/** A movement as holds and approvals keep it (jsonb), enough to run it again. */
export interface StoredMovement {
  operation: string;
  channel: PostingOrigin;
  endpoint: string;
  actor: string;
  payload: Record<string, unknown>;
  /** Hex. */
  fingerprint: string;
  requestReference: string | null;
}

/** @throws when the request came from nobody: only movements with a source can wait. */
export function storeMovement({ source, origin }: PostingRequest): StoredMovement {
  if (!source) throw new Error('A posting without a source cannot wait.');
  const { operation, endpoint, actor, payload, fingerprint, requestReference } = source;
  return {
    operation,
    channel: origin,
    endpoint,
    actor,
    payload,
    fingerprint: fingerprint.toString('hex'),
    requestReference: requestReference ?? null,
  };
}

export function restoreMovement(institutionId: number, stored: StoredMovement): Movement {
  const { operation, channel, endpoint, actor, payload, fingerprint, requestReference } = stored;
  return {
    institutionId,
    origin: channel,
    source: {
      operation,
      endpoint,
      actor,
      payload,
      fingerprint: Buffer.from(fingerprint, 'hex'),
      requestReference: requestReference ?? undefined,
    },
  };
}
